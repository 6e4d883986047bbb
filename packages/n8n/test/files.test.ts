/** A file that n8n keeps outside of memory is read piece by piece. */
import { Readable } from 'node:stream';
import type { IExecuteFunctions } from 'n8n-workflow';

import { answerOfFile, type HostFiles } from '../../../hosts/files.ts';
import { parametersOf } from '../adapter/files.ts';

it('streams a stored file under an address of its own', async () => {
  const size = 100;
  let read = 0;
  const stored = Readable.from(
    (function* () {
      while (read < size) {
        read++;
        yield Buffer.from('x');
      }
    })(),
    { objectMode: false, highWaterMark: 1 },
  );
  const getBinaryStream = jest.fn(async () => stored);
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
      getBinaryMetadata: async () => ({ fileSize: size }),
      getBinaryStream,
    },
  } as unknown as IExecuteFunctions;
  const files: HostFiles = new Map();
  const { file, type } = await parametersOf(context, Object.keys(parameters), 0, files);
  expect(type).toBe('ID');
  expect(getBinaryStream).not.toHaveBeenCalled();
  const answer = (await answerOfFile(files, String(file)))!;
  expect(answer.headers.get('Content-Length')).toBe(String(size));
  expect(answer.headers.get('content-disposition')).toContain('scan.pdf');
  let taken = 0;
  for await (const piece of answer.body!) {
    taken += piece.length;
    expect(read).toBeLessThan(taken + 5);
  }
  expect(taken).toBe(size);
  expect(await answerOfFile(files, 'https://elsewhere.example/')).toBeUndefined();
});
