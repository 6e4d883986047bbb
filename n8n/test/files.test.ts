/** A file that n8n keeps outside of memory is read piece by piece. */
import { Readable } from 'node:stream';
import type { IExecuteFunctions } from 'n8n-workflow';

import { binaryAnswer, type Binaries } from '../adapter/binary.ts';
import { parametersOf } from '../adapter/files.ts';

it('streams a stored file under an address of its own', async () => {
  const pieces = ['%PDF', '-1.4'];
  let read = 0;
  const stored = Readable.from(
    (function* () {
      for (const piece of pieces) {
        read++;
        yield Buffer.from(piece);
      }
    })(),
    { objectMode: false, highWaterMark: 1 },
  );
  const parameters: Record<string, unknown> = { binary_property: 'scan', type: 'ID' };
  const context = {
    getNodeParameter: (name: string) => parameters[name],
    helpers: {
      assertBinaryData: (_: number, name: string) => ({
        id: `filesystem:${name}`,
        mimeType: 'application/pdf',
        fileName: 'scan.pdf',
        data: 'filesystem',
      }),
      getBinaryMetadata: async () => ({ fileSize: 8 }),
      getBinaryStream: async () => stored,
    },
  } as unknown as IExecuteFunctions;
  const binaries: Binaries = new Map();
  const { file, type } = await parametersOf(context, Object.keys(parameters), 0, binaries);
  expect(type).toBe('ID');
  expect(read).toBe(0);
  const answer = binaryAnswer(binaries, String(file))!;
  expect(answer.headers.get('Content-Length')).toBe('8');
  expect(answer.headers.get('content-disposition')).toContain('scan.pdf');
  expect((await (answer.body as Readable).toArray()).join('')).toBe('%PDF-1.4');
  expect(binaryAnswer(binaries, 'https://elsewhere.example/')).toBeUndefined();
});
