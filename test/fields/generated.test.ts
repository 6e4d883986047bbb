/**
 * What the service may write in many ways, and people in more: generated, and held against what it
 * was made of. Whatever comes out is that, or a refusal; never something else in silence.
 */
import * as fc from 'fast-check';

import { listIn } from '../../client/exchange/list.ts';
import { resourceIn } from '../../client/exchange/answer-body.ts';
import { errorFromAnswer } from '../../client/exchange/answer-errors.ts';
import { parseEvent } from '../../client/events.ts';
import { readDialect } from '../../service/dialect.ts';
import { withRepairs } from '../../fields/kinds/repairs.ts';
import { kinds, rowsOf } from '../../fields/kinds/table.ts';
import { toNumber, toPercentage } from '../../fields/kinds/values.ts';
import { owners } from '../../service/catalogue.ts';
import { random } from '../support/amount.ts';

const dialect = readDialect();

type Item = Record<string, unknown>;

const parameters = random(2000);
const id = fc.stringMatching(/^[a-z]{3}_[A-Za-z0-9]{4,12}$/);
/** What stands beside, under names that mean nothing here. */
const noise = fc.dictionary(fc.stringMatching(/^x_[a-z]{1,5}$/), fc.jsonValue(), { maxKeys: 3 });

/** The result of a reading; undefined where it was refused by its label. */
function orRefused<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    expect((error as Error).message).toMatch(/^Field: /);
    return undefined;
  }
}

describe(`${parameters.numRuns} inputs each, seed ${parameters.seed}`, () => {
  const locales = 'en-US en-GB en-IN de-DE de-CH fr-FR es-ES it-IT pl-PL nl-NL pt-PT sv-SE'.split(
    ' ',
  );
  it.each([
    ['number', toNumber, 1_000_000],
    ['percentage', toPercentage, 100],
  ] as const)('a %s as a language writes it is that number', (_, read, most) =>
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: most * 1000 }),
        fc.constantFrom(...locales),
        fc.integer({ min: 0, max: 3 }),
        fc.boolean(),
        (thousandths, locale, digits, useGrouping) => {
          const number = Number((thousandths / 1000).toFixed(digits));
          const form = {
            minimumFractionDigits: digits,
            maximumFractionDigits: digits,
            useGrouping,
          };
          const text = new Intl.NumberFormat(locale, form).format(number);
          const result = orRefused(() => read(text, 'Field'));
          if (result !== undefined) expect([text, Number(result)]).toEqual([text, number]);
        },
      ),
      parameters,
    ),
  );

  const rows = rowsOf(...Object.values(owners));
  const keyOf = (kind: string) => Object.keys(rows).find((key) => rows[key]!.kind === kind);
  const ofText = 'text code identifier phone id reference email url'.split(' ');
  const ofCode = 'date birthDate percentage country countries boolean riskLevel list'.split(' ');
  const tools = `&amp; &#039; &lt; " [ ] { } {{ }} ' =" null Loading... , ; / % <<`.split(' ');
  const parts = [
    'FR',
    'France',
    '🇫🇷',
    '1974',
    '08',
    '12',
    '+33',
    'a@b.cd',
    'https://',
    ' ',
    '\u200b',
  ];
  const piece = fc.oneof(fc.constantFrom(...tools, ...parts), fc.string({ maxLength: 4 }));
  it.each([...ofText, ...ofCode] as (keyof typeof kinds)[])(
    'a %s is sent as it is written, or repaired and told, or refused',
    (kind) =>
      fc.assert(
        fc.property(fc.array(piece, { maxLength: 6 }), (pieces) => {
          const key = keyOf(kind)!;
          const written = pieces.join('');
          const [input, repairs] = withRepairs({ [key]: written }, {}, true);
          const toldAs = repairs.length ? repairs[0]!.after : written;
          expect(input[key]).toBe(toldAs);
          const sent = orRefused(() => kinds[kind].parse(toldAs, 'Field'));
          if (sent === undefined || (Array.isArray(sent) && !sent.length)) return;
          const bare = (value: unknown) =>
            String(value)
              .normalize('NFC')
              .replace(/\p{Cf}/gu, '');
          if (ofText.includes(kind)) expect(bare(toldAs).replace(bare(sent), '').trim()).toBe('');
          else if (Array.isArray(sent) && kind === 'list')
            for (const part of sent) expect(toldAs).toContain(part);
          else if (kind === 'percentage')
            expect(Number(bare(toldAs).replace('%', '').replace(',', '.'))).toBe(sent);
          // What is read once stays so.
          else expect(kinds[kind].parse(sent, 'Field')).toEqual(sent);
        }),
        parameters,
      ),
  );

  it('an event has its own id, name and case', () =>
    fc.assert(
      fc.property(
        fc.tuple(id, id, id).filter((all) => new Set(all).size === 3),
        fc.constantFrom('type', 'event', 'event_type', 'event_name', 'name'),
        fc.constantFrom('top', 'data'),
        fc.constantFrom('event_id', 'data.event_id', 'id', 'header', 'none'),
        fc.constantFrom('object', 'object.id', 'data', 'top'),
        noise,
        ([event, application_id, other], typeKey, typeAt, idAt, caseAt, beside) => {
          const type = 'application.updated';
          const hasData = typeAt === 'data' || idAt === 'data.event_id' || caseAt !== 'top';
          const make = (own: string) => {
            const isNested = caseAt.startsWith('object');
            const object = caseAt === 'object.id' ? { id: application_id } : { application_id };
            const data: Item = {
              ...beside,
              ...(isNested ? { object } : caseAt === 'data' && { application_id }),
              ...(typeAt === 'data' && { [typeKey]: type }),
              ...(idAt === 'data.event_id' && { event_id: own }),
            };
            const top = {
              ...beside,
              ...(typeAt === 'top' && { [typeKey]: type }),
              ...(idAt === 'event_id' && { event_id: own }),
              ...(idAt === 'id' && { id: own }),
              ...(caseAt === 'top' && { application_id }),
              ...(hasData && { data }),
            };
            return parseEvent(dialect, top, {
              headers: idAt === 'header' ? { 'Http-Webhook-Id': own } : {},
            });
          };
          const read = make(event);
          const objectAt = caseAt.startsWith('object') ? 'object' : hasData ? 'data' : 'top';
          // A name beside the fields of a case is its client's.
          const isClient = typeKey === 'name' && typeAt === objectAt;
          expect(read).toMatchObject({ application_id, type: isClient ? undefined : type });
          expect(read.identity).toEqual(make(event).identity);
          expect(read.isAnonymous).toBe(idAt === 'none');
          if (idAt === 'none') return;
          expect(read.id).toBe(event);
          expect(read.identity).not.toEqual(make(other).identity);
        },
      ),
      parameters,
    ));

  it('a list is whole, or says that it is not', () =>
    fc.assert(
      fc.property(
        fc.array(fc.record({ id }), { maxLength: 5 }),
        fc.constantFrom('', 'data', 'items', 'results', 'persons', 'data.items', 'data.persons'),
        fc.nat(3),
        fc.constantFrom(
          ...'total count total_count meta.total pagination.total has_more'.split(' '),
          ...'next links.next _links.next next_cursor meta.next_page persons_has_more'.split(' '),
          ...'link x-total-count content-range 206'.split(' '),
          '',
        ),
        noise,
        (records, at, left, told, beside) => {
          const inside = (path: string, value: unknown): Item | unknown =>
            path.split('.').reduceRight((inner, key) => ({ [key]: inner }), value);
          const inHead = /^(link$|x-|content|206)/.test(told);
          const isTotal = /total|count/.test(told);
          const says = isTotal
            ? records.length + left
            : told.endsWith('has_more')
              ? left > 0
              : '/next';
          const isSaid = at !== '' && told !== '' && !inHead && (isTotal || left > 0);
          const body = at
            ? {
                ...beside,
                ...(isSaid && (inside(told, says) as Item)),
                ...(inside(at, records) as Item),
              }
            : records;
          const total = records.length + left;
          const values: Record<string, string> = {
            link: left ? '</a>; rel="prev", </next>; rel="next"' : '</a>; rel="prev"',
            'x-total-count': `${total}`,
            'content-range': records.length
              ? `persons 0-${records.length - 1}/${total}`
              : `*/${total}`,
          };
          const value = values[told];
          const headers = new Headers(value === undefined ? {} : { [told]: value });
          const status = told === '206' && left ? 206 : 200;
          const list = listIn(body, ['persons'], { status, headers })!;
          expect(list.records).toEqual(records);
          expect(list.more).toBe(left > 0 && (isSaid || inHead));
        },
      ),
      parameters,
    ));

  it('a thing in an envelope is itself, or the answer is refused', () =>
    fc.assert(
      fc.property(
        id,
        fc.option(id),
        fc.boolean(),
        fc.boolean(),
        noise,
        (own, other, isWrapped, isExact, beside) => {
          const thing = { ...beside, [isExact ? 'application_id' : 'id']: own };
          const body = isWrapped ? { ...(other && { id: other }), data: thing } : thing;
          let found: Item;
          try {
            found = resourceIn(body, 'application_id') as Item;
          } catch (error) {
            expect((error as Error).message).toContain(`${other} and ${own}`);
            expect(isExact).toBe(false);
            return;
          }
          expect(found.application_id ?? found.id).toBe(own);
        },
      ),
      parameters,
    ));

  it('a secret is in no message, wherever the service repeats it', () =>
    fc.assert(
      fc.property(
        fc.stringMatching(/^[!-~]{8,40}$/),
        fc.constantFrom<(text: string) => string>(
          (text) => text,
          encodeURIComponent,
          (text) => Buffer.from(text).toString('base64'),
        ),
        fc.constantFrom<(text: string) => unknown>(
          (text) => ({ detail: `Key ${text} is wrong` }),
          (text) => ({ detail: [{ loc: ['header', text], msg: text }] }),
          (text) => ({ errors: { [text]: ['is wrong'] } }),
          (text) => ({ error: { message: text, field: text } }),
          (text) => ({ message: 'x'.repeat(495) + text }),
        ),
        fc.constantFrom(400, 401, 403, 404, 409, 422, 429, 500, 503),
        (secret, write, around, status) => {
          const form = write(secret);
          const content = JSON.stringify(around(form));
          const request = { about: 'case', secrets: [secret] };
          const answer = { status, headers: new Headers(), content, request };
          const { message } = errorFromAnswer(answer);
          expect(message.toLowerCase()).not.toContain(form.toLowerCase());
        },
      ),
      parameters,
    ));
});
