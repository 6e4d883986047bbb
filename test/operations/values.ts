/** Values as clients and the tools before this one write them: what is sent of them, or why not. */
import { keyOf, rowAt, type Field } from '../../service/catalogue.ts';
import { id, inEach, post, type Row } from './table.ts';

type Owner = 'business' | 'person';
const clients = { business: { organization_name: 'Lumen' }, person: { last_name: 'Ferrer' } };

const rowOf = (owner: Owner, name: string) => rowAt(`${owner}.${name}`) as Field;
const inputWith = (owner: Owner, name: string, written: unknown) => ({
  subject: owner,
  ...clients[owner],
  [keyOf(name, rowOf(owner, name))]: written,
});

/** A value that is sent, and what the step tells about it. */
function sentAs(owner: Owner, name: string, written: unknown, sent: unknown, told = ''): Row {
  const party = { ...clients[owner], ...(sent !== undefined && { [name]: sent }) };
  const heading =
    'A tool before this one left these values in a wrong form. They were sent repaired.';
  const line = `${rowOf(owner, name).label}: "${String(written)}" was ${told}.`;
  return {
    input: inputWith(owner, name, written),
    requests: [
      post('/api/applications', { [owner]: party }, { application_id: id, [owner]: party }),
    ],
    returns: { not_taken: [], not_taken_text: told ? `${heading}\n${line}` : null },
  };
}

/** Sent otherwise, and told. */
const repaired: [
  owner: Owner,
  name: string,
  written: string,
  sent: string | string[] | undefined,
][] = [
  ['business', 'organization_name', 'Dupont &amp; Fils', 'Dupont & Fils'],
  ['business', 'organization_name', 'O&#039;Brien Ltd', "O'Brien Ltd"],
  ['business', 'organization_name', 'Lumen &amp;amp; Co', 'Lumen &amp; Co'],
  ['business', 'organization_name', '"Lumen SAS"', 'Lumen SAS'],
  ['business', 'organization_name', '["Lumen SAS"]', 'Lumen SAS'],
  ['business', 'registration_number', "'09506232", '09506232'],
  ['business', 'registration_number', '="09506232"', '09506232'],
  ['business', 'registration_date', 'null', undefined],
  ['person', 'birth_city', 'undefined', undefined],
  ['person', 'phone_number', "'+33612345678", '+33612345678'],
  ['person', 'nationalities', 'GBN', ['GBR']],
];

/** Sent as they are meant, without a word. */
const read: [owner: Owner, name: string, written: string, sent: unknown][] = [
  ['business', 'registration_date', '12MAR1974', '1974-03-12'],
  ['person', 'email', 'ana@example.com\u200b', 'ana@example.com'],
  ['person', 'nationalities', 'Bosnia and Herzegovina; Slovak', ['BIH', 'SVK']],
];

/** Sent as they are: they may be meant so. */
const same: [owner: Owner, name: string, written: string[]][] = [
  [
    'business',
    'organization_name',
    ['{Curly} Studio', 'Loading... Ltd', 'Null', 'None', 'Nil', 'Na', 'SARL Undefined', 'AT&T;'],
  ],
  ['person', 'last_name', ['null', "'s-Hertogenbosch", 'രാജന്\u200d']],
  ['person', 'phone_number', ['+1 212 555 0100,,123', '+33142685300;ext=12']],
  ['person', 'email', ['ana@müller.example', 'r&d@example.com', 'jörg@example.com']],
];

type Words = Parameters<Parameters<typeof inEach>[0]>[0];
const noExpression = ({ map, earlier }: Words) =>
  `contains an expression that was not filled in. ${map} its value from ${earlier}, and see there why it is empty.`;
const notLoaded = () =>
  'is what a spreadsheet shows before it has its values. Wait until they are there.';
const groupOf =
  (keys: string) =>
  ({ map }: Words) =>
    ` is a group of values (${keys}). ${map} a single value of it.`;
const several =
  (...all: string[]) =>
  ({ map }: Words) =>
    ` has ${all.length} values: ${JSON.stringify(all)}. ${map} a single one.`;
const ofDayRead = (day: string, reading: string) => () =>
  `: ${day} was read as ${reading}. Correct it, or leave the field empty.`;
const markup = () => 'has signs of a web page in it. Enter it as plain text.';
const noCountry = () =>
  'is no country: it stands in place of a nationality. Leave the field empty.';
const noNumber = () =>
  'stands in place of a number. Leave the field empty as long as there is none.';
const ofDay = (reason: string) => () => `${reason} Write it like 2024-05-31.`;

/** Refused: the message quotes the value and ends so. */
const refused: [owner: Owner, name: string, written: string[], ending: (own: Words) => string][] = [
  ['business', 'organization_name', ['{{ $json.company }}', '={{ $json.company }}'], noExpression],
  ['business', 'organization_name', ['&lt;b&gt;', 'Lumen&#8203;', 'A &amp;lt;b&gt;'], markup],
  ['business', 'organization_name', ['Loading...'], notLoaded],
  ['business', 'vat_number', ['exempt'], noNumber],
  [
    'business',
    'registration_date',
    ['2025-11-28T10:00:00Z', '1764324000000'],
    ofDay('has a time of day at which the next day begins elsewhere. Leave the time out.'),
  ],
  [
    'business',
    'registration_date',
    ['45989'],
    ofDay('looks like the number of a day in a spreadsheet. Format the column as a date.'),
  ],
  ['person', 'nationalities', ['XXA', 'XXB', 'XXX', 'UNO', 'Stateless'], noCountry],
  [
    'person',
    'email',
    ['ana@example'],
    () => 'is not an e-mail address. Write it like ana@example.com.',
  ],
];

/** Refused as a whole: the end of the message about a field. */
const whole: [owner: Owner, name: string, written: string, ending: (own: Words) => string][] = [
  ['business', 'organization_name', '{"text":"Lumen SAS"}', groupOf('text')],
  ['business', 'registration_number', '{"value":"552100554"}', groupOf('value')],
  ['person', 'phone_number', '{"phone":"33142685300"}', groupOf('phone')],
  ['business', 'registration_number', '552100554,775670417', several('552100554', '775670417')],
  [
    'business',
    'vat_number',
    'FR40303265045;FR61954506077',
    several('FR40303265045', 'FR61954506077'),
  ],
  ['person', 'phone_number', '+33142685300\n+33612345678', several('+33142685300', '+33612345678')],
  [
    'business',
    'registration_date',
    '1445/03/02',
    ofDayRead('1445-03-02', '2 March 1445, which may be of another calendar'),
  ],
  [
    'business',
    'registration_date',
    '1/1/2199',
    ofDayRead('2199-01-01', '1 January 2199, which is in the future'),
  ],
];

const refusedAs = (
  owner: Owner,
  name: string,
  written: string,
  says: (own: Words) => string,
): Row => ({
  input: inputWith(owner, name, written),
  halts: inEach((own) => `${rowOf(owner, name).label}${says(own)}`),
});

/** The rows of Create Case, by what is written. */
export const values: Record<string, Row> = Object.fromEntries([
  ...repaired.map(([owner, name, written, sent]) => [
    `${name} ${written}, which a tool has changed`,
    sentAs(
      owner,
      name,
      written,
      sent,
      sent === undefined ? 'left out' : `sent as "${[sent].flat()[0]}"`,
    ),
  ]),
  ...read.map(([owner, name, written, sent]) => [
    `${name} ${written}`,
    sentAs(owner, name, written, sent),
  ]),
  ...same.flatMap(([owner, name, all]) =>
    all.map((written) => [
      `${name} ${written}, which is a value`,
      sentAs(owner, name, written, written),
    ]),
  ),
  ...refused.flatMap(([owner, name, all, ending]) =>
    all.map((written) => [
      `${name} ${written}, which is none`,
      refusedAs(owner, name, written, (own) => `: "${written}" ${ending(own)}`),
    ]),
  ),
  ...whole.map(([owner, name, written, says]) => [
    `${name} ${written}, which is none`,
    refusedAs(owner, name, written, says),
  ]),
]);
