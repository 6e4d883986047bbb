/** The tests' connection, and a function that runs a method. */
import app from '../../index.ts';
import { stepFailure, type StepFailure } from '../../zapier/local/app-handler.ts';
import { runner as platformRunner } from '../../zapier/local/runner.ts';

export const base = 'https://api.example.com';
const authData = { base_url: base, api_key: 'key_51e7d0c2_secret' };

/** Runs methods of an app with that connection; `more` goes into each event. */
export const runner = (definition: object = app, more: object = {}) =>
  platformRunner(definition, more, { authData });

/** The error at the end of a step: its kind, and the message for the reader. */
export async function failure(work: Promise<unknown>): Promise<StepFailure> {
  try {
    await work;
  } catch (error) {
    return stepFailure(error as Error);
  }
  throw new Error('The step did not fail.');
}
