/** One run of an operation: whose account, which service, on which platform, until when. */
import type { Host } from '../host.ts';
import type { Dialect } from '../service/dialect.ts';
import type { Labels } from './answer.ts';
import type { Installation } from './settings.ts';
import { labelsOnWire } from './wire.ts';

/** The account, as its connection in the editor has it. */
export interface Connection {
  base_url?: string;
  api_key?: string;
  portal_address?: string;
  webhook_secret?: string;
}

/** What a platform makes for each run. */
interface Start {
  connection: Connection;
  dialect: Dialect;
  installation: Installation;
  host: Host;
  /** Somebody tries the step in an editor. */
  isTest?: boolean;
}

export interface Run extends Start {
  /** When it must have ended (milliseconds of the clock). */
  deadline: number;
  /** Labels of the operation's fields, for messages. */
  labels: Labels;
  /** Of a trigger, what may pass is tried again instead of failing. */
  isTrigger?: boolean;
  /** Set once a repeat would do something twice: what may pass ends the run for good. */
  unrepeatable?: boolean;
}

/** A run that begins now. */
export const newRun = (start: Start): Run => ({
  ...start,
  labels: {},
  deadline: Date.now() + start.installation.stepSeconds * 1000,
});

/** The same run with labels of its fields, by the names of the service as well. */
export const withLabels = (run: Run, labels: Labels): Run => ({
  ...run,
  labels: labelsOnWire(run.dialect, labels),
});
