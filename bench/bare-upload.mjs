/** The floor of uploads: download and multipart upload with the same HTTP client and nothing else. */
import FormData from 'form-data';
import { version } from 'zapier-platform-core';

const perform = async (z, { authData, inputData }) => {
  const source = await z.request({ url: inputData.file, raw: true });
  const form = new FormData();
  form.append('file', source.body, {
    knownLength: Number(source.headers.get('content-length')),
    filename: 'f',
  });
  await z.request({
    url: `${authData.base_url}/api/files`,
    method: 'POST',
    body: form,
    headers: { ...form.getHeaders(), 'content-length': String(form.getLengthSync()) },
  });
  const attached = await z.request({
    url: `${authData.base_url}/api/documents`,
    method: 'POST',
    body: {},
  });
  return attached.data;
};
const display = { label: 'Floor', description: 'Creates a request.' };
const operation = { inputFields: [], perform, sample: { id: '1' } };

export default {
  version: '1.0.0',
  platformVersion: version,
  creates: { floor: { key: 'floor', noun: 'Floor', display, operation } },
};
