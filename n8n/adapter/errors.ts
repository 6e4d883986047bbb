/** The errors of the operations in n8n's own classes and words. */
import {
  NodeApiError,
  NodeOperationError,
  type INode,
  type JsonObject,
  type NodeError,
} from 'n8n-workflow';

import { toldBy } from '../../api/told.ts';
import { inWordsOfN8n } from './words.ts';

/** Message and class name of an error of the operations; what follows the first sentence tells more. */
function told(error: Error) {
  const text = inWordsOfN8n(toldBy(error).message);
  const [, first = text, more] = /^(.*?[.!?])\s+(\S.*)$/s.exec(text) ?? [];
  return { kind: error.name, message: first, description: more };
}

/**
 * Input that cannot be right stops as an operation error, what the service did as an API error with
 * the status of its answer.
 */
export function nodeError(
  node: INode,
  error: Error,
  { itemIndex, status }: { itemIndex?: number; status?: number } = {},
): NodeError {
  if (error instanceof NodeApiError || error instanceof NodeOperationError) return error;
  const { kind, message, description } = told(error);
  if (kind === 'HaltedError')
    return new NodeOperationError(node, message, { itemIndex, description });
  const more = { message, description, itemIndex };
  const httpCode = status === undefined ? {} : { httpCode: String(status) };
  return new NodeApiError(node, { message } as JsonObject, { ...more, ...httpCode });
}
