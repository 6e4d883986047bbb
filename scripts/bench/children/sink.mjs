/** Child process: takes every delivery; on /dead it never answers. */
import { createServer } from 'node:http';

const server = createServer((request, response) => {
  request.resume();
  if (!request.url.startsWith('/dead')) response.end();
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => process.send(server.address().port));
