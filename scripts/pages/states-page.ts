/** docs/states.md from the state machine of the sandbox. `npm run docs` writes it. */
import { moves, states, type Move } from '../../packages/sandbox/domain/states.ts';
import { page, table } from './markdown.ts';

const words = (state: string) => (state === 'in_review' ? 'in review' : state);

/** The page as text. */
export const statesPage = () =>
  page(
    '# States of a case',
    'For engineers who test against the sandbox: who moves a case, from where and to where. A draft has the review status pending. `npm run docs` writes this page from `packages/sandbox/domain/states.ts`; `npx jest states` tries every move from every state.',
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
      ['Move', 'Who', 'From', 'To', 'When'],
      Object.entries<Move>(moves).map(([name, { who, from, to, when }]) => [
        name,
        who,
        from.length === states.length ? 'any' : from.map(words).join(', '),
        words(to),
        when,
      ]),
    ),
    'When a client submits the portal of a decided case, the data are kept and the decision stays, unless a reviewer asked for something. Events: each new review status sends `application.review_updated`, a submitted portal `application.submitted`, a request for information `collect.opened`.',
  );
