/** The parameters of an item, in which a file of an earlier node has an address, and a stream behind it. */
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { Readable } from '../stand-ins/stream.ts';
import { addressOf, type Binaries, type BinaryFile } from './binary.ts';
import { flat } from './input.ts';
import { caseKey } from './keys.ts';

/**
 * The parameters of these names for an item as the operation takes them, flat, with the address of
 * its file.
 */
export async function parametersOf(
  context: IExecuteFunctions,
  names: string[],
  itemIndex: number,
  binaries: Binaries,
): Promise<IDataObject> {
  const all: IDataObject = {};
  for (const name of names) {
    // The operations check every value themselves.
    const options = { extractValue: name === caseKey, skipValidation: true };
    all[name] = context.getNodeParameter(name, itemIndex, '', options) as IDataObject;
  }
  const { file_from, binary_property, ...parameters } = flat(all);
  if (file_from === 'address' || !('binary_property' in all)) return parameters;
  const file = await fileOf(context, itemIndex, String(binary_property));
  return { ...parameters, file: addressOf(binaries, file) };
}

/** Kept elsewhere than in memory, a file is read piece by piece. */
async function fileOf(
  { helpers }: IExecuteFunctions,
  itemIndex: number,
  property: string,
): Promise<BinaryFile> {
  const data = helpers.assertBinaryData(itemIndex, property);
  if (data.id) {
    const { fileSize } = await helpers.getBinaryMetadata(data.id);
    return { data, length: fileSize, open: () => helpers.getBinaryStream(data.id!) };
  }
  const content = Buffer.from(data.data, 'base64');
  return { data, length: content.length, open: async () => Readable.from([content]) };
}
