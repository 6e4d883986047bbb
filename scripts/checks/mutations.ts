/**
 * `npm run check -- mutations`: wrong code that once passed the tests. Tries each in a copy of the
 * repository: the named types or tests must fail with the right message. `npm run check -- mutations
 * network` runs only the lines of the report with that word.
 */
import { report } from '../../test/support/report.ts';
import { inCopies, jest, n8nJest, types } from './copy.ts';

interface Mutation {
  what: string;
  file: string;
  from: string;
  to: string;
  /** Tests that must fail, all or those of a name. Without any, the types must fail. */
  tests?: string;
  /** Runs the tests, if they are not unit tests. */
  runner?: string;
  /** A text of the failing message, if not the name of the file. */
  says?: string;
}

const mutations: Mutation[] = [
  {
    what: 'a kind whose schema is a number, which nothing reads as one',
    file: 'service/kinds.ts',
    from: '  text,\n  /** Several',
    to: "  text,\n  count: z.int('must be a number'),\n  /** Several",
    says: 'fields/kinds/table.ts',
  },
  {
    what: 'a step that asks for a key which no field of its form has',
    file: 'searches/find_case.ts',
    from: 'toId(input.application_id',
    to: 'toId(input.case_id',
  },
  {
    what: 'a reader that asks for a key which its form does not have',
    file: 'fields/api-request.ts',
    from: "Input<'method' | 'path' | 'query' | 'body'>",
    to: "Input<'method' | 'path' | 'query' | 'data'>",
  },
  {
    what: 'a button for a fault that the sandbox does not know',
    file: 'packages/sandbox/office/fault-choices.ts',
    from: "fault: { kind: 'drop' }",
    to: "fault: { kind: 'silence' }",
  },
  {
    what: 'a claim that ends before the step may',
    file: 'client/memory/once.ts',
    from: 'const claimLifetime = 60;',
    to: 'const claimLifetime = 6;',
    tests: 'test/client/cases -t claim',
    says: 'outlasts the step that made it',
  },
  {
    what: 'connections that rest for 40 s',
    file: 'host/node/network.ts',
    from: 'const rest = 1000;',
    to: 'const rest = 40_000;',
    tests: 'test/core/node/network',
    says: 'rest for a second at most',
  },
  {
    what: 'messages of 5,000 characters',
    file: 'client/exchange/errors.ts',
    from: 'const maxLength = 500;',
    to: 'const maxLength = 5000;',
    tests: 'test/client/errors -t 500',
    says: 'at most 500 characters',
  },
  {
    what: 'a Send API Request whose path holds #',
    file: 'client/api-request.ts',
    from: ' || url.hash',
    to: '',
    tests: 'test/client/faults -t fragment',
    says: 'a path with a fragment',
  },
  {
    what: 'an event whose own time is not read',
    file: 'client/events.ts',
    from: 'text(object.updated_at, top.created_at)',
    to: 'text(top.created_at)',
    tests: 'test/client/events',
    says: 'by a payload as new as the case',
  },
  {
    what: 'three attempts of a delivery',
    file: 'packages/sandbox/domain/retries.ts',
    from: 'maxAttempts = 16',
    to: 'maxAttempts = 3',
    tests: 'packages/sandbox/test/domain/retries',
    says: 'come up to 16 times',
  },
  {
    what: 'attempts that are not varied',
    file: 'packages/sandbox/domain/retries.ts',
    from: '0.8 + Math.random() * 0.4',
    to: '1',
    tests: 'packages/sandbox/test/domain/retries',
    says: 'vary by a fifth',
  },
  {
    what: 'any decision taken as rejected',
    file: 'packages/sandbox/office/case-routes.tsx',
    from: 'workflow.decide(reviewer, id, { status, text: reason',
    to: "workflow.decide(reviewer, id, { status: status === 'approved' ? status : 'rejected', text: reason",
    tests: 'packages/sandbox/test/office/forms',
    says: 'is taken as what it says: in_review',
  },
  {
    what: 'a decision that is none',
    file: 'packages/sandbox/office/case-routes.tsx',
    from: '!Object.hasOwn(decisions, status)',
    to: 'false',
    tests: 'packages/sandbox/test/office/forms',
    says: 'is not "approve"',
  },
  {
    what: 'an answer that closes the requests of every client',
    file: 'packages/sandbox/domain/requests.ts',
    from: "'answered', answered_at = ${clock.iso()}\n    where application_id = ${application_id}",
    to: "'answered', answered_at = ${clock.iso()}\n    where ${application_id} <> ''",
    tests: 'packages/sandbox/test/portal/portal.test',
    says: 'touches one client',
  },
  {
    what: "a document at the address of another client's case",
    file: 'packages/sandbox/domain/documents.ts',
    from: 'where application_id = ${application_id} and document_id',
    to: "where ${application_id} <> '' and document_id",
    tests: 'packages/sandbox/test/web/pages',
    says: 'is served where it does nothing: a picture',
  },
  {
    what: "what was typed in a form, on somebody else's page",
    file: 'packages/sandbox/web/form.ts',
    from: 'found?.page === c.req.path ?',
    to: 'found ?',
    tests: 'packages/sandbox/test/web/pages',
    says: 'on the page of that form alone',
  },
  {
    what: 'a submitted case that raises no event',
    file: 'packages/sandbox/domain/workflow.ts',
    from: '    this.emit(events.case_submitted, application_id);\n',
    to: '',
    tests: 'test/e2e/journey -t Zapier.on.the.sandbox.case.first',
    says: 'case_submitted',
  },
  {
    what: 'any method but GET without the consent of the person',
    file: 'packages/mcp/consent.ts',
    from: "input.method !== 'GET'",
    to: "input.method === 'POST'",
    tests: 'packages/mcp/test/safety -t checked',
    says: 'by a request of its own',
  },
  {
    what: 'a case that does not say whether it is a draft, skipped as one',
    file: 'fields/filters.ts',
    from: "formOf(thing.is_draft) !== 'TRUE'",
    to: "formOf(thing.is_draft) === 'FALSE'",
    tests: 'test/triggers/case-trigger -t drafts',
    says: 'skips drafts alone: a case whose is_draft is null',
  },
  {
    what: 'a letter in the language of the nationality before that of the address',
    file: 'packages/sandbox/mail/letters.ts',
    from: 'address?.country ?? business?.country ?? person?.nationalities?.[0]',
    to: 'person?.nationalities?.[0] ?? address?.country ?? business?.country',
    tests: 'packages/sandbox/test/mail',
    says: 'where the person lives',
  },
  {
    what: 'an upload that leaves its file open',
    file: 'client/documents.ts',
    from: 'sent.finally(() => file.close())',
    to: 'sent',
    tests: 'test/client/upload -t stalls',
    says: 'leaves no file open that stalls',
  },
  {
    what: 'a file that is refused and left open',
    file: 'client/files.ts',
    from: '    close();\n',
    to: '',
    tests: 'test/client/upload -t page',
    says: 'leaves no file open that is a web page',
  },
  {
    what: 'a file whose upload is repeated',
    file: 'client/exchange/transport.ts',
    from: 'form ? attempt() : withRetries(run, attempt, repeatable)',
    to: 'withRetries(run, attempt, repeatable || form !== undefined)',
    tests: 'test/client/upload -t once',
    says: 'sends a file once',
  },
  {
    what: 'evidence of the doctor with the key in it',
    file: 'packages/doctor/visit.ts',
    from: "rest.replaceAll(secret, '[key]')",
    to: 'rest',
    tests: 'packages/doctor/test/doctor.test -t repeats',
    says: 'repeats no key',
  },
  {
    what: 'a node for n8n that forgets the latest event',
    file: 'packages/n8n/memory/trigger-data.ts',
    from: 'others.slice(1 - most)',
    to: 'others.slice(0, most - 1)',
    tests: 'packages/n8n/test/memory',
    runner: n8nJest,
    says: 'in the static data of a node',
  },
  {
    what: 'a process that forgets the latest event',
    file: 'host/process-store.ts',
    from: 'values.keys().next().value!',
    to: '[...values.keys()].pop()!',
    tests: 'packages/n8n/test/memory',
    runner: n8nJest,
    says: 'in the process',
  },
  {
    what: 'an event that runs the first of several Zaps alone',
    file: 'triggers/hook.ts',
    from: "['event', flow, key, ...event.identity]",
    to: "['event', key, ...event.identity]",
    tests: 'test/triggers/case-trigger -t twice',
    says: 'runs each Zap once',
  },
  {
    what: 'a service without a list of persons that answers 405',
    file: 'client/exchange/list.ts',
    from: 'send(run, endpoint, { path, accept: [404, 405] })',
    to: 'send(run, endpoint, { path, accept: [404] })',
    tests: 'test/client/list -t 405',
    says: 'has no list (405)',
  },
  {
    what: 'a key that is refused, taken for a case that is not there',
    file: 'client/cases.ts',
    from: '  accept = [404, 410],',
    to: '  accept = [401, 404, 410],',
    tests: 'test/operations -t find_case',
    says: 'find_case › answers 401 with reconnect',
  },
  {
    what: 'a claim that ends while its step still runs',
    file: 'client/memory/once.ts',
    from: 'Date.now() + claimLifetime * 1000',
    to: 'Date.now() + claimLifetime * 100',
    tests: 'test/client/cases -t outlasts',
    says: 'outlasts the step that made it',
  },
  {
    what: 'the note of a case that is not awaited',
    file: 'client/cases.ts',
    from: 'if (claim.isMine) await claim.end(noteOf(body, thing));',
    to: 'if (claim.isMine) void claim.end(noteOf(body, thing));',
    tests: 'test/client/cases -t killed',
    says: 'is noted before create_case ends',
  },
  {
    what: 'a 409 whose Retry-After is not read',
    file: 'client/exchange/transport.ts',
    from: "latest.headers.get('retry-after') ? retryAfter(latest.headers) * 1000 : 0",
    to: '0',
    tests: 'test/client/cases -t under.way',
    says: 'not within the step if that time is too long',
  },
  {
    what: "the API key at a file's host",
    file: 'client/files.ts',
    from: "'accept-encoding': 'identity'",
    to: "'accept-encoding': 'identity', authorization: run.connection.api_key!",
    tests: 'test/client/documents -t without.the.key',
    says: 'is asked of its host without the key',
  },
  {
    what: 'a front that stays open when its back fails',
    file: 'client/files.ts',
    from: '  files.forEach((file) => file.close());\n',
    to: '',
    tests: 'test/client/upload -t front',
    says: 'leaves no front open whose back fails',
  },
  {
    what: 'a host of portals compared by its beginning',
    file: 'client/portal-link.ts',
    from: 'new URL(address).origin === origin',
    to: 'origin.startsWith(new URL(address).origin)',
    tests: 'test/client/portal -t elsewhere',
    says: 'collect.example.com.evil',
  },
  {
    what: 'the next part of a list compared by its beginning',
    file: 'client/exchange/list.ts',
    from: 'address.startsWith(`${root}/`)',
    to: 'address.startsWith(root)',
    tests: 'test/client/list -t below',
    says: 'api.example.com.evil',
  },
  {
    what: 'only the first of several signatures',
    file: 'client/signature.ts',
    from: 'signatures.some((signature)',
    to: 'signatures.slice(0, 1).some((signature)',
    tests: 'test/client/signature',
    says: 'signed twice, the second time with the secret',
  },
  {
    what: 'an event without a status that runs one of two Zaps',
    file: 'triggers/case-trigger.ts',
    from: "['status', flow, application_id]",
    to: "['status', application_id]",
    tests: 'test/triggers/case-trigger -t shows.no.status',
    says: 'runs each Zap once for a change whose event shows no status',
  },
  {
    what: 'a host of MCP that follows a redirect',
    file: 'packages/mcp/adapter/request.ts',
    from: "redirect: 'manual' as const",
    to: "redirect: 'follow' as const",
    tests: 'packages/mcp/test/network -t redirects',
    says: 'sends nothing to a host that the service redirects to',
  },
];

const wanted = process.argv[2]?.toLowerCase() ?? '';
const chosen = mutations.filter(({ what, file }) =>
  `${what} ${file}`.toLowerCase().includes(wanted),
);

/** What the types must notice is tried at once, because each message names a file of its own. */
const ofTypes = chosen.filter(({ tests }) => !tests);
const trials = [
  ...(ofTypes.length ? [ofTypes] : []),
  ...chosen.filter(({ tests }) => tests).map((one) => [one]),
];

/** The tests with the name in the message, unless the mutation names others. */
const testsFor = ({ tests = '', runner = jest, says = '' }: Mutation) =>
  `${runner} ${tests}${tests.includes(' -t ') ? '' : ` -t ${says.replaceAll(/\W/g, '.')}`}`;

await inCopies(trials, async (trial, copy) => {
  const [first] = trial as [Mutation];
  const output = await copy.withTexts(trial, [first.tests ? testsFor(first) : types]);
  for (const { what, file, says = file } of trial) {
    report(`${what} (${file})`, output.includes(says), output || 'No check noticed it.');
  }
});
