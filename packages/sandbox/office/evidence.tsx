/** The documents of a case: view, accept, refuse, add. */
import { textOf, texts } from '../portal/texts.ts';
import { partyLabel, type Details } from './case-facts.tsx';
import type { Choice } from '../web/controls.tsx';
import { Card, Input, Select, Submit, Tag } from './parts.tsx';

/** True if a browser can show this type of file safely. */
export const canBeShown = (type: string) =>
  /^(application\/pdf|image\/(png|jpeg|webp))$/.test(type);

interface File {
  name: string;
  content_type: string;
  side?: string | null;
}

/** The files of a document in place, at full width. They load when opened. */
function InPlace({ document, href }: { document: Details; href: string }) {
  const files = ((document.document_files ?? []) as File[]).map((file, index) => ({
    ...file,
    title: file.side ? `${document.name}, ${file.side}` : String(document.name),
    address: index ? `${href}?side=${index}` : href,
  }));
  const visible = files.filter(({ content_type }) => canBeShown(content_type));
  if (!visible.length) return null;
  return (
    <details class="in-place">
      <summary>
        Show here<span class="visually-hidden">{`: ${document.name}`}</span>
      </summary>
      {visible.map(({ content_type, title, address }) =>
        content_type === 'application/pdf' ? (
          <iframe src={address} title={title} height="700" loading="lazy"></iframe>
        ) : (
          <img src={address} alt={title} loading="lazy" />
        ),
      )}
    </details>
  );
}

const validity: Record<string, [text: string, kind: string]> = {
  valid: ['Accepted', 'good'],
  invalid: ['Refused', 'bad'],
};

function Document({ document, whose, base }: { document: Details; whose: string; base: string }) {
  const href = `${base}/documents/${document.document_id}`;
  const [text, kind] = validity[document.validity] ?? [];
  const judge = (value: string, verb: string, variant?: string) => (
    <button
      class="outline small"
      data-variant={variant}
      name="validity"
      value={value}
      aria-label={`${verb} ${document.name}`}
    >
      {verb}
    </button>
  );
  return (
    <li class="document">
      <div>
        <a href={href} dir="auto">
          {document.name}
        </a>{' '}
        <span class="meta">
          {textOf(texts.en.types, String(document.type))}
          {whose && ` of ${whose}`} · <a href={`${href}?download`}>Download</a>
        </span>{' '}
        {text && <Tag text={text} kind={kind} />}
        {document.validity_reason && <span class="meta"> {document.validity_reason}</span>}
      </div>
      <form method="post" action={`${href}/judge`} class="hstack">
        {document.validity !== 'valid' && judge('valid', 'Accept')}
      </form>
      {document.validity !== 'invalid' && (
        <details>
          <summary aria-label={`Refuse ${document.name}`}>Refuse</summary>
          <form method="post" action={`${href}/judge`} class="filters">
            <Input
              id={`why-${document.document_id}`}
              name="reason"
              label="Why you refuse it"
              maxlength={300}
              required
            />
            {judge('invalid', 'Refuse', 'danger')}
          </form>
        </details>
      )}
      <InPlace document={document} href={href} />
    </li>
  );
}

export function Documents({
  details,
  base,
  types,
}: {
  details: Details;
  base: string;
  types: Choice[];
}) {
  const parties = [...details.persons, ...details.businesses] as Details[];
  const idOf = (party: Details) => String(party.person_id ?? party.business_id);
  const whose = ({ person_id, business_id }: Details) => {
    const found = parties.find((party) => idOf(party) === (person_id ?? business_id));
    return found ? partyLabel(found) : '';
  };
  return (
    <Card title="Documents">
      <ul class="list unstyled">
        {details.documents.map((document: Details) => (
          <Document document={document} whose={whose(document)} base={base} />
        ))}
      </ul>
      {!details.documents.length && (
        <p class="hint">None yet. The client uploads them in the portal.</p>
      )}
      <details>
        <summary>Add a document</summary>
        <form method="post" action={`${base}/documents`} enctype="multipart/form-data" class="grid">
          <Input name="file" label="File" type="file" required />
          <Select name="type" label="Kind of document" options={types} />
          <Select
            name="of"
            label="Of whom"
            options={[
              ['', 'The client'],
              ...parties.map((party) => [idOf(party), partyLabel(party)] as const),
            ]}
          />
          <Submit class="outline">Add the document</Submit>
        </form>
      </details>
    </Card>
  );
}
