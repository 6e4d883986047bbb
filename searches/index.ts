/** All searches, in the order of the menus. */
import findCase from './find_case.ts';
import findRelatedPersons from './find_related_persons.ts';
import getCompany from './get_company.ts';
import searchCompanies from './search_companies.ts';

export const searches = {
  find_case: findCase,
  find_related_persons: findRelatedPersons,
  search_companies: searchCompanies,
  get_company: getCompany,
};
export type SearchKey = keyof typeof searches;
