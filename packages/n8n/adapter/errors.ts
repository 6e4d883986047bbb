/** Turns the operations' errors into n8n's own classes and words. */
import {
  NodeApiError,
  NodeOperationError,
  type INode,
  type JsonObject,
  type NodeError,
} from 'n8n-workflow';

import { OperationError } from '../../../client/basics/errors.ts';
import { inWordsOfN8n } from './words.ts';

/**
 * Invalid input becomes an operation error, an answer of the service an API error with its status.
 */
export function nodeError(node: INode, error: Error, itemIndex?: number): NodeError {
  if (error instanceof NodeApiError || error instanceof NodeOperationError) return error;
  const text = inWordsOfN8n(error.message);
  // The first sentence is the message, the rest the description.
  const [, message = text, description] = /^(.*?[.!?])\s+(\S.*)$/s.exec(text) ?? [];
  const more = { message, description, itemIndex };
  const { kind, status } = error instanceof OperationError ? error : {};
  const isRefusal = status !== undefined && status >= 400;
  if (kind === 'halt' && !isRefusal) return new NodeOperationError(node, message, more);
  const httpCode = status === undefined ? {} : { httpCode: String(status) };
  return new NodeApiError(node, { message } as JsonObject, { ...more, ...httpCode });
}
