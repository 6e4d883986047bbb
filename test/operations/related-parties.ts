/** What the steps of related persons and businesses do. */
import { aCase, get, id, inEach, post, type Rows } from './table.ts';

export const add_related_person: Rows = {
  usual: {
    input: {
      application_id: id,
      last_name: 'Ferrer',
      roles: ['DIRECTOR'],
      direct_ownership_percentage: '12,5 %',
    },
    requests: [
      post(
        `/api/applications/${id}/persons`,
        { last_name: 'Ferrer', roles: ['DIRECTOR'], direct_ownership_percentage: 12.5 },
        { person_id: 'per_1' },
      ),
    ],
    returns: { id: 'per_1', last_name: 'Ferrer', direct_ownership_percentage: 12.5 },
  },
  'required fields alone': {
    input: { application_id: id },
    halts: 'Last Name is empty. Fill in the Last Name or the Email of the person.',
  },
  'two roles in one': {
    input: { application_id: id, last_name: 'Ferrer', roles: 'Director/UBO' },
    requests: [
      post(
        `/api/applications/${id}/persons`,
        { last_name: 'Ferrer', roles: ['DIRECTOR', 'UBO'] },
        { person_id: 'per_1' },
      ),
    ],
    returns: { id: 'per_1', roles: ['DIRECTOR', 'UBO'] },
  },
  'a group of roles': {
    input: { application_id: id, last_name: 'Ferrer', roles: '{"ids":[1,2]}' },
    halts: inEach(({ map }) => `Roles is a group of values (ids). ${map} a single value of it.`),
  },
  'a share that is none': {
    input: { application_id: id, last_name: 'Ferrer', direct_ownership_percentage: '1,000' },
    halts: 'Direct Ownership Percentage: "1,000" is not a percentage between 0 and 100.',
  },
  'an answer with the whole case': {
    input: { application_id: id, last_name: 'Ferrer' },
    requests: [
      post(
        `/api/applications/${id}/persons`,
        { last_name: 'Ferrer' },
        { ...aCase, persons: [{ person_id: 'per_1', last_name: 'Ferrer' }] },
      ),
    ],
    returns: { application_id: id, last_name: 'Ferrer' },
  },
};

export const add_related_business: Rows = {
  usual: {
    input: { application_id: id, organization_name: 'Nordwind GmbH', country: 'DEU' },
    requests: [
      post(
        `/api/applications/${id}/businesses`,
        { organization_name: 'Nordwind GmbH', country: 'DEU' },
        { business_id: 'biz_1' },
      ),
    ],
    returns: { id: 'biz_1', organization_name: 'Nordwind GmbH', country_name: 'Germany' },
  },
  'required fields alone': {
    input: { application_id: id },
    halts:
      'Organization Name is empty. Fill in the Organization Name or the Registration Number of the business.',
  },
};

const ofCase = `/api/applications/${id}/persons`;
const ferrer = [{ person_id: 'per_1', last_name: 'Ferrer' }];

export const find_related_persons: Rows = {
  usual: {
    input: { application_id: id },
    requests: [get(ofCase, ferrer)],
    returns: [{ id: 'per_1', application_id: id, last_name: 'Ferrer', more_exist: false }],
  },
  'a part by its status alone': {
    input: { application_id: id },
    requests: [get(ofCase, ferrer, 206)],
    returns: [{ id: 'per_1', more_exist: true }],
  },
  'a part with the address of the next one': {
    input: { application_id: id },
    requests: [
      { ...get(ofCase, ferrer), status: 206, headers: { link: `<${ofCase}?page=2>; rel="next"` } },
      {
        ...get(`${ofCase}?page=2`, [{ person_id: 'per_2', last_name: 'Ruiz' }]),
        status: 206,
        headers: { 'content-range': 'persons 1-1/2' },
      },
    ],
    returns: [
      { id: 'per_1', more_exist: false },
      { id: 'per_2', more_exist: false },
    ],
  },
  'a part in the case, of a service without the list': {
    input: { application_id: id },
    requests: [
      get(ofCase, { detail: 'Not Found' }, 404),
      get(`/api/applications/${id}`, { ...aCase, persons: ferrer, persons_total: 300 }),
    ],
    returns: [{ id: 'per_1', more_exist: true }],
  },
};
