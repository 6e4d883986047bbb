/** The usual row of each operation as a call of the app, for tests of all operations and the benchmark. */
import { rows } from '../operations/rows.ts';
import { bundleOf, id, type Exchange } from '../operations/table.ts';
import { methodOf } from './app.ts';

export { aCase, id, type Exchange } from '../operations/table.ts';

export interface Example {
  /** The method of the app, for example `creates.create_case.operation.perform`. */
  run: string;
  bundle: { inputData: Record<string, unknown>; [key: string]: unknown };
  /** At least one. */
  requests: [Exchange, ...Exchange[]];
  /** A part of the only thing that it returns. */
  result: object;
}

export const examples: Record<string, Example> = Object.fromEntries(
  Object.entries(rows).map(([key, { usual }]) => [
    key,
    {
      run: methodOf(key),
      bundle: bundleOf(usual),
      requests: usual.requests as Example['requests'],
      result: [usual.returns].flat()[0]!,
    },
  ]),
);

/** The methods that are not triggers. */
export const steps = Object.entries(examples).filter(([, { run }]) => !run.startsWith('triggers.'));

/** The bundle of an example, for another case. */
export const bundleFor = ({ bundle }: Example, application_id: string): object =>
  JSON.parse(JSON.stringify(bundle).replaceAll(id, application_id)) as object;
