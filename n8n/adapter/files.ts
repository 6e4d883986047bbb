/** The file parameter of a node: one of an earlier node gets an address, a stream behind it. */
// The operations stream files by it; the package is for n8n on your own machines.
// eslint-disable-next-line @n8n/community-nodes/no-restricted-imports
import { Readable } from 'node:stream';
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { addressOf, type Binaries } from './binary.ts';

/** The parameters of an item as the operation takes them, flat, with the address of its file. */
export async function fileAddress(
  context: IExecuteFunctions,
  itemIndex: number,
  binaries: Binaries,
): Promise<IDataObject> {
  const names = Object.keys(context.getNode().parameters);
  const all = Object.fromEntries(
    names.map((name) => [name, context.getNodeParameter(name, itemIndex, undefined)]),
  ) as IDataObject;
  const { resource: _, operation: __, optional, file_from, binary_property, ...given } = all;
  const parameters = { ...given, ...(optional as IDataObject) };
  if (file_from === 'address' || !('binary_property' in all)) return parameters;
  const data = context.helpers.assertBinaryData(itemIndex, String(binary_property));
  // Kept elsewhere than in memory, it is read piece by piece.
  if (data.id) {
    const { fileSize } = await context.helpers.getBinaryMetadata(data.id);
    const body = await context.helpers.getBinaryStream(data.id);
    return { ...parameters, file: addressOf(binaries, { data, length: fileSize, body }) };
  }
  const content = Buffer.from(data.data, 'base64');
  const file = { data, length: content.length, body: Readable.from([content]) };
  return { ...parameters, file: addressOf(binaries, file) };
}
