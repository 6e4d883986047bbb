/**
 * A request of text with an answer of text, as nearly all are: byte for byte what node-fetch sends,
 * and read as it reads, without the objects and streams it makes of both.
 */
import { kMaxLength } from 'node:buffer';
import http, { type Agent, type IncomingMessage } from 'node:http';
import https from 'node:https';
import {
  brotliDecompressSync,
  constants,
  gunzipSync,
  inflateRawSync,
  inflateSync,
  type ZlibOptions,
} from 'node:zlib';

import { cutOff } from '../../../client/time.ts';
import { answerOf, type Answered, type Asked } from '../../../hosts/request.ts';

/** Behind those of the operation, in the order and the letters of node-fetch. */
function headersOf({ method = 'GET', headers, body }: Asked) {
  const length = typeof body === 'string' ? Buffer.byteLength(body) : 0;
  const tellsLength = body !== undefined || method === 'POST' || method === 'PUT';
  return {
    ...headers,
    ...(tellsLength && { 'Content-Length': String(length) }),
    'Accept-Encoding': 'gzip,deflate',
  };
}

/** Node's older parser of addresses, which node-fetch uses, escapes these as well. */
const pathOf = ({ href, origin }: URL) =>
  href
    .slice(origin.length)
    .replace(/['\\^`{|}]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

const tooLarge = () => Object.assign(new Error('too large'), { type: 'max-size' });

type Unpack = (bytes: Buffer, options: ZlibOptions) => Buffer;
/** The end of it may be missing, as browsers allow. */
const gzip: Unpack = (bytes, options) =>
  gunzipSync(bytes, { ...options, finishFlush: constants.Z_SYNC_FLUSH });
/** Some servers leave out the header that belongs to it. */
const deflate: Unpack = (bytes, options) =>
  ((bytes[0]! & 15) === 8 ? inflateSync : inflateRawSync)(bytes, options);
/** How an answer may be packed; some servers ask nobody before they do. */
const codings = new Map<string | undefined, Unpack>([
  ['gzip', gzip],
  ['x-gzip', gzip],
  ['deflate', deflate],
  ['x-deflate', deflate],
  ['br', brotliDecompressSync],
]);

/** @throws an error as the platform's where it is too large. */
function decoded(bytes: Buffer, coding: string | undefined, size: number): string {
  const unpack = codings.get(coding);
  if (!bytes.length || !unpack) return bytes.toString();
  try {
    return unpack(bytes, { maxOutputLength: size }).toString();
  } catch (error) {
    throw (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE' ? tooLarge() : error;
  }
}

/** How a request is sent, and who hears of its answer when that begins. */
interface Way {
  agent: (to: URL) => Agent;
  onAnswer: (answer: IncomingMessage) => void;
}

/** Sends text, and reads the whole answer; a redirect is one, too. */
export const exchangeText = (asked: Asked, { agent, onAnswer }: Way): Promise<Answered> =>
  new Promise((resolve, reject) => {
    const { url, method, body, size = kMaxLength } = asked;
    const to = new URL(url);
    const { request } = to.protocol === 'https:' ? https : http;
    const headers = headersOf(asked);
    const sent = request(to, { path: pathOf(to), method, headers, agent: agent(to) });
    sent.on('error', reject);
    sent.on('response', (answer) => {
      onAnswer(answer);
      const pieces: Buffer[] = [];
      let length = 0;
      answer.on('data', (piece: Buffer) => {
        pieces.push(piece);
        length += piece.length;
        if (length > size) answer.destroy(tooLarge());
      });
      // A connection that is lost now has broken off the answer.
      answer.on('error', (error: NodeJS.ErrnoException) =>
        reject(error.code === 'ECONNRESET' ? cutOff() : error),
      );
      answer.on('end', () => {
        try {
          const coding = answer.headers['content-encoding'];
          const content = decoded(Buffer.concat(pieces), coding, size);
          resolve(answerOf(answer.statusCode!, answer.headers, { content }));
        } catch (error) {
          reject(error as Error);
        }
      });
    });
    sent.end(body);
  });
