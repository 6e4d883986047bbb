/** What an answer says: problems in the shapes of the usual frameworks, as their documentation shows them. */
import {
  otherCaseIn,
  problemsIn,
  retryAfter,
  saysFailed,
} from '../../../client/exchange/answer.ts';
import { errorFromAnswer } from '../../../client/exchange/answer-errors.ts';
import { labelAt } from '../../../client/basics/labels.ts';
import { caseLabels } from '../../../fields/cases.ts';

const labels = { ...caseLabels, 'persons.1': 'Related Persons, line 3' };
const read = (body: unknown) =>
  problemsIn(typeof body === 'string' ? body : JSON.stringify(body)).map(({ path, message }) =>
    [labelAt(path, labels) ?? [], message].flat().join(': '),
  );

it.each<[framework: string, body: unknown, words: string[]]>([
  [
    'FastAPI, validation',
    {
      detail: [
        { type: 'missing', loc: ['body', 'business', 'country'], msg: 'Field required', input: {} },
        {
          type: 'string_type',
          loc: ['body', 'external_reference'],
          msg: 'Input should be a valid string',
          input: 1,
        },
      ],
    },
    ['Country: Field required', 'External Reference: Input should be a valid string'],
  ],
  [
    'FastAPI, the body as a whole',
    { detail: [{ loc: ['body', '__root__'], msg: 'Give one of both', type: 'value_error' }] },
    ['Give one of both'],
  ],
  ['FastAPI, exception', { detail: 'Application is closed' }, ['Application is closed']],
  [
    'FastAPI, exception with an object',
    { detail: { code: 'closed', message: 'It is closed' } },
    ['It is closed'],
  ],
  [
    'FastAPI, a line of a list',
    {
      detail: [
        { loc: ['body', 'persons', 1, 'last_name'], msg: 'Field required', type: 'missing' },
      ],
    },
    ['Related Persons, line 3: Last Name: Field required'],
  ],
  [
    'NestJS',
    {
      statusCode: 400,
      message: [
        'business.country must be a valid ISO31661 code',
        'email must be an email',
        'Anything else',
      ],
      error: 'Bad Request',
    },
    ['business.country must be a valid ISO31661 code', 'email must be an email', 'Anything else'],
  ],
  [
    'NestJS, one message',
    { statusCode: 404, message: 'Cannot find it', error: 'Not Found' },
    ['Cannot find it'],
  ],
  [
    'NestJS, better-validation',
    {
      statusCode: 400,
      error: 'Bad Request',
      message: [{ field: 'business.country', errors: ['country should not be empty'] }],
    },
    ['Country: country should not be empty'],
  ],
  [
    'Laravel',
    {
      message: 'The business.country field is required. (and 1 more error)',
      errors: {
        'business.country': ['The business.country field is required.'],
        external_reference: ['The external reference has already been taken.'],
      },
    },
    [
      'Country: The business.country field is required.',
      'External Reference: The external reference has already been taken.',
    ],
  ],
  [
    'Rails, by field',
    { errors: { external_reference: ["can't be blank", 'is invalid'] } },
    ["External Reference: can't be blank", 'External Reference: is invalid'],
  ],
  [
    'Rails, full messages',
    { errors: ["Name can't be blank", 'Country is invalid'] },
    ["Name can't be blank", 'Country is invalid'],
  ],
  [
    'problem+json, RFC 9457',
    {
      type: 'https://example.net/validation-error',
      title: 'Your request is not valid.',
      errors: [{ detail: 'must be a country', pointer: '#/business/country' }],
    },
    ['Country: must be a country'],
  ],
  [
    'problem+json, alone',
    {
      type: 'about:blank',
      title: 'Forbidden',
      status: 403,
      detail: 'The account is closed.',
      instance: '/a/1',
    },
    ['The account is closed.'],
  ],
  [
    'ASP.NET',
    {
      type: 'https://tools.ietf.org/html/rfc9110#section-15.5.1',
      title: 'One or more validation errors occurred.',
      status: 400,
      errors: {
        'Business.RegistrationNumber': ['The field is required.'],
        '$.business.country': ['Not a country.'],
      },
      traceId: '00-1',
    },
    ['Registration Number: The field is required.', 'Country: Not a country.'],
  ],
  [
    'express-validator',
    {
      errors: [
        { type: 'field', msg: 'Invalid value', path: 'external_reference', location: 'body' },
      ],
    },
    ['External Reference: Invalid value'],
  ],
  [
    'express-validator 6',
    { errors: [{ value: '', msg: 'Invalid value', param: 'business.country', location: 'body' }] },
    ['Country: Invalid value'],
  ],
  ['Express', { error: 'Unknown case' }, ['Unknown case']],
  ['Express, an object', { error: { message: 'Unknown case', status: 404 } }, ['Unknown case']],
  [
    'Rails, the record as a whole',
    { errors: { base: ['It is closed'], country: ['is invalid'] } },
    ['It is closed', 'Country: is invalid'],
  ],
  [
    'Django REST',
    { country: ['This field is required.'], non_field_errors: ['Give one of both.'] },
    ['Country: This field is required.', 'Give one of both.'],
  ],
  ['Django REST, exception', { detail: 'Not found.' }, ['Not found.']],
  [
    'JSON:API',
    {
      errors: [
        {
          status: '422',
          source: { pointer: '/data/attributes/external_reference' },
          title: 'Invalid Attribute',
          detail: 'It is taken.',
        },
      ],
    },
    ['External Reference: It is taken.'],
  ],
  [
    'Spring, validation',
    {
      timestamp: '2026-05-01T10:00:00.000Z',
      status: 400,
      error: 'Bad Request',
      message: 'Validation failed. Error count: 1',
      errors: [{ objectName: 'case', field: 'country', defaultMessage: 'must not be blank' }],
      path: '/api/applications',
    },
    ['Country: must not be blank'],
  ],
  ['a sentence', 'The account is closed.', ['The account is closed.']],
  ['fields with parts', { errors: { business: { country: ['is invalid'] } } }, []],
  ['a web page', '<html><body>Error</body></html>', []],
  ['nothing known', { status: 'error', ok: false, data: { id: 'x' } }, []],
  [
    'deep nonsense',
    JSON.parse(`${'{"errors":['.repeat(400)}"x"${']}'.repeat(400)}`) as unknown,
    [],
  ],
])('reads the problems that a service shows: %s', (_, body, words) =>
  expect(read(body)).toEqual(words),
);

const answer = (status: number, body: unknown) => ({
  status,
  headers: { get: () => null },
  content: typeof body === 'string' ? body : JSON.stringify(body),
  request: { about: 'case', labels },
});
const messageOf = (status: number, body: unknown) => errorFromAnswer(answer(status, body)).message;

it.each<[framework: string, body: unknown]>([
  [
    'Spring Boot',
    {
      status: 500,
      error: 'Internal Server Error',
      message: 'java.lang.NullPointerException: Cannot invoke "Case.id()"',
      trace: 'java.lang.NullPointerException\n\tat com.example.Cases.find(Cases.java:42)',
      path: '/api',
    },
  ],
  [
    'Laravel',
    {
      message:
        'SQLSTATE[23000]: Integrity constraint violation: 1062 Duplicate entry (SQL: insert into `cases` values (1))',
      exception: 'Illuminate\\Database\\QueryException',
      file: '/var/www/app/Cases.php',
      line: 7,
      trace: [{ file: '/var/www/vendor/a.php' }],
    },
  ],
  [
    'Rails',
    {
      status: 500,
      error: 'Internal Server Error',
      exception: "#<NoMethodError: undefined method 'id' for nil>",
      traces: { 'Application Trace': [{ id: 1, trace: 'app/controllers/cases_controller.rb:7' }] },
    },
  ],
  [
    'Django',
    'Traceback (most recent call last):\n  File "/srv/app/views.py", line 12, in get\nKeyError: 1',
  ],
  ['node', { error: 'TypeError: x is not a function\n    at find (/srv/app/index.js:10:5)' }],
  ['PostgreSQL', { detail: 'duplicate key value violates unique constraint "cases_pkey"' }],
  ['a path', { message: "ENOENT: no such file or directory, open '/srv/files/1'" }],
  ['.NET', { title: 'System.NullReferenceException: Object reference not set', status: 500 }],
])('shows nothing of the inside of a failing service: %s', (_, body) => {
  const message = messageOf(500, body);
  expect(message).toMatch(/^The service failed on its side\./);
  expect(message).not.toMatch(/Exception|SQL|srv|var|Trace|Error:|NoMethod|constraint|\.java|\.rb/);
});

it('shows what a failing service says to its users', () =>
  expect(messageOf(503, { detail: 'Maintenance until noon.' })).toContain(
    'Maintenance until noon.',
  ));

const locked = 'Case is locked';
it.each<[body: object, isFailed: boolean, type?: string]>([
  [{ success: false, message: locked }, true],
  [{ ok: false, id: 'dec_1' }, true],
  [{ Success: 'False', id: 'dec_1' }, true],
  [{ accepted: 0, id: 'dec_1' }, true],
  [{ accepted: 'yes', id: 'dec_1' }, false],
  [{ error_code: 'LOCKED' }, true],
  [{ errorCode: 'LOCKED' }, true],
  [{ errorCode: 0 }, false],
  [{ error: locked, application_id: 'app_1' }, true],
  [{ error: { code: 'locked', message: locked } }, true],
  [{ errors: [{ message: locked }], data: null }, true],
  [{ title: locked }, true, 'application/problem+json'],
  [{ message: 'Decision recorded', error: null, errors: [] }, false],
  [{ id: 'dec_1', errors: [{ message: 'A warning' }] }, false],
  [{ decision_id: 'dec_1', error: 'A warning' }, false],
  [{ status: 'error', message: 'A word of the service' }, false],
  [{ success: true, error: '' }, false],
])('a 2xx with %j says that nothing was done: %s', (body, isFailed, type = 'application/json') => {
  const headers = new Headers({ 'content-type': type });
  expect(saysFailed({ ...answer(200, body), headers }, 'decision_id')).toBe(isFailed);
});

it.each([
  ['7', 7],
  ['1.5', 2],
  ['0', 1],
  ['soon', 60],
  ['5, soon', 60],
  ['May 5', 60],
  ['-3', 60],
  [undefined, 60],
])('reads Retry-After %j', (header, seconds) =>
  expect(retryAfter({ get: () => header ?? null })).toEqual(seconds),
);

it('reads Retry-After as a date', () => {
  jest.useFakeTimers({ now: Date.parse('2026-05-01T10:00:00Z') });
  expect(retryAfter({ get: () => 'Fri, 01 May 2026 10:00:31 GMT' })).toBe(31);
  jest.useRealTimers();
});

it.each([
  ['__proto__', 'Proto'],
  ['hasOwnProperty', 'Has Own Property'],
  ['__', '__'],
])('a field that is called %s has a label of its own', (name, label) =>
  expect(labelAt(['custom_fields', name], labels)).toBe(`Custom Fields: ${label}`),
);

const root = 'https://api.example.com/eu';
it.each([
  ['/eu/api/applications/app_2/submit', 'app_2'],
  ['../app_2/submit', 'app_2'],
  [`${root.replace('.com', '.com:443')}/api/applications/app_2/submit/?merged=1#top`, 'app_2'],
  ['/eu/api/applications/APP%5F1/submit', 'APP_1'],
  // The same case, at its usual address.
  ['/eu/api/applications/app_1/submit/', undefined],
  ['/eu/api/applications/app%5F1/submit', undefined],
  // Another scheme, host, port, path or call.
  [`${root.replace('https', 'http')}/api/applications/app_2/submit`, undefined],
  ['https://api.example.com.evil.example/eu/api/applications/app_2/submit', undefined],
  ['https://api.example.com:8443/eu/api/applications/app_2/submit', undefined],
  ['/api/applications/app_2/submit', undefined],
  ['/v2/eu/api/applications/app_2/submit', undefined],
  ['/us/api/applications/app_2/submit', undefined],
  ['/eu/api/applications/app_2', undefined],
  ['/eu/api/applications//submit', undefined],
  ['/login?next=/eu/api/applications/app_2/submit', undefined],
  ['https://', undefined],
  [undefined, undefined],
])('a redirect to %j leads to the case %s', (location, other) => {
  const path = '/api/applications/{application_id}/submit';
  const request = { about: 'case', path, url: `${root}/api/applications/app_1/submit` };
  const headers = new Headers(location === undefined ? {} : { location });
  const found = otherCaseIn({ status: 301, headers, content: '', request });
  expect(found).toEqual(other && ['app_1', other]);
});
