/** Generates docs/states.md from the sandbox's state machine (`npm run docs`). */
import { moves, type Move } from '../../packages/sandbox/domain/states.ts';
import { page, table } from './markdown.ts';

export const statesPage = () =>
  page(
    '# States of a case',
    'For engineers who test against the sandbox: who moves a case, from which state to which. A draft has the review status pending. `npm run docs` writes this page; `npx jest states` tries every move.',
    table(
      ['Move', 'From', 'To', 'Who', 'When'],
      Object.entries<Move>(moves).map(([name, { from, to, who, when }]) => [
        name,
        from.filter((state) => state !== to).join(', '),
        to,
        who,
        when,
      ]),
    ),
    'A decision also closes an open portal. A link that is made after it takes data, but only the answer to a request takes the case back into review. Each new review status sends `application.review_updated`, a submitted portal `application.submitted`, a request `collect.opened`.',
  );
