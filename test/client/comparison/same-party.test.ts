/** Which of the related parties that the service shows is which of those that were sent. */
import { matchParties } from '../../../client/comparison/same-party.ts';

type Item = Record<string, unknown>;

describe('parties are matched one to one', () => {
  const x = { given_names: 'Ana', last_name: 'Ferrer' };
  const y = { given_names: 'Luc', last_name: 'Martin' };
  const email = 'a@b.example';
  it.each<[string, sent: object[], shown: Item[], places: (number | undefined)[]]>([
    ['in another order', [x, y], [y, x], [1, 0]],
    ['by e-mail', [{ ...x, email }], [y, { ...y, email: 'A@b.example' }], [1]],
    ['the one with both first', [x, { ...x, email }], [{ ...x, email }, x], [1, 0]],
    [
      'the one with both first, in another order',
      [{ ...x, email }, x],
      [x, { ...x, email }],
      [1, 0],
    ],
    ['two of one name', [x, x], [x, x], [0, 1]],
    ['two of one name, of which one is missing', [x, x], [x], [0, undefined]],
    [
      'a family with one e-mail',
      [
        { ...x, email },
        { ...y, email },
      ],
      [{ given_names: 'L', email }, x],
      [1, 0],
    ],
    ['one that must move', [{ ...x, email }, x], [x, { ...y, email }], [1, 0]],
    [
      'a name that is split elsewhere',
      [{ given_names: 'Ana María', last_name: 'Ruiz' }],
      [{ given_names: 'Ana', last_name: 'María Ruiz' }],
      [0],
    ],
    [
      'a business by its number',
      [{ registration_number: '552 100' }],
      [{ registration_number: '1' }, { registration_number: '552100' }],
      [1],
    ],
    [
      'a business by its number in the spelling of its register',
      [{ country: 'GBR', registration_number: '00445790' }],
      [{ registration_number: '445791' }, { registration_number: '445790' }],
      [1],
    ],
    [
      'no business by a number that another country writes so',
      [{ country: 'DNK', registration_number: '445790' }],
      [{ registration_number: '00445790' }],
      [undefined],
    ],
    [
      'a business by its name',
      [{ organization_name: 'Lumen' }],
      [{ organization_name: 'LUMEN' }],
      [0],
    ],
    [
      'nobody alike',
      [x],
      [{ ...x, last_name: 'Ferrer Ruiz' }, { last_name: 'Ferrer' }],
      [undefined],
    ],
    ['nobody without a name', [{ ...x, email }], [{ id: 'p1' }, {}, { email: '' }], [undefined]],
    [
      'no person as a business',
      [{ last_name: 'Lumen' }],
      [{ organization_name: 'Lumen' }],
      [undefined],
    ],
  ])('%s', (_, sent, all, places) => {
    const shown = all.map((one) => ({ ...one }));
    const found = matchParties(sent, shown).map((one) => one && shown.indexOf(one));
    expect(found).toEqual(places);
  });
});
