/** Generates docs/states.md from the sandbox's state machine (`npm run docs`). */
import { moves, type Move } from '../../packages/sandbox/domain/states.ts';
import { page, table } from './markdown.ts';

export const statesPage = () =>
  page(
    '# States of a case',
    'For engineers who test against the sandbox: who moves a case, from which state to which. A draft has the review status pending. `npm run docs` writes this page; `npx jest states` tries every move.',
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
    'Approving or rejecting closes the requests to the client and an open portal. A link that is made after the decision takes data, but only the answer to a request takes the case back into review. Each new review status sends `application.review_updated`, a submitted portal `application.submitted`, a request `collect.opened`.',
  );
