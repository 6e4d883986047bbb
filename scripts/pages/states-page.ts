/** docs/states.md from the state machine of the sandbox. `npm run docs` writes it. */
import { moves, states, type Move } from '../../packages/sandbox/domain/states.ts';
import { page, table } from './markdown.ts';

const words = (state: string) => (state === 'in_review' ? 'in review' : state);

/** The page as text. */
export const statesPage = () =>
  page(
    '# States of a case',
    'How the sandbox moves a case (`packages/sandbox/domain/states.ts`; `packages/sandbox/test/states.test.ts` tries every move from every state). A draft has the review status pending; the other states are the review status. Written by `npm run docs`.',
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
      ['Move', 'Who', 'From', 'To', 'When', 'Elsewhere'],
      Object.entries<Move>(moves).map(([name, { who, from, to, when, refusal }]) => [
        name,
        who,
        from.length === states.length ? 'any' : from.map(words).join(', '),
        words(to),
        when,
        refusal,
      ]),
    ),
    'A portal submitted for a case that is decided is kept, and the decision stays, unless a reviewer had asked for something. Each change of the review status emits `application.review_updated`; a submitted portal `application.submitted`; a request for information `collect.opened`.',
  );
