/** Mistakes of people, each with the sentence that every tool must answer. */

/** A tool's own names for fields. */
type Door = 'zapier' | 'n8n' | 'mcp';

interface Mistake {
  what: string;
  /** The key of the operation, and its input. */
  key: string;
  input: Record<string, unknown>;
  /** The service's answer, if only the service notices the mistake. */
  answer?: { status: number; body: object };
  /** The whole message, or one per tool if they differ. */
  says: string | Record<Door, string>;
}

/** A sentence that tells people to map a value, or assistants and workflows to take it. */
const inWords = (sentence: (map: string) => string): Record<Door, string> => ({
  zapier: sentence('Map'),
  n8n: sentence('Take'),
  mcp: sentence('Take'),
});

const deal = { subject: 'business', organization_name: 'Lumen Studio SAS' };

/** The sentences in the words of each tool. */
const otherForm =
  ' For your engineer: if the key is right, npm run doctor shows whether the service expects another header or prefix for it.';

/** What an operation says to its required fields alone, unless they are enough. */
const alone: Mistake[] = [
  ...['start_onboarding', 'create_case'].map((key) => ({
    key,
    input: { subject: 'business' },
    says: 'Organization Name is empty. Fill in the Organization Name or the Registration Number of the business.',
  })),
  {
    key: 'create_portal',
    input: {},
    says: inWords((map) => `Case is empty. ${map} the Case, or choose "A New Client" in For.`),
  },
  {
    key: 'add_related_person',
    input: { application_id: 'app_1' },
    says: 'Last Name is empty. Fill in the Last Name or the Email of the person.',
  },
  {
    key: 'add_related_business',
    input: { application_id: 'app_1' },
    says: 'Organization Name is empty. Fill in the Organization Name or the Registration Number of the business.',
  },
  {
    key: 'upload_document',
    input: { file: 'https://files.example/passport.pdf', type: 'ID' },
    says: 'Fill in exactly one of Case, Person and Business; none of them is filled in.',
  },
  {
    key: 'update_case',
    input: { application_id: 'app_1' },
    says: 'Nothing to update: fill in at least one field besides Case.',
  },
  {
    key: 'find_case',
    input: {},
    says: inWords(
      (map) =>
        `Case and External Reference are empty. ${map} the ID of the case, or the ID of the deal as External Reference.`,
    ),
  },
].map((one) => ({ ...one, what: `nothing but what ${one.key} requires` }));

export const mistakes: Mistake[] = [
  ...alone,
  {
    what: 'a country with two readings',
    key: 'create_case',
    input: { ...deal, country: 'Nga' },
    says: 'Country: "Nga" may be Nigeria (NG) or Russian Federation (RU). Use the code of the country that you mean.',
  },
  {
    what: 'a date with two readings',
    key: 'create_case',
    input: { ...deal, registration_date: '03/04/2024' },
    says: 'Registration Date: "03/04/2024" is not a clear date. Write it like 2024-05-31.',
  },
  {
    what: 'a field of the other subject',
    key: 'create_case',
    input: { ...deal, last_name: 'Ferrer' },
    says: 'Last Name is filled in, but the Subject is Business (KYB). Empty Last Name, or choose the other subject.',
  },
  {
    what: 'a share that is none',
    key: 'add_related_person',
    input: { application_id: 'app_1', last_name: 'Ferrer', direct_ownership_percentage: '1,000' },
    says: 'Direct Ownership Percentage: "1,000" is not a percentage between 0 and 100.',
  },
  {
    what: 'a document for two things at once',
    key: 'upload_document',
    input: {
      file: 'https://files.example/passport.pdf',
      type: 'ID',
      application_id: 'app_1',
      person_id: 'per_1',
    },
    says: 'Fill in exactly one of Case, Person and Business; 2 of them are filled in.',
  },
  {
    what: 'an address that runs a script',
    key: 'create_portal',
    input: { portal_for: 'client', redirect_url: 'javascript:alert(1)' },
    says: 'Redirect URL: "javascript:alert(1)" is not a web address. Start it with https://.',
  },
  {
    what: 'a case that is none',
    key: 'submit_case',
    input: { application_id: 'app_2' },
    answer: { status: 404, body: { detail: 'Not Found' } },
    says: {
      zapier:
        'The service knows no such case. Map the ID from the step that created or found it. Not Found.',
      n8n: 'The service knows no such case. Take the ID from the node that created or found it. Not Found.',
      mcp: 'The service knows no such case. Take the ID from the tool that created or found it. Not Found.',
    },
  },
  {
    what: 'a value the service refuses',
    key: 'create_case',
    input: { ...deal, registration_number: '1' },
    answer: {
      status: 422,
      body: {
        detail: [{ loc: ['body', 'business', 'registration_number'], msg: 'Too short', type: 'x' }],
      },
    },
    says: 'The service refused these values. Registration Number: Too short.',
  },
  {
    what: 'a key that is not valid',
    key: 'find_case',
    input: { application_id: 'app_1' },
    answer: { status: 401, body: {} },
    says: {
      zapier: `The service does not accept the API key. Reconnect the account with a valid key.${otherForm}`,
      n8n: `The service does not accept the API key. Enter a valid key in the credential.${otherForm}`,
      mcp: `The service does not accept the API key. Start this server with a valid key.${otherForm}`,
    },
  },
];

/** The sentence of a tool. */
export const saidBy = ({ says }: Mistake, door: Door): string =>
  typeof says === 'string' ? says : says[door];
