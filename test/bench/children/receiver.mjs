/**
 * Child process: a subscriber that runs an app's trigger for each delivery. After the expected
 * number, reports the time of each from acceptance to output (ms).
 */
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

const [, , path, given] = process.argv;
const { default: zapier } = await import('zapier-platform-core');
const { default: app } = await import(path);
const handle = zapier.createAppHandler(app);
const event = JSON.parse(given);

let round = {};
process.on('message', ({ secret, count }) => (round = { secret, count, times: [] }));

const server = createServer(async (request, response) => {
  const content = await text(request);
  const from = performance.now();
  const payload = JSON.parse(content);
  const casePath = `/api/applications/${payload.data.object.application_id}`;
  const bundle = {
    ...event.bundle,
    cleanedRequest: payload,
    rawRequest: { headers: request.headers, content },
    subscribeData: { secret: round.secret },
    // Only the floor reads it.
    inputData: { requests: [{ method: 'GET', path: casePath }] },
  };
  const { results } = await handle({ ...event, bundle });
  if (![results].flat().length) throw new Error('The event reached no Zap.');
  round.times.push(performance.now() - from);
  response.end();
  if (round.times.length === round.count) process.send({ times: round.times });
});
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
