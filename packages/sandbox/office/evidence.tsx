/** The documents of a case: view, accept, refuse. */
import type { HistoryEntry } from '../domain/history.ts';
import { textOf, texts } from '../portal/texts.ts';
import { ownerName, type Details } from './case-facts.tsx';
import { ActOnCase, Card, Input, Tag } from './parts.tsx';

const validity: Record<string, [text: string, kind: string]> = {
  valid: ['Accepted', 'good'],
  invalid: ['Refused', 'bad'],
};

interface DocumentsProps {
  /** The path of the case. */
  base: string;
  timeline: HistoryEntry[];
}

function Document(props: DocumentsProps & { document: Details; whose: string }) {
  const { document, whose, base, timeline } = props;
  const href = `${base}/documents/${document.document_id}`;
  const [text, kind] = validity[document.validity] ?? [];
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
          {textOf(texts.en.types, String(document.type))}
          {whose && ` of ${whose}`}
        </span>{' '}
        {text && <Tag text={text} kind={kind} />}
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
        <details>
          <summary class="button outline small" aria-label={`Refuse ${document.name}`}>
            Refuse
          </summary>
          <ActOnCase timeline={timeline} action={`${href}/judge`} class="filters" data-keep>
            <Input
              id={`why-${document.document_id}`}
              name="why"
              label="Why you refuse it"
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
