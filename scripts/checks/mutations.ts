/**
 * `npm run check:mutations`: wrong code that once stayed green, each tried in a copy of the repository.
 * The types or the tests it names must fail, and their message must say what.
 * `npm run check:mutations -- network` takes only those with that word in their line of the report.
 */
import { report } from '../../testing/report.ts';
import { copyRepository, jest, types } from './copy.ts';

interface Mutation {
  what: string;
  file: string;
  from: string;
  to: string;
  /** Tests that must fail; the types where none are named. */
  tests?: string;
  /** What the failing message must hold, where that is not the name of the file. */
  says?: string;
}

const mutations: Mutation[] = [
  {
    what: 'a kind whose schema is a number, which nothing reads as one',
    file: 'api/kinds.ts',
    from: '  text,\n  /** Several',
    to: "  text,\n  count: z.int('must be a number'),\n  /** Several",
    says: 'fields/',
  },
  {
    what: 'a step that asks for a key which no field of its form has',
    file: 'searches/find_case.ts',
    from: 'inputData.application_id',
    to: 'inputData.case_id',
  },
  {
    what: 'a reader that asks for a key which its form does not have',
    file: 'fields/raw-call.ts',
    from: "Input<'method' | 'path' | 'query' | 'body'>",
    to: "Input<'method' | 'path' | 'query' | 'data'>",
  },
  {
    what: 'a list of clients that has no column for a field',
    file: 'packages/sandbox/office/import-columns.ts',
    from: '  registration_number: {',
    to: '  registration_no: {',
  },
  {
    what: 'a button for a fault that the sandbox does not know',
    file: 'packages/sandbox/office/fault-choices.ts',
    from: "fault: { kind: 'drop' }",
    to: "fault: { kind: 'silence' }",
  },
  {
    what: 'a claim that ends before the step may',
    file: 'api/memory.ts',
    from: 'const whileRunning = 60;',
    to: 'const whileRunning = 6;',
    tests: 'test/figures',
  },
  {
    what: 'connections kept for 40 s',
    file: 'api/network.ts',
    from: 'const idle = 4000;',
    to: 'const idle = 40_000;',
    tests: 'test/network',
  },
  {
    what: 'messages of 5,000 characters',
    file: 'api/errors.ts',
    from: 'const longest = 500;',
    to: 'const longest = 5000;',
    tests: 'test/figures',
  },
  {
    what: 'an API Request whose path holds #',
    file: 'api/client.ts',
    from: ' || url.hash',
    to: '',
    tests: 'test/figures',
  },
  {
    what: 'an event whose own time is not read',
    file: 'api/events.ts',
    from: 'time(object.updated_at ?? created_at)',
    to: 'time(created_at)',
    tests: 'test/figures',
  },
  {
    what: 'three attempts of a delivery',
    file: 'packages/sandbox/domain/retries.ts',
    from: 'maxAttempts = 16',
    to: 'maxAttempts = 3',
    tests: 'test/figures',
  },
  {
    what: 'attempts that are not varied',
    file: 'packages/sandbox/domain/retries.ts',
    from: '0.8 + Math.random() * 0.4',
    to: '1',
    tests: 'test/figures',
  },
  {
    what: 'any decision taken as rejected',
    file: 'packages/sandbox/office/case-routes.tsx',
    from: 'workflow.decide(account, id, { status,',
    to: "workflow.decide(account, id, { status: status === 'approved' ? status : 'rejected',",
    tests: 'test/sandbox/decisions',
  },
  {
    what: 'a decision that is none',
    file: 'packages/sandbox/office/case-routes.tsx',
    from: '!Object.hasOwn(decisions, status)',
    to: 'false',
    tests: 'test/sandbox/decisions',
  },
  {
    what: 'a submitted case that raises no event',
    file: 'packages/sandbox/domain/workflow.ts',
    from: '  emit(at, account, events.case_submitted, application_id);\n',
    to: '',
    tests: 'test/e2e/journey',
    says: 'application.submitted',
  },
];

const wanted = process.argv[2]?.toLowerCase() ?? '';
const { withText, remove } = copyRepository();
try {
  for (const { what, file, from, to, tests, says = file } of mutations) {
    if (!`${what} ${file}`.toLowerCase().includes(wanted)) continue;
    const told = await withText(file, from, to, [tests ? `${jest} ${tests}` : types]);
    report(`${what} (${file})`, told.includes(says), told || 'No check noticed it.');
  }
} finally {
  remove();
}
