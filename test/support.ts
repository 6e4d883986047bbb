/** What the tests share: a connection, a way to run a method, and the answers of an example. */
import nock from 'nock';

import app from '../index.ts';
import { stepFailure, type StepFailure } from '../testing/app-handler.ts';
import { runner as platformRunner } from '../testing/runner.ts';
import type { Example, Exchange } from '../testing/examples.ts';

export const base = 'https://api.example.com';
export const key = 'key_51e7d0c2_secret';
export const authData = { base_url: base, api_key: key };

/** Runs methods of an app with that connection; `more` goes into each event. */
export const runner = (definition: object = app, more: object = {}) =>
  platformRunner(definition, more, { authData });

export const run = runner();

/** The error a step ends with: its kind and the message the reader sees. */
export async function failure(work: Promise<unknown>): Promise<StepFailure> {
  try {
    await work;
  } catch (error) {
    return stepFailure(error as Error);
  }
  throw new Error('The step did not fail.');
}

/** Prepares the answer to a request, which carries the key and the platform's name. */
export const expectRequest = ({ method, path }: Exchange) =>
  nock(base).intercept(path, method, undefined, {
    reqheaders: { authorization: key, 'user-agent': 'Zapier' },
  });

/** Prepares the answers to what follows the first request. */
export function expectRest({ requests: [, ...rest] }: Example) {
  for (const { method, path, answer } of rest) {
    nock(base)
      .intercept(path, method)
      .reply(200, answer as nock.Body);
  }
}
