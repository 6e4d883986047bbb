/** The floor: an app on the same platform core that does the same request with no code of ours. */
import { floorApp } from './floor-app.mjs';

const perform = async (z, { authData, inputData }) => {
  const answer = await z.request({
    url: `${authData.base_url}${inputData.path}`,
    method: inputData.method,
    headers: { authorization: `Bearer ${authData.api_key}`, 'content-type': 'application/json' },
    body: inputData.body,
  });
  return [answer.data].flat()[0];
};

export default floorApp(perform);
