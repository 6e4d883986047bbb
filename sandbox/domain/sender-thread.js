// Signs and sends deliveries in a thread of its own, so that the time of an API request does not
// depend on how many receivers there are. Plain JavaScript: threads start without a compiler.
import { request as overHttp } from 'node:http';
import { request as overHttps } from 'node:https';
import { constants, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { Webhook } from 'standardwebhooks';

/** Results go back together: each message interrupts the requests of the API. */
const results = [];
const report = (result) => {
  if (results.push(result) === 1) setTimeout(() => parentPort.postMessage(results.splice(0)), 5);
};

// On Linux this is about the thread alone: requests of the API go first where cores are few.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW);

const longestReply = 2000;

async function start(response) {
  if (!response.body) return '';
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > longestReply) break;
  }
  return text.slice(0, longestReply);
}

/** Sends half of the body and closes the connection. */
const hangUp = (url, headers, body) =>
  new Promise((resolve) => {
    const open = url.startsWith('https') ? overHttps : overHttp;
    const length = Buffer.byteLength(body);
    const request = open(url, {
      method: 'POST',
      headers: { ...headers, 'content-length': length },
    });
    request.on('error', resolve).on('close', resolve);
    request.write(body.slice(0, body.length / 2), () => request.destroy());
  });

/** @param job see `Job` of sender.ts. */
async function send({ seq, url, event_id, body, secrets, headers, timeout, fault = {} }) {
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
      await hangUp(url, sent, body);
      return report({ seq, sent, failure: 'hung up on demand' });
    }
    const response = await fetch(url, {
      method: 'POST',
      headers: sent,
      body: garbled,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeout),
    });
    report({
      seq,
      sent,
      status: fault.status ?? response.status,
      retryAfter: response.headers.get('retry-after'),
      reply: await start(response).catch(() => ''),
    });
  } catch (error) {
    const isLate = error.name === 'TimeoutError';
    report({ seq, sent, failure: isLate ? 'no answer in time' : 'cannot be reached' });
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
