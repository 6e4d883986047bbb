/** The parameters of an item, in which a file of an earlier node has an address, and a stream behind it. */
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { addressOf, type HostFiles } from '../../../hosts/files.ts';
import { Readable } from '../stand-ins/stream.ts';
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
  files: HostFiles,
): Promise<IDataObject> {
  const all: IDataObject = {};
  for (const name of names) {
    // The operations check every value themselves.
    const options = { extractValue: name === caseKey, skipValidation: true };
    all[name] = context.getNodeParameter(name, itemIndex, '', options) as IDataObject;
  }
  const { file_from, binary_property, back_file_binary_property, ...parameters } = flat(all);
  if (file_from === 'address' || !('binary_property' in all)) return parameters;
  const addressIn = async (property: unknown) =>
    addressOf(files, await fileOf(context, itemIndex, String(property)));
  const file = await addressIn(binary_property);
  if (!back_file_binary_property) return { ...parameters, file };
  return { ...parameters, file, back_file: await addressIn(back_file_binary_property) };
}

/** Kept elsewhere than in memory, a file is read piece by piece. */
async function fileOf({ helpers }: IExecuteFunctions, itemIndex: number, property: string) {
  const data = helpers.assertBinaryData(itemIndex, property);
  const told = { name: data.fileName ?? 'document', type: data.mimeType };
  if (data.id) {
    const { fileSize } = await helpers.getBinaryMetadata(data.id);
    return { ...told, length: fileSize, open: () => helpers.getBinaryStream(data.id!) };
  }
  const content = Buffer.from(data.data, 'base64');
  return { ...told, length: content.length, open: () => Readable.from([content]) };
}
