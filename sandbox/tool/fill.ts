/** What a team keeps in its repository: the set-up of an account, and cases to begin with. */
import * as z from 'zod/mini';

import { CreateApplicationBody } from '../../api/contract.ts';
import { keptForm } from '../api/forms.ts';
import { CustomFields, ExpectedDocuments, PortalConfiguration } from '../api/known.ts';
import type { AccountSettings } from '../domain/account.ts';
import { Problem, valid } from '../domain/problem.ts';
import type { Services } from '../domain/services.ts';

/** Names what an object has too much. */
const names = {
  error: (issue: { code?: string; keys?: string[] }) =>
    issue.code === 'unrecognized_keys'
      ? `has no field ${issue.keys?.join(', ')}`
      : 'must be an object',
};

/** Strict: a misspelt name would otherwise set nothing up. */
export const AccountFile = z.strictObject(
  {
    unknown_fields: z.optional(z.enum(['keep', 'drop', 'refuse'])),
    external_reference: z.optional(z.enum(['free', 'unique_per_subject', 'unique'])),
    custom_fields: z.optional(CustomFields),
    expected_documents: z.optional(ExpectedDocuments),
    portal: z.optional(PortalConfiguration),
  },
  names,
);
export const SeedFile = z.strictObject({ applications: z.array(CreateApplicationBody) }, names);

interface Entry {
  loc: (string | number)[];
  msg: string;
}
const inWords = (what: string, { detail }: Problem): Error =>
  new Error(
    `The ${what} cannot be taken: ${
      typeof detail === 'string'
        ? detail
        : (detail as Entry[])
            .map(({ loc, msg }) => `${loc.slice(1).join('.') || 'it'} ${msg}`)
            .join('; ')
    }`,
  );

/** @throws Error that names the fields. */
function taken<T>(what: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof Problem ? inWords(what, error) : error;
  }
}

/** Sets up the main account and makes the cases of the seed. @throws Error with the reason. */
export function filled(
  { account, workflow, store }: Services,
  given: { seed?: unknown; account?: unknown },
): void {
  store.atomic(() => {
    if (given.account !== undefined) {
      const settings = taken('account', () => valid(AccountFile, given.account));
      account.change('main', settings as Partial<AccountSettings>);
    }
    if (given.seed === undefined) return;
    taken('seed', () => {
      const { applications } = valid(
        SeedFile,
        typeof given.seed === 'object' && given.seed && 'applications' in given.seed
          ? { ...given.seed, applications: keptForm(given.seed.applications) }
          : given.seed,
      );
      for (const application of applications) workflow.create('main', application, 'Seed');
    });
  });
}
