/** The errors of the operations in n8n's own classes and words. */
import {
  NodeApiError,
  NodeOperationError,
  type INode,
  type JsonObject,
  type NodeError,
} from 'n8n-workflow';

import { inWordsOfN8n } from './words.ts';

/** The message and the class name of an error of the operations. */
function told({ name, message }: Error): { kind: string; message: string } {
  const parsed = message.startsWith('{') ? (JSON.parse(message) as { message: string }) : undefined;
  return { kind: name, message: inWordsOfN8n(parsed?.message ?? message) };
}

/** Input that cannot be right stops as an operation error, what the service did as an API error. */
export function nodeError(node: INode, error: Error, itemIndex?: number): NodeError {
  if (error instanceof NodeApiError || error instanceof NodeOperationError) return error;
  const { kind, message } = told(error);
  if (kind === 'HaltedError') return new NodeOperationError(node, message, { itemIndex });
  return new NodeApiError(node, { message } as JsonObject, { message, itemIndex });
}
