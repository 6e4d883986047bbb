/** The floor of uploads: only a download and a multipart upload with the same HTTP client. */
import FormData from 'form-data';
import { floorApp } from './floor-app.mjs';

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

export default floorApp(perform);
