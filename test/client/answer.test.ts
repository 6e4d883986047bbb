/** What an answer says: problems in the shapes of the usual frameworks, as their documentation shows them. */
import { problemsIn, problemText, retryAfter, saysFailed } from '../../client/answer.ts';
import { errorFromAnswer } from '../../client/errors.ts';
import { caseLabels } from '../../fields/case.ts';

const labels = { ...caseLabels, 'persons.1': 'Related Persons, line 3' };
const read = (body: unknown) =>
  problemsIn(typeof body === 'string' ? body : JSON.stringify(body), labels).map(problemText);

const uuid = 'urn:uuid:bd79c0ab-ddba-46cc-a703-a7a4b08de310';

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
    'DRF, fields',
    {
      business: { registration_number: ['This field may not be blank.'] },
      external_reference: ['Ensure this field has no more than 255 characters.'],
    },
    [
      'Registration Number: This field may not be blank.',
      'External Reference: Ensure this field has no more than 255 characters.',
    ],
  ],
  [
    'DRF, the whole',
    { non_field_errors: ['The fields must make a unique set.'] },
    ['The fields must make a unique set.'],
  ],
  [
    'DRF, a list',
    { persons: [{}, { last_name: ['This field is required.'] }] },
    ['Related Persons, line 3: Last Name: This field is required.'],
  ],
  ['DRF, detail', { detail: 'Not found.' }, ['Not found.']],
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
    ['Country: must be a valid ISO31661 code', 'Email: must be an email', 'Anything else'],
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
    'Spring Boot',
    {
      timestamp: '2024-08-29T12:34:56.789+00:00',
      status: 400,
      error: 'Bad Request',
      message: "Validation failed for object='newCase'. Error count: 1",
      errors: [
        {
          codes: ['NotBlank.newCase.registrationNumber', 'NotBlank'],
          arguments: [
            {
              codes: ['newCase.registrationNumber'],
              defaultMessage: 'registrationNumber',
              code: 'registrationNumber',
            },
          ],
          defaultMessage: 'must not be blank',
          objectName: 'newCase',
          field: 'business.registrationNumber',
          rejectedValue: '',
          bindingFailure: false,
          code: 'NotBlank',
        },
      ],
      path: '/api/applications',
    },
    ['Registration Number: must not be blank'],
  ],
  [
    'Symfony',
    {
      type: 'https://symfony.com/errors/validation',
      title: 'Validation Failed',
      status: 422,
      detail: 'business.country: This value is not a valid country.',
      violations: [
        {
          propertyPath: 'business.country',
          title: 'This value is not a valid country.',
          template: 'This value is not a valid country.',
          parameters: { '{{ value }}': '"XX"' },
          type: uuid,
        },
      ],
    },
    ['Country: This value is not a valid country.'],
  ],
  [
    'API Platform',
    {
      status: 422,
      violations: [
        {
          propertyPath: 'person.addresses[0].city',
          message: 'This value should not be blank.',
          code: 'c1051bb4',
        },
      ],
      detail: 'city: This value should not be blank.',
      type: '/validation_errors/c1051bb4',
      title: 'An error occurred',
    },
    ['Person: Addresses: City: This value should not be blank.'],
  ],
  [
    'Zod, issues',
    {
      success: false,
      error: {
        name: 'ZodError',
        issues: [
          {
            code: 'invalid_type',
            expected: 'string',
            path: ['business', 'country'],
            message: 'Invalid input: expected string',
          },
        ],
      },
    },
    ['Country: Invalid input: expected string'],
  ],
  [
    'Zod, the list alone',
    [{ code: 'too_small', path: ['person', 'last_name'], message: 'Too small' }],
    ['Last Name: Too small'],
  ],
  [
    'Zod, flattened',
    { formErrors: [], fieldErrors: { external_reference: ['Required'], country: ['Invalid'] } },
    ['External Reference: Required', 'Country: Invalid'],
  ],
  [
    'Zod, formatted',
    { _errors: [], business: { _errors: [], country: { _errors: ['Required'] } } },
    ['Country: Required'],
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
    'Rails, the object alone',
    { external_reference: ["can't be blank"] },
    ["External Reference: can't be blank"],
  ],
  [
    'Rails, full messages',
    { errors: ["Name can't be blank", 'Country is invalid'] },
    ["Name can't be blank", 'Country is invalid'],
  ],
  [
    'JSON:API',
    {
      errors: [
        {
          status: '422',
          source: { pointer: '/data/attributes/business/country' },
          title: 'Invalid Attribute',
          detail: 'Must be a country.',
        },
        {
          status: '400',
          source: { parameter: 'q' },
          title: 'Invalid Query Parameter',
          detail: 'Too short.',
        },
      ],
    },
    ['Country: Must be a country.', 'Q: Too short.'],
  ],
  [
    'problem+json, RFC 7807',
    {
      type: 'https://example.net/validation-error',
      title: "Your request parameters didn't validate.",
      'invalid-params': [{ name: 'external_reference', reason: 'must not be empty' }],
    },
    ['External Reference: must not be empty'],
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
    'Fastify',
    {
      statusCode: 400,
      code: 'FST_ERR_VALIDATION',
      error: 'Bad Request',
      message: 'body/business/country must be string',
    },
    ['Country: must be string'],
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
  ['a sentence', 'The account is closed.', ['The account is closed.']],
  ['a web page', '<html><body>Error</body></html>', []],
  ['nothing known', { status: 'error', ok: false, data: { id: 'x' } }, []],
  [
    'deep nonsense',
    JSON.parse(`${'{"errors":['.repeat(400)}"x"${']}'.repeat(400)}`) as unknown,
    [],
  ],
])('%s', (_, body, words) => expect(read(body)).toEqual(words));

const answer = (status: number, body: unknown) => ({
  status,
  headers: { get: () => null },
  content: typeof body === 'string' ? body : JSON.stringify(body),
});
const messageOf = (status: number, body: unknown) =>
  errorFromAnswer(answer(status, body), { about: 'case', labels }).message;

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
it.each<[object, boolean]>([
  [{ success: false, message: locked }, true],
  [{ '@context': '/contexts/Error', '@type': 'hydra:Error', error: locked }, true],
  [{ ok: false, error: locked }, true],
  [{ error: { code: 'locked', message: locked } }, true],
  [{ errors: [{ message: locked }], data: null }, true],
  [{ status: 'error', message: locked }, true],
  [{ status: 'fail', data: { case: locked } }, true],
  [{ message: 'Decision recorded', error: null, errors: [] }, false],
  [{ id: 'dec_1', errors: [{ message: 'A warning' }] }, false],
  [{ id: 'dec_1', status: 'error' }, false],
  [{ success: true, error: '' }, false],
])('a 2xx with %j says that nothing was done: %s', (body, isFailed) =>
  expect(saysFailed(body)).toBe(isFailed),
);

it.each([
  ['7', 7],
  ['1.5', 2],
  ['5, 10', 10],
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
  vi.useFakeTimers({ now: Date.parse('2026-05-01T10:00:00Z') });
  expect(retryAfter({ get: () => 'Fri, 01 May 2026 10:00:31 GMT' })).toBe(31);
  vi.useRealTimers();
});
