/** The floor: an app on the same platform core that does the same request with no code of ours. */
import { version } from 'zapier-platform-core';

const perform = async (z, { authData, inputData }) => {
  const answer = await z.request({
    url: `${authData.base_url}${inputData.path}`,
    method: inputData.method,
    headers: { authorization: `Bearer ${authData.api_key}`, 'content-type': 'application/json' },
    body: inputData.body,
  });
  return [answer.data].flat()[0];
};
const display = { label: 'Floor', description: 'Creates a request.' };
const operation = { inputFields: [], perform, sample: { id: '1' } };

export default {
  version: '1.0.0',
  platformVersion: version,
  creates: { floor: { key: 'floor', noun: 'Floor', display, operation } },
};
