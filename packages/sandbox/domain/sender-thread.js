// Signs and sends deliveries in a thread of its own, so that the time of an API request does not
// depend on how many receivers there are. Plain JavaScript: threads start without a compiler.
import { request as overHttp } from 'node:http';
import { request as overHttps } from 'node:https';
import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { Webhook } from 'standardwebhooks';

import {
  checkedLookup,
  isControlPath,
  isLoopback,
  literalAddress,
  refusedAddress,
} from './receivers.js';

/** Results go back together: each message interrupts the requests of the API. */
const results = [];
const report = (result) => {
  if (results.push(result) === 1) setTimeout(() => parentPort.postMessage(results.splice(0)), 5);
};

// On Linux this is about the thread alone: requests of the API go first where cores are few.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW);

const longestReply = 2000;

async function start(response) {
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of response) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > longestReply) break;
  }
  return text.slice(0, longestReply);
}

/** Why an IP address gets nothing from a delivery to this URL. */
const refusal =
  ({ pathname, port }, own) =>
  (address) => {
    if (port === own && isLoopback(address) && isControlPath(pathname))
      return 'the sandbox does not call its own control pages';
    return refusedAddress(address, workerData.allowPrivate);
  };

/** A request that connects to no address that is refused. @throws Error with the reason. */
function open(url, own, headers, body) {
  const target = new URL(url);
  const refused = refusal(target, own);
  const literal = literalAddress(target.hostname);
  const reason = literal && refused(literal);
  if (reason) throw Object.assign(new Error(reason), { code: 'REFUSED_ADDRESS' });
  return (target.protocol === 'https:' ? overHttps : overHttp)(target, {
    method: 'POST',
    headers: { ...headers, 'content-length': Buffer.byteLength(body) },
    lookup: checkedLookup(refused),
  });
}

/** Sends the body. @returns the answer once its head is there. */
const post = (url, own, headers, body, timeout) =>
  new Promise((resolve, reject) => {
    const request = open(url, own, headers, body);
    // As long as the answer may take, not only as long as it may be silent.
    const timer = setTimeout(
      () => request.destroy(Object.assign(new Error('late'), { code: 'LATE' })),
      timeout,
    );
    request.on('close', () => clearTimeout(timer));
    request.on('error', reject).on('response', resolve);
    request.end(body);
  });

/** Sends half of the body and closes the connection. */
const hangUp = (url, own, headers, body) =>
  new Promise((resolve) => {
    const request = open(url, own, headers, body);
    request.on('error', resolve).on('close', resolve);
    request.write(body.slice(0, body.length / 2), () => request.destroy());
  });

/** @param job see `Job` of sender.ts. */
async function send({ seq, url, own, event_id, body, secrets, headers, timeout, fault = {} }) {
  const at = new Date();
  const sent = {
    'content-type': 'application/json',
    'user-agent': 'compliance-onboarding-sandbox/1.1',
    ...headers,
    'webhook-id': event_id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': secrets
      .map((secret) => new Webhook(secret).sign(event_id, at, body))
      .join(' '),
  };
  const garbled = fault.kind === 'garbled' ? body.slice(0, body.length / 2) + '\u0000' : body;
  if (fault.delay) await new Promise((resolve) => setTimeout(resolve, fault.delay));
  try {
    if (fault.kind === 'hang-up') {
      await hangUp(url, own, sent, body);
      return report({ seq, sent, failure: 'hung up on demand' });
    }
    const response = await post(url, own, sent, garbled, timeout);
    report({
      seq,
      sent,
      status: fault.status ?? response.statusCode,
      retryAfter: response.headers['retry-after'],
      reply: await start(response).catch(() => ''),
    });
  } catch ({ code, message }) {
    const failures = { LATE: 'no answer in time', REFUSED_ADDRESS: message };
    report({ seq, sent, failure: failures[code] ?? 'cannot be reached' });
  }
}

/** Deliveries at once; more connections make all of them slower. */
let places = 50;
/** Milliseconds after which one that is not answered gives its place to others. */
const longWait = 250;
const waiting = [];
/** Starts what has a place. */
function startNext() {
  while (places > 0 && waiting.length) {
    places--;
    let isTaken = true;
    const free = () => {
      if (!isTaken) return;
      isTaken = false;
      clearTimeout(timer);
      places++;
      startNext();
    };
    const timer = setTimeout(free, longWait);
    void send(waiting.shift()).then(free);
  }
}
parentPort.on('message', (jobs) => {
  waiting.push(...jobs);
  startNext();
});
