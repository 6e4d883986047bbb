/** One run of an operation: its account, service, platform and deadline. */
import type { Host } from '../../host/host.ts';
import type { Dialect } from '../../service/dialect.ts';
import type { Labels } from '../basics/labels.ts';
import type { Installation } from '../../host/settings.ts';
import { labelsOnWire } from './wire.ts';

export interface Connection {
  base_url?: string;
  api_key?: string;
  account_name?: string;
  portal_address?: string;
  webhook_secret?: string;
}

/** A text that was repaired, and the label of its field. */
export interface Repair {
  label: string;
  before: string;
  after: string;
}

export interface Run {
  connection: Connection;
  dialect: Dialect;
  installation: Installation;
  host: Host;
  /** A user tests the step in an editor. */
  isTest?: boolean;
  /** The end of its time, in milliseconds of the clock. */
  deadline: number;
  /** Labels of the operation's fields for messages. */
  labels: Labels;
  /** Texts that this run repaired, for its output. */
  repairs?: Repair[];
  /** In a trigger, a temporary failure is tried again. */
  isTrigger?: boolean;
  /** Set when a repeat would do something twice, so a temporary failure is final. */
  unrepeatable?: boolean;
}

/** Starts a run with the parts that a platform supplies. */
export const newRun = (start: Omit<Run, 'deadline' | 'labels'>): Run => ({
  ...start,
  labels: {},
  deadline: Date.now() + start.installation.stepSeconds * 1000,
});

/** The run with labels of its fields, also under the service's own names. */
export const withLabels = (run: Run, labels: Labels): Run => ({
  ...run,
  labels: labelsOnWire(run.dialect, labels),
});
