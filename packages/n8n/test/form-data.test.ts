/** The multipart body in the place of the package `form-data`, written into a slow request. */
import { Writable } from 'node:stream';

import FormData from '../stand-ins/form-data.ts';
import { Readable } from '../stand-ins/stream.ts';

const piece = Buffer.alloc(64 * 1024, 'x');
const file = { filename: 'a "b".pdf', contentType: 'application/pdf' };

function* pieces(count: number, read: { count: number }) {
  for (; read.count < count; read.count++) yield piece;
}

it('waits for a slow request, and leaves no listeners behind', async () => {
  const warnings: string[] = [];
  process.on('warning', ({ name }) => warnings.push(name));
  const read = { count: 0 };
  let written = 0;
  const slow = new Writable({
    highWaterMark: 1,
    write(chunk: Buffer, _, next) {
      written += chunk.length;
      expect(read.count * piece.length).toBeLessThan(written + 3 * piece.length);
      setImmediate(next);
    },
  });
  const form = new FormData();
  form.append('file', Readable.from(pieces(40, read)), { ...file, knownLength: 40 * piece.length });
  form.pipe(slow);
  await new Promise((done) => slow.once('finish', done));
  expect(written).toBe(form.getLengthSync());
  expect(slow.listenerCount('error')).toBe(1);
  expect(warnings).toEqual([]);
});

it('reads no further when the request is gone', async () => {
  const read = { count: 0 };
  const broken = new Writable({ highWaterMark: 1, write: (_, __, next) => setImmediate(next) });
  broken.on('error', () => undefined);
  const form = new FormData();
  form.append('file', Readable.from(pieces(1000, read)), file);
  form.pipe(broken);
  await new Promise((wait) => setTimeout(wait, 5));
  broken.destroy();
  const then = read.count;
  await new Promise((wait) => setTimeout(wait, 50));
  expect(then).toBeLessThan(1000);
  expect(read.count).toBeLessThanOrEqual(then + 2);
});

it('says so when the file breaks off', async () => {
  const failure = new Error('broken off');
  const form = new FormData();
  form.append(
    'file',
    Readable.from(
      (async function* () {
        yield piece;
        throw failure;
      })(),
    ),
    file,
  );
  const told = new Promise((resolve) => form.on('error', resolve));
  form.pipe(new Writable({ write: (_, __, next) => next() }));
  expect(await told).toBe(failure);
});
