/** Portals as they are stored: the link of a client, and what it has typed so far. */
import type { RelatedBusiness, RelatedPerson } from '../../../service/contract.ts';
import type { Kind, InformationRequest } from './case.ts';
import type { Filled } from './form-values.ts';
import type { Store } from './store.ts';

export interface PartyDraft {
  /** ID in this portal. Submission replaces it with the service's. */
  id: string;
  kind: Kind;
  data: RelatedPerson | RelatedBusiness;
}
export interface DocumentDraft {
  file_id: string;
  type: string;
  name: string;
  size: number;
  /** Its owner: a related party, or an entry in this portal. The default is the client. */
  of?: string;
  expected_document_id?: string;
}
/** The client's inputs so far. */
export interface Progress {
  subject?: Kind;
  /** The form's values with custom fields, only those that the client changed. */
  profile: Filled;
  parties: PartyDraft[];
  documents: DocumentDraft[];
  /** The language of the last visit. */
  lang?: string;
  submitted_at?: string;
}
export interface StoredPortal {
  portal_id: string;
  token: string;
  application_id: string | null;
  redirect_url: string | null;
  custom_fields: Record<string, unknown>;
  state: 'open' | 'submitted' | 'closed';
  progress: Progress;
  request: InformationRequest | null;
  expires_at: string;
}

/** True if the client has entered something that is not submitted. */
export const hasInputs = ({ profile, parties, documents }: Progress): boolean =>
  Object.keys(profile).length + parties.length + documents.length > 0;

/** All portals, by their tokens. */
export const portalsIn = (store: Store) =>
  store.collection<StoredPortal>('portals', ({ application_id }) => ({ ref: application_id }));

/** A portal by its ID. */
export const portalNamed = (store: Store, name: string): StoredPortal | undefined =>
  name.startsWith('ptl_')
    ? portalsIn(store)
        .list()
        .find(({ portal_id }) => portal_id === name)
    : undefined;

/** The portals of a case, the newest first. */
export const portalsOf = (store: Store, application_id: string): StoredPortal[] =>
  portalsIn(store).list({ ref: application_id, newest: true });
