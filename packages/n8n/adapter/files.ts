/** The parameters of an item, with the files of earlier nodes. */
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { HostFile } from '../../../client/files.ts';
import { flat } from './input.ts';
import { caseKey } from './keys.ts';

/** The parameters with these names as the operation's input, flat, with files. */
export async function parametersOf(
  context: IExecuteFunctions,
  names: string[],
  itemIndex: number,
): Promise<Record<string, unknown>> {
  const all: IDataObject = {};
  for (const name of names) {
    // The operations check every value themselves.
    const options = { extractValue: name === caseKey, skipValidation: true };
    all[name] = context.getNodeParameter(name, itemIndex, '', options) as IDataObject;
  }
  const { file_from, binary_property, back_file_binary_property, ...parameters } = flat(all);
  if (file_from === 'address' || !('binary_property' in all)) return parameters;
  const fileIn = (property: unknown) => fileOf(context, itemIndex, String(property));
  const file = await fileIn(binary_property);
  if (!back_file_binary_property) return { ...parameters, file };
  return { ...parameters, file, back_file: await fileIn(back_file_binary_property) };
}

/** A file that n8n does not keep in memory is read in pieces. */
async function fileOf(
  { helpers }: IExecuteFunctions,
  itemIndex: number,
  property: string,
): Promise<HostFile> {
  const data = helpers.assertBinaryData(itemIndex, property);
  const about = { name: data.fileName ?? 'document', type: data.mimeType };
  if (data.id) {
    const { fileSize } = await helpers.getBinaryMetadata(data.id);
    return { ...about, length: fileSize, open: () => helpers.getBinaryStream(data.id!) };
  }
  const content = Buffer.from(data.data, 'base64');
  return {
    ...about,
    length: content.length,
    async *open() {
      yield content;
    },
  };
}
