/** Child process: stands in for the service. Discards uploads and serves files. */
import { createServer } from 'node:http';
import { Readable } from 'node:stream';

const body = JSON.stringify({
  application_id: 'app_1',
  id: 'app_1',
  person_id: 'per_1',
  business_id: 'biz_1',
  file_id: 'fil_1',
  document_id: 'doc_1',
  portal_id: 'ptl_1',
  link: 'token',
  status_review: 'approved',
  risk_level: 0,
  organization_name: 'Lumen Studio SAS',
  business: { organization_name: 'Lumen Studio SAS', country: 'FR' },
  persons: [{ person_id: 'per_1', last_name: 'Ferrer' }],
  businesses: [],
});
const list = `[${body}]`;

const server = createServer((request, response) => {
  const file = /^\/file\/(\d+)$/.exec(request.url);
  if (file) {
    const pieces = Array(Number(file[1])).fill(Buffer.alloc(1024 * 1024, '%PDF-1.7\n'));
    response.writeHead(200, {
      'content-type': 'application/pdf',
      'content-length': pieces.length * 1024 * 1024,
    });
    return Readable.from(pieces).pipe(response);
  }
  request.resume().on('end', () => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(request.url.includes('/search') ? list : body);
  });
});
server.listen(0, '127.0.0.1', () => process.send(server.address().port));
