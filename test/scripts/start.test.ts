/** `npm start`: its account, and its end. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';

import { until } from '../../zapier/local/until.ts';

const isUp = (url: string) =>
  fetch(url).then(
    () => true,
    () => false,
  );

it('has what the guides map, and ends when npm is ended', async () => {
  const npm = spawn('npm', ['start', '--silent', '--', '--memory'], {
    env: { ...process.env, PORT: '0', SMTP_PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  npm.stdout.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  await until('the address', () => /API key/.test(text), { seconds: 60 });
  const [url] = /http:\S+/.exec(text)!;
  expect(await isUp(url!)).toBe(true);
  const headers = { authorization: 'sandbox_key' };
  expect(await (await fetch(`${url}/api/custom_fields`, { headers })).text()).toContain(
    '"deal_id"',
  );
  npm.kill();
  await once(npm, 'exit');
  await until('the end of the sandbox', async () => !(await isUp(url!)), { seconds: 20 });
});
