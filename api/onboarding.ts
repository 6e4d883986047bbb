/** A deal becomes a case with a portal link: the one step that makes several things ("Flow rules", 2). */
import {
  addRelatedBusiness,
  addRelatedPerson,
  createCase,
  createPortal,
  type Case,
} from './client.ts';
import type { NewCase, RelatedBusiness, RelatedPerson } from './contract.ts';
import { withText } from './errors.ts';
import type { Made } from './memory.ts';
import type { Context } from './transport.ts';

export interface Onboarding {
  body: NewCase;
  persons: RelatedPerson[];
  businesses: RelatedBusiness[];
  redirect_url?: string | null;
}

/** How many of the parties before this one say the same. */
const position = (parties: object[], index: number): number => {
  const own = JSON.stringify(parties[index]);
  return parties.slice(0, index).filter((party) => JSON.stringify(party) === own).length;
};

/** Adds the parties to the case, all at once. @throws the first failure, when all have ended. */
async function addParties(context: Context, application_id: string, onboarding: Onboarding) {
  const { persons, businesses } = onboarding;
  const outcomes = await Promise.allSettled([
    ...persons.map((person, index) =>
      addRelatedPerson(context, application_id, person, position(persons, index)),
    ),
    ...businesses.map((business, index) =>
      addRelatedBusiness(context, application_id, business, position(businesses, index)),
    ),
  ]);
  const failed = outcomes.find(({ status }) => status === 'rejected');
  if (failed) throw (failed as PromiseRejectedResult).reason;
}

/**
 * The failure of a step after it made its case: says so, and what a repeat does. Without a
 * reference a repeat would make a second case, so Zapier must not repeat the step by itself.
 */
function afterCase(error: Error, { thing, kept }: Made<Case>, reference: unknown): Error {
  const there = `Case ${thing.application_id} is there already.`;
  if (!reference) {
    const text = `${there} Continue with it, for example with Create Portal Link: a replay of this step would make a second one, as it has no External Reference.`;
    return withText(error, text, 'halt');
  }
  return withText(
    error,
    kept
      ? `${there} A replay continues with it.`
      : `${there} A replay continues with it where the service recognises a repeated request; look there first.`,
  );
}

/**
 * POST /api/applications, related parties if any, POST /api/portals. A run that failed half-way
 * continues with its case when replayed, by the external reference.
 */
export async function startOnboarding(
  context: Context,
  onboarding: Onboarding,
): Promise<Made<Case>> {
  const { body, redirect_url } = onboarding;
  const made = await createCase(context, body);
  const { application_id } = made.thing;
  const rest = { ...context, unrepeatable: !body.external_reference };
  try {
    await addParties(rest, application_id, onboarding);
    const portal = await createPortal(rest, {
      application_id,
      ...(redirect_url && { redirect_url }),
    });
    return { ...made, thing: { ...made.thing, portal_link: portal.link } };
  } catch (error) {
    throw afterCase(error as Error, made, body.external_reference);
  }
}
