/** The fields of a deal in the CRM that the Zaps read and write. */
import { statusTexts } from '../../fields/progress.ts';
import { readDialect } from '../../service/dialect.ts';

export type Kind = 'text' | 'email' | 'choice' | 'lines' | 'link' | 'time';

interface DealField {
  /** Its name in the CRM. */
  label: string;
  kind: Kind;
  /** Who fills it in. */
  by: string;
}

export const dealFields = {
  email: { label: 'Onboarding Email', kind: 'email', by: 'Sales: for the letters' },
  firstName: { label: 'Onboarding First Name', kind: 'text', by: 'Sales: for the greeting' },
  lastName: { label: 'Onboarding Last Name', kind: 'text', by: 'Sales, of a person' },
  case: { label: 'Onboarding Case', kind: 'text', by: 'Zaps' },
  link: { label: 'Onboarding Link', kind: 'link', by: 'Zaps' },
  status: { label: 'Onboarding Status', kind: 'choice', by: 'Zaps' },
  summary: { label: 'Onboarding Summary', kind: 'lines', by: 'Zaps: status and what is missing' },
  submitted: { label: 'Onboarding Submitted', kind: 'time', by: 'Zaps: the last submission' },
  problem: { label: 'Onboarding Problem', kind: 'text', by: 'Zaps' },
} as const satisfies Record<string, DealField>;
export type DealFieldName = keyof typeof dealFields;

/** The values of the field for the status. */
export const statusChoices = statusTexts(readDialect());
