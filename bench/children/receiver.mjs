/**
 * Child process: a subscriber that runs an app's trigger for each delivery. Says how long each took
 * from acceptance to the trigger's output (ms), and how long all of them took together.
 */
import { createServer } from 'node:http';

const [, , path, given] = process.argv;
const { default: zapier } = await import('zapier-platform-core');
const { default: app } = await import(path);
const handle = zapier.createAppHandler(app);
const { event, triggers } = JSON.parse(given);

const casePath = ({ data }) => `/api/applications/${data.object.application_id}`;
let times = [];
let first;
let last;

const server = createServer((request, response) => {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', async () => {
    const from = performance.now();
    first ??= from;
    const content = Buffer.concat(chunks).toString();
    const payload = JSON.parse(content);
    const bundle = {
      cleanedRequest: payload,
      rawRequest: { headers: request.headers, content },
      ...(!triggers && { inputData: { requests: [{ method: 'GET', path: casePath(payload) }] } }),
    };
    const { results } = await handle({ ...event, bundle: { ...event.bundle, ...bundle } });
    if (![results].flat().length) throw new Error('The event reached no Zap.');
    last = performance.now();
    times.push(last - from);
    response.end();
  });
});
process.on('message', (message) => {
  if (message.secret) event.bundle.subscribeData = { secret: message.secret };
  else if (times.length < message.count) process.send({ missing: message.count - times.length });
  else {
    process.send({ times, took: last - first });
    times = [];
    first = undefined;
  }
});
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
