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
  const text = inWordsOfN8n(toldBy(error).message);
  // What follows the first sentence tells more.
  const [, message = text, description] = /^(.*?[.!?])\s+(\S.*)$/s.exec(text) ?? [];
  const more = { message, description, itemIndex };
  if (error.name === 'HaltedError') return new NodeOperationError(node, message, more);
  const httpCode = status === undefined ? {} : { httpCode: String(status) };
  return new NodeApiError(node, { message } as JsonObject, { ...more, ...httpCode });
}
