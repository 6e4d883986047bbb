/**
 * What running Zaps, workflows, assistants and tests of other projects rely on, made from the code.
 * The JSON files beside it hold what was promised.
 */
import { dialect } from './dialect.ts';
import { sorted } from './forms.ts';
import { idempotency } from './idempotency.ts';
import { mcp } from './mcp.ts';
import { n8n } from './n8n.ts';
import { sandbox } from './sandbox.ts';
import { zapier } from './zapier.ts';

const parts: Record<string, () => Promise<object>> = {
  dialect,
  idempotency,
  mcp,
  n8n,
  sandbox,
  zapier,
};

export const names = Object.keys(parts);

/** One part as JSON has it. */
export const promiseNow = async (name: string): Promise<unknown> =>
  sorted(JSON.parse(JSON.stringify(await parts[name]!())));
