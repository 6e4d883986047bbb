/** A file that n8n keeps outside of memory is read piece by piece. */
import { Readable } from 'node:stream';
import type { IExecuteFunctions } from 'n8n-workflow';

import type { HostFile } from '../../../client/files.ts';
import { parametersOf } from '../adapter/files.ts';

it('streams a stored file', async () => {
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
  const { file, type } = await parametersOf(context, Object.keys(parameters), 0);
  expect(type).toBe('ID');
  expect(getBinaryStream).not.toHaveBeenCalled();
  const { name, length, open } = file as HostFile;
  expect([name, length]).toEqual(['scan.pdf', size]);
  let bytes = 0;
  for await (const piece of await open()) {
    bytes += piece.length;
    expect(read).toBeLessThan(bytes + 5);
  }
  expect(bytes).toBe(size);
});
