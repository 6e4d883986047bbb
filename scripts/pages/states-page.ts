/** Generates docs/states.md from the sandbox's state machine (`npm run docs`). */
import { moves, type Move } from '../../packages/sandbox/domain/states.ts';
import { page, table } from './markdown.ts';

export const statesPage = () =>
  page(
    '# States of a case',
    'For engineers who test against the sandbox: who moves a case, from which state to which. A draft has the review status pending. `npm run docs` writes this page from `service/states.ts` and `packages/sandbox/domain/states.ts`; `npx jest states` tries every move from every state.',
    [
      '```mermaid',
      'stateDiagram-v2',
      '  [*] --> draft: created as draft',
      '  [*] --> pending: created',
      ...Object.entries<Move>(moves).flatMap(([name, { from, to }]) =>
        from.filter((state) => state !== to).map((state) => `  ${state} --> ${to}: ${name}`),
      ),
      '```',
    ].join('\n'),
    table(
      ['Move', 'Who', 'When'],
      Object.entries<Move>(moves).map(([name, { who, when }]) => [name, who, when]),
    ),
    'A decision stands: approving or rejecting closes what the client is asked for and its portal, in the back office after a warning, through the API at once. When a client submits the portal of a decided case, the data are kept and the decision stays, unless a reviewer or the API asked for something after the decision. Events: each new review status sends `application.review_updated`, a submitted portal `application.submitted`, a request for information `collect.opened`.',
  );
