/** The app as Zapier loads it. It only registers the operations. */
import {
  version as platformVersion,
  type App,
  type Create,
  type Search,
  type Trigger,
} from 'zapier-platform-core';

import packageJson from './package.json' with { type: 'json' };
import authentication from './authentication.ts';
import { checkSettings } from './host/settings.ts';
import { caseResource, changedCaseResource, newCaseResource } from './fields/cases.ts';
import { companyResource } from './fields/companies.ts';
import { creates } from './creates/index.ts';
import { searches } from './searches/index.ts';
import { triggers } from './triggers/index.ts';
import { create, resource, search, trigger } from './zapier/adapter.ts';
import { lists } from './zapier/lists.ts';

// A wrong setting stops the start, not the first step that needs it.
checkSettings(process.env);

/** Maps the operations and keeps their keys. */
const each = <Of extends object, Made>(operations: Of, make: (one: Of[keyof Of]) => Made) =>
  Object.fromEntries(Object.entries(operations).map(([key, one]) => [key, make(one)])) as Record<
    keyof Of,
    Made
  >;

export default {
  version: packageJson.version,
  platformVersion,
  authentication,
  // The client handles every status itself and needs the values exactly as the user entered them.
  // The platform logs each `z.request` without its patch of `http`.
  flags: {
    skipThrowForStatus: true,
    throwForThrottlingEarly: false,
    cleanInputData: false,
    skipHttpPatch: true,
  },
  resources: each(
    {
      case: caseResource,
      changed_case: changedCaseResource,
      new_case: newCaseResource,
      company: companyResource,
    },
    resource,
  ),
  triggers: { ...each(triggers, trigger), ...lists },
  creates: each(creates, create),
  searches: each(searches, search),
  searchOrCreates: {
    find_case: {
      key: 'find_case',
      display: {
        label: 'Find or Create Case',
        description: 'Finds a case, or creates one if there is none.',
      },
      search: 'find_case',
      create: 'create_case',
    },
  },
} satisfies App<Record<string, Trigger>, Record<string, Create>, Record<string, Search>>;
