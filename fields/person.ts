/** A natural person: subject of a case, or related to one. */
import type { Person } from '../api/contract.ts';
import { addressRow } from './address.ts';
import type { KeysOf, Table } from './table.ts';

export const personTable: Table<KeysOf<typeof Person>> = {
  first_name: {
    label: 'First Name',
    help: 'Given names as in the identity document.',
    sample: 'Inés',
  },
  last_name: {
    label: 'Last Name',
    help: 'Family name as in the identity document. Needed unless the Email is given.',
    sample: 'Ferrer',
  },
  email: {
    label: 'Email',
    help: 'E-mail address at which the person can be reached. Needed unless the Last Name is given.',
    kind: 'id',
    sample: 'client@example.com',
  },
  birth_date: {
    label: 'Birth Date',
    help: 'Day of birth, for example 1985-11-02. A time of day is left out.',
    kind: 'date',
    sample: '1985-11-02',
  },
  nationality: {
    label: 'Nationality',
    help: 'Country of citizenship; its name or code, for example Spain, ES or ESP.',
    kind: 'country',
    sample: 'ES',
  },
  address: addressRow('person'),
};
