/** Related persons and businesses: a list, and one form at a time. */
import type { Kind } from '../../domain/cases.ts';
import { joined } from '../../domain/plain.ts';
import { Choices, Input } from '../../web/controls.tsx';
import { list, text, type Errors, type Values } from '../../web/form.ts';
import { entriesOf, type Entry } from '../people.ts';
import { valuesOf } from '../inputs.ts';
import { partyFields } from '../profile-fields.ts';
import { partyInWords } from '../summary.ts';
import { texts, type Language } from '../texts.ts';
import { filled } from '../messages.ts';
import {
  Actions,
  Field,
  Frame,
  Mistakes,
  partyName,
  PlainLink,
  Shown,
  StepPage,
  UseSaved,
  type View,
} from './frame.tsx';

function PartyRow({ entry, lang, t, base }: View & { entry: Entry }) {
  const name = partyName(entry.data);
  const origin = { existing: t.existing, corrected: t.corrected, added: '' }[entry.origin];
  const drop = entry.origin === 'corrected' ? t.undo : t.remove;
  return (
    <li>
      <span class="grow">
        <strong dir="auto">{name}</strong>{' '}
        <span class="meta">{joined(' · ', [partyInWords(entry.data, lang), origin])}</span>
      </span>
      <span class="hstack">
        <PlainLink href={`${base}?step=people&party=${entry.id}`} aria-label={`${t.edit}: ${name}`}>
          {t.edit}
        </PlainLink>
        {entry.origin !== 'existing' && (
          <form method="post" action={`${base}/people/remove`}>
            <input type="hidden" name="id" value={entry.id} />
            <button class="outline" aria-label={`${drop}: ${name}`}>
              {drop}
            </button>
          </form>
        )}
      </span>
    </li>
  );
}

export function People(view: View) {
  const { portal, t, base, existing } = view;
  const entries = entriesOf(portal.progress, existing.parties);
  return (
    <StepPage {...view} step="people" title={t.peopleTitle}>
      <section class="card" id="party" tabindex={-1}>
        <p class="hint">{t.peopleHint}</p>
        <p class="hint" id="owner" tabindex={-1}>
          {t.ownerHint}
        </p>
        {entries.length > 0 && (
          <ul class="list unstyled" id="shares" tabindex={-1}>
            {entries.map((entry) => (
              <PartyRow {...view} entry={entry} />
            ))}
          </ul>
        )}
        {!entries.length && <p>{t.nobody}</p>}
        <div class="actions">
          <PlainLink href={`${base}?step=people&party=person`}>{t.addPerson}</PlainLink>
          <PlainLink href={`${base}?step=people&party=business`}>{t.addBusiness}</PlainLink>
        </div>
      </section>
      <Actions t={t} back={`${base}?step=details`}>
        <form method="post" action={`${base}/people/done`}>
          <button>{t.continue}</button>
        </form>
      </Actions>
    </StepPage>
  );
}

interface PartyFieldsProps {
  kind: Kind;
  lang: Language;
  values: Values;
  errors?: Errors;
  today?: string;
}

/** The form fields of a person or company. */
function PartyFields({ kind, lang, values, errors = {}, today }: PartyFieldsProps) {
  const t = texts[lang];
  const roles = list(values.roles);
  const isPerson = kind === 'person';
  // A company neither signs nor is a beneficial owner. If the case gives one this role, the client
  // can still remove it.
  const offered = Object.entries(t.roles).filter(
    ([role]) => isPerson || !['ACCOUNT_OWNER', 'UBO'].includes(role) || roles.includes(role),
  );
  return (
    <>
      <div class="grid">
        {partyFields[kind].map((def) => (
          <Field {...{ def, lang, values, errors, today }} />
        ))}
      </div>
      <Choices
        name="roles"
        label={t.labels.roles}
        options={offered}
        values={roles}
        hint={isPerson && t.ownerRole}
        error={errors.roles}
      />
      <Input
        name="direct_ownership_percentage"
        label={t.labels.direct_ownership_percentage}
        note={t.optional}
        inputmode="decimal"
        value={text(values.direct_ownership_percentage)}
        maxlength={20}
        error={errors.direct_ownership_percentage}
      />
    </>
  );
}

interface PartyProps extends View {
  kind: Kind;
  /** The entry to change; undefined for a new one. */
  entry?: Entry;
  values: Values;
}

/** The form of one person or company. */
export function PartyPage(view: PartyProps) {
  const { lang, t, base, kind, entry, errors } = view;
  const adding = kind === 'person' ? t.addPerson : t.addBusiness;
  const title = entry ? filled(t.editParty, { name: partyName(entry.data) }) : adding;
  const address = `${base}?step=people&party=${entry?.id ?? kind}`;
  return (
    <Frame title={title} lang={lang} address={address} errors={errors} place={t.steps.people}>
      <p class="back">
        <span aria-hidden="true">‹</span> <a href={`${base}?step=people`}>{t.steps.people}</a>
      </p>
      <h1>{title}</h1>
      <Mistakes {...view} />
      <form method="post" action={`${base}/people`} novalidate data-keep={entry?.id ?? kind}>
        {entry && <Shown values={valuesOf(entry, lang)} />}
        {view.typed && <UseSaved t={t} href={address} />}
        <input type="hidden" name="kind" value={kind} />
        <input type="hidden" name="id" value={entry?.id ?? ''} />
        <section class="card">
          <PartyFields {...view} />
        </section>
        <Actions t={t} back={`${base}?step=people`}>
          <button>{t.save}</button>
        </Actions>
      </form>
    </Frame>
  );
}
