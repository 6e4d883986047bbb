/** The documents of a case: view, accept, refuse. */
import type { HistoryEntry } from '../domain/history.ts';
import { typeName } from '../portal/texts.ts';
import { ownerName, type Details } from './case-facts.tsx';
import { text, type Values } from '../web/form.ts';
import { ActOnCase, Card, Input, Tag } from './parts.tsx';

const validity: Record<string, [state: string, kind: string]> = {
  valid: ['Accepted', 'good'],
  invalid: ['Refused', 'bad'],
};

interface DocumentsProps {
  /** The path of the case. */
  base: string;
  timeline: HistoryEntry[];
  /** The values of a refused form. */
  values: Values;
}

function Document(props: DocumentsProps & { document: Details; whose: string }) {
  const { document, whose, base, timeline, values } = props;
  const href = `${base}/documents/${document.document_id}`;
  const [state, kind] = validity[document.validity] ?? [];
  const why = values.document === document.document_id ? text(values.why) : '';
  const [, ...further] = document.document_files as object[];
  return (
    <li class="document">
      <div>
        <a href={href} dir="auto">
          {document.name}
        </a>{' '}
        {further.map((_, index) => (
          <a href={`${href}?side=${index + 1}`}>{`page ${index + 2}`}</a>
        ))}{' '}
        <span class="meta">
          {typeName(String(document.type), 'en')}
          {whose && ` of ${whose}`}
        </span>{' '}
        {state && <Tag text={state} kind={kind} />}
        {document.validity_reason && <span class="meta"> {document.validity_reason}</span>}
      </div>
      {document.validity !== 'valid' && (
        <ActOnCase timeline={timeline} action={`${href}/judge`}>
          <button
            class="outline small"
            name="validity"
            value="valid"
            aria-label={`Accept ${document.name}`}
          >
            Accept
          </button>
        </ActOnCase>
      )}
      {document.validity !== 'invalid' && (
        <details open={why !== ''}>
          <summary class="button outline small" aria-label={`Refuse ${document.name}`}>
            Refuse
          </summary>
          <ActOnCase timeline={timeline} action={`${href}/judge`} class="filters">
            <Input
              id={`why-${document.document_id}`}
              name="why"
              label="Why you refuse it"
              value={why}
              maxlength={300}
              required
            />
            <button
              class="outline small"
              data-variant="danger"
              name="validity"
              value="invalid"
              aria-label={`Refuse ${document.name}`}
            >
              Refuse
            </button>
          </ActOnCase>
        </details>
      )}
    </li>
  );
}

export function Documents({ details, ...around }: DocumentsProps & { details: Details }) {
  const whose = ({ person_id, business_id }: Details) =>
    ownerName(details, person_id ?? business_id, 'en');
  return (
    <Card title="Documents">
      <ul class="list unstyled">
        {details.documents.map((document: Details) => (
          <Document document={document} whose={whose(document)} {...around} />
        ))}
      </ul>
      {!details.documents.length && (
        <p class="hint">None yet. The client uploads them in the portal.</p>
      )}
    </Card>
  );
}
