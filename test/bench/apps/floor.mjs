/** The floor: an app on the same platform core that sends the same requests without our code. */
import { floorApp } from './floor-app.mjs';

/** Sends the given requests without our code. */
export const perform = async (z, { authData, inputData }) => {
  let answer;
  for (const { method, path, body } of inputData.requests) {
    answer = await z.request({
      url: `${authData.base_url}${path}`,
      method,
      headers: { authorization: `Bearer ${authData.api_key}`, 'content-type': 'application/json' },
      body,
    });
  }
  return [answer.data].flat()[0];
};

export default floorApp(perform);
