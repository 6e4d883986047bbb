/** Values as clients and the tools before this one write them: what is sent of them, or why not. */
import { keyOf, rowAt, type Field } from '../../service/catalogue.ts';
import { id, inEach, post, type Row } from './table.ts';

type Words = Parameters<Parameters<typeof inEach>[0]>[0];

/** A row in each line: the path of a field, what is written, and what is sent. */
const linesOf = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/ +=> +/) as [path: string, written: string, sent?: string]);

const repaired = `
  business.organization_name => Dupont &amp; Fils     => Dupont & Fils
  business.organization_name => O&#039;Brien Ltd      => O'Brien Ltd
  business.organization_name => Lumen &amp;amp; Co    => Lumen &amp; Co
  business.organization_name => &lsquo;&Scaron;koda&rsquo; => ‘Škoda’
  business.organization_name => "Lumen SAS"           => Lumen SAS
  business.organization_name => ["Lumen SAS"]         => Lumen SAS
  business.registration_number => '09506232           => 09506232
  business.registration_number => ="09506232"         => 09506232
  business.registration_date => null
  person.birth_city          => undefined
  person.phone_number        => '+33612345678         => +33612345678
  person.nationalities       => GBN                   => GBR
  person.nationalities       => GBD<<                 => GBR`;

/** Without a word: it is read, or may be meant as it stands. */
const sent = `
  business.organization_name => {Curly} Studio        => {Curly} Studio
  business.organization_name => Loading... Ltd        => Loading... Ltd
  business.organization_name => Null                  => Null
  business.organization_name => None                  => None
  business.organization_name => Nil                   => Nil
  business.organization_name => Na                    => Na
  business.organization_name => SARL Undefined        => SARL Undefined
  business.organization_name => AT&T;                 => AT&T;
  business.organization_name => &Co;                  => &Co;
  business.registration_number => T 35876; F 176; S 8 => T 35876; F 176; S 8
  business.registration_number => 12345, Abt. 2       => 12345, Abt. 2
  business.registration_number => 1,234,567           => 1,234,567
  business.registration_number => J40 / 8302 / 1997   => J40 / 8302 / 1997
  person.last_name           => null                  => null
  person.last_name           => 's-Hertogenbosch      => 's-Hertogenbosch
  person.last_name           => രാജന്\u200d             => രാജന്\u200d
  person.email               => ana@müller.example    => ana@müller.example
  person.email               => r&d@example.com       => r&d@example.com
  person.email               => jörg@example.com      => jörg@example.com
  person.email               => \u200bana@example.com\u200b => ana@example.com
  person.phone_number        => +1 212 555 0100,,123  => +1 212 555 0100,,123
  person.phone_number        => +33142685300;ext=12   => +33142685300;ext=12`;

const day = 'Write it like 2024-05-31.';
/** Each ends the message, behind the field's label, the written value and what is made of it. */
const refused: [ending: (own: Words, sent?: string) => string, lines: string][] = [
  [
    ({ map, earlier }) =>
      `contains an expression that was not filled in. ${map} its value from ${earlier}, and see there why it is empty.`,
    `business.organization_name => {{ $json.company }}
     business.organization_name => {{ {"a": 1}.a }}
     business.organization_name => <%= company %>`,
  ],
  [
    () => 'has signs of a web page in it. Enter it as plain text.',
    `business.organization_name => &lt;b&gt;
     business.organization_name => Lumen&#8203;
     business.organization_name => A &amp;lt;b&gt;`,
  ],
  [
    () => 'is what a spreadsheet shows before it has its values. Wait until they are there.',
    'business.organization_name => Loading...',
  ],
  [
    () => 'stands in place of a number. Leave the field empty as long as there is none.',
    'business.vat_number => exempt',
  ],
  [
    () => `has a time of day at which the next day begins elsewhere. Leave the time out. ${day}`,
    `business.registration_date => 2025-11-28T10:00:00Z
     business.registration_date => 1764324000000`,
  ],
  [
    () => `looks like the number of a day in a spreadsheet. Format the column as a date. ${day}`,
    'business.registration_date => 45989',
  ],
  [
    () => 'is not an e-mail address. Write it like ana@example.com.',
    `person.email => ana@example
     person.email => mailto:ana@example.com`,
  ],
  // Nobody can tell what it was.
  [
    () => 'has letters that were decoded in a wrong character set. Correct it where it comes from.',
    `person.last_name => Zo\ufffd
     person.last_name => ZoÃ© 東京
     person.last_name => voilÃ
     person.last_name => Ã©tÃ`,
  ],
];
/** The same without the written value in quotation marks. */
const refusedWhole: typeof refused = [
  [
    ({ map }, keys) => ` is a group of values (${keys}). ${map} a single value of it.`,
    `business.organization_name => {"text":"Lumen SAS"}                    => text
     business.registration_number => {"value":"552100554"}                 => value
     person.phone_number => {"phone":"33142685300","countryShortName":"FR"} => phone, countryShortName`,
  ],
  [
    ({ map }, numbers) => ` has 2 values: ${numbers}. ${map} a single one.`,
    `business.registration_number => 552100554,775670417     => ["552100554","775670417"]
     business.registration_number => 6947;6948                => ["6947","6948"]
     business.registration_number => 6947,6948                => ["6947","6948"]
     business.vat_number => FR40303265045;FR61954506077       => ["FR40303265045","FR61954506077"]
     person.phone_number => +33142685300,+33612345678         => ["+33142685300","+33612345678"]`,
  ],
  [
    (_, reading) => `: ${reading}. Correct it, or leave the field empty.`,
    `business.registration_date => 1445/03/02 => 1445-03-02 was read as 2 March 1445, which may be of another calendar
     business.registration_date => 1/1/2199   => 2199-01-01 was read as 1 January 2199, which is in the future`,
  ],
];

const clients = { business: { organization_name: 'Lumen' }, person: { last_name: 'Ferrer' } };
const partsOf = (path: string) => {
  const [owner, name] = path.split('.') as [keyof typeof clients, string];
  const row = rowAt(path) as Field;
  return { owner, name, row, client: clients[owner], key: keyOf(name, row) };
};
const inputOf = (path: string, written: string) => {
  const { owner, client, key } = partsOf(path);
  return { subject: owner, ...client, [key]: written };
};

const heading =
  'A tool before this one left these values in a wrong form. They were sent repaired.';
function sentAs(path: string, written: string, as?: string, isTold = false): Row {
  const { owner, name, row, client } = partsOf(path);
  const value = row.kind === 'countries' ? [as] : as;
  const party = { ...client, ...(as !== undefined && { [name]: value }) };
  const done = as === undefined ? 'left out' : `sent as "${as}"`;
  const line = `${heading}\n${row.label}: "${written}" was ${done}.`;
  const answer = { application_id: id, [owner]: party };
  return {
    input: inputOf(path, written),
    requests: [post('/api/applications', { [owner]: party }, answer)],
    returns: { not_taken: [], not_taken_text: isTold ? line : null },
  };
}

const refusals = (all: typeof refused, isQuoted: boolean) =>
  all.flatMap(([ending, lines]) =>
    linesOf(lines).map(([path, written, as]): [string, Row] => {
      const start = partsOf(path).row.label + (isQuoted ? `: "${written}" ` : '');
      const halts = inEach((own) => start + ending(own, as));
      return [`refused: ${path} ${written}`, { input: inputOf(path, written), halts }];
    }),
  );

/** The rows of Create Case, by what is written. */
export const values: Record<string, Row> = Object.fromEntries([
  ...linesOf(repaired).map(([path, written, as]) => [
    `repaired: ${path} ${written}`,
    sentAs(path, written, as, true),
  ]),
  ...linesOf(sent).map(([path, written, as]) => [
    `sent: ${path} ${written}`,
    sentAs(path, written, as),
  ]),
  ...refusals(refused, true),
  ...refusals(refusedWhole, false),
]);
