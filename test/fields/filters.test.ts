/** Which cases run a Zap: a value of a filter is found in whatever form the service has it. */
import { toCase } from '../../fields/cases.ts';
import { passes } from '../../fields/filters.ts';
import { readDialect } from '../../service/dialect.ts';
import { refusal } from '../support/core.ts';

const dialect = readDialect();
const isPassed = (input: object, more: object) =>
  passes(
    dialect,
    toCase({ application_id: 'app_1', status_review: 'pending', ...more } as never),
    input,
  );
const trade = 'Agriculture, forestry and fishing';
const sizes = { custom_fields: { size: 'M', colours: ['red'], seats: 25, vip: true } };

it.each<[object, object, boolean]>([
  [{}, {}, true],
  [{ status_review: ['Approved'] }, { status_review: 'approved' }, true],
  [{ status_review: ['rejected', 'pending'] }, { status_review: 'approved' }, false],
  [{ status_review: ['approved, pending'] }, {}, true],
  [{ status_execution: ['done'] }, { status_execution: 'failed' }, false],
  [{ risk_level: ['3'] }, { risk_level: '3' }, true],
  [{ risk_level: ['FORBIDDEN'] }, { risk_level: 'Forbidden' }, true],
  [{ risk_level: ['2'] }, { risk_level: '3' }, false],
  [{ risk_level: ['0'] }, { risk_level: null }, false],
  [{ skip_drafts: 'yes' }, { is_draft: 'true' }, false],
  [{ skip_drafts: 'no' }, { is_draft: true }, true],
  [{ custom_fields: { city: 'Zu\u0308rich' } }, { custom_fields: { city: 'Z\u00fcrich' } }, true],
  // The same value in another form of the service.
  [{ custom_fields: { x: 'A' } }, { custom_fields: { x: ['A', 'B'] } }, true],
  [{ custom_fields: { x: 'C' } }, { custom_fields: { x: ['A', 'B'] } }, false],
  [{ custom_fields: { x: '["A","B"]' } }, { custom_fields: { x: ['A', 'B'] } }, true],
  [{ custom_country_x: 'France' }, { custom_fields: { x: 'FR' } }, true],
  [{ custom_countries_x: ['FRA'] }, { custom_fields: { x: ['ES', 'FR'] } }, true],
  [{ custom_countries_x: ['FRA'] }, { custom_fields: { x: ['ES', 'DE'] } }, false],
  [{ custom_date_x: '31.05.2024' }, { custom_fields: { x: '2024-05-31T00:00:00Z' } }, true],
  [{ custom_number_x: '25' }, { custom_fields: { x: '25.0' } }, true],
  [{ custom_number_x: '25' }, { custom_fields: { x: 'about 25' } }, false],
  [{ custom_number_seats: '25' }, sizes, true],
  [{ custom_number_seats: '26' }, sizes, false],
  [{ custom_boolean_vip: 'yes' }, sizes, true],
  [{ custom_boolean_vip: 'no' }, sizes, false],
  [{ custom_boolean_x: 'yes' }, { custom_fields: { x: 'True' } }, true],
  [{ custom_boolean_x: 'no' }, { custom_fields: { x: 'Yes' } }, false],
  [{ custom_boolean_x: 'no' }, { custom_fields: {} }, false],
  [{ custom_choice_size: 'm' }, sizes, true],
  [{ custom_choice_size: ['S', 'M'] }, sizes, true],
  [{ custom_choice_size: ['S', 'L, XL'] }, sizes, false],
  [{ custom_choices_colours: ['blue', 'red'] }, sizes, true],
  [{ custom_choices_colours: ['blue'] }, sizes, false],
  [{ custom_choices_x: [trade] }, { custom_fields: { x: trade } }, true],
  [{ custom_choices_x: [trade] }, { custom_fields: { x: [trade] } }, true],
  [{ custom_choices_x: ['Agriculture'] }, { custom_fields: { x: [trade] } }, false],
  [{ custom_text_note: 'anything' }, sizes, false],
])('the filter %j passes a case with %j: %s', (input, more, result) =>
  expect(isPassed(input, more)).toBe(result),
);

it('refuses statuses in one line of which one is none, by the label', async () =>
  expect(await refusal(() => isPassed({ status_review: ['approved, open'] }, {}))).toContain(
    'Only Review Status',
  ));
