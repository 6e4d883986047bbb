/** Step 2: related persons and businesses. A list, and one form at a time. */
import type { Kind } from '../../domain/cases.ts';
import type { PartyDraft } from '../../domain/portals.ts';
import type { Values } from '../inputs.ts';
import { partyFields } from '../profile-fields.ts';
import { countryName, textOf, texts } from '../texts.ts';
import { Field, Frame, partyName, SaveStatus, Steps, Summary, type View } from './frame.tsx';

/** "Director, Beneficial owner, 60 %, Spain" */
export function partySummary({ data }: Pick<PartyDraft, 'data'>, lang: View['lang']): string {
  const { roles, direct_ownership_percentage: share } = data;
  const places = 'nationalities' in data ? data.nationalities : [data.country];
  return [
    ...(roles ?? []).map((role) => textOf(texts[lang].roles, role)),
    share === null || share === undefined ? '' : `${share} %`,
    ...[places ?? []].flat().map((place) => (place ? countryName(String(place), lang) : '')),
  ]
    .filter(Boolean)
    .join(', ');
}

/** Those the case has from before: they cannot be changed here. */
export const KnownParties = ({ known, lang }: Pick<View, 'known' | 'lang'>) =>
  known && known.parties.length > 0 ? (
    <ul>
      {known.parties.map((data) => (
        <li>
          <span dir="auto">{partyName(data)}</span>{' '}
          <span class="meta">{`${partySummary({ data }, lang)} · ${texts[lang].known}`}</span>
        </li>
      ))}
    </ul>
  ) : null;

export function People({ portal, lang, errors = {}, known }: View) {
  const t = texts[lang];
  const base = `/portals/${portal.token}`;
  const { parties, unfinished } = portal.progress;
  const all = [...(known?.parties ?? []), ...parties.map(({ data }) => data)];
  const sum = all.reduce((total, data) => total + (data.direct_ownership_percentage ?? 0), 0);
  return (
    <Frame title={t.peopleTitle} lang={lang} query="step=people&">
      <h1>{t.peopleTitle}</h1>
      <Steps portal={portal} t={t} current="people" />
      <Summary errors={errors} title={t.errorTitle} />
      {unfinished && (
        <section class="card note" id="unfinished">
          <p>{t.unfinished}</p>
          <div class="actions left">
            <a
              class="button"
              href={`${base}?step=people&party=${unfinished.id ?? unfinished.kind}`}
            >
              {t.finish}
            </a>
            <form method="post" action={`${base}/people/discard`}>
              <button class="plain">{t.discard}</button>
            </form>
          </div>
        </section>
      )}
      <section class="card" id="party">
        <p class="hint">{t.peopleHint}</p>
        <KnownParties known={known} lang={lang} />
        {parties.length ? (
          <ul class="list">
            {parties.map((entry) => (
              <li>
                <span>
                  <strong dir="auto">{partyName(entry.data)}</strong>{' '}
                  <span class="meta">{partySummary(entry, lang)}</span>
                </span>
                <span class="both">
                  <a
                    class="button plain"
                    href={`${base}?step=people&party=${entry.id}`}
                    aria-label={`${t.edit}: ${partyName(entry.data)}`}
                  >
                    {t.edit}
                  </a>
                  <form method="post" action={`${base}/people/remove`}>
                    <input type="hidden" name="id" value={entry.id} />
                    <button class="plain" aria-label={`${t.remove}: ${partyName(entry.data)}`}>
                      {t.remove}
                    </button>
                  </form>
                </span>
              </li>
            ))}
          </ul>
        ) : (
          !known?.parties.length && <p>{t.nobody}</p>
        )}
        {sum > 100 && (
          <p class="note" role="status">
            {t.sharesAbove(String(Math.round(sum * 100) / 100))}
          </p>
        )}
        <div class="actions left">
          <a class="button plain" href={`${base}?step=people&party=person`}>
            {t.addPerson}
          </a>
          <a class="button plain" href={`${base}?step=people&party=business`}>
            {t.addBusiness}
          </a>
        </div>
      </section>
      <div class="actions">
        <a class="button plain" href={`${base}?step=details`}>
          {t.back}
        </a>
        <form method="post" action={`${base}/people/done`}>
          <button>{t.continue}</button>
        </form>
      </div>
    </Frame>
  );
}

interface PartyProps extends Omit<View, 'values'> {
  kind: Kind;
  /** The entry that is being changed; none while one is added. */
  entry?: PartyDraft;
  values: Values;
}

/** The form of one person or company. */
export function PartyPage({ portal, lang, kind, entry, values, errors = {} }: PartyProps) {
  const t = texts[lang];
  const base = `/portals/${portal.token}`;
  const title = entry
    ? t.editParty(partyName(entry.data))
    : kind === 'person'
      ? t.addPerson
      : t.addBusiness;
  const chosen = [values.roles ?? []].flat();
  return (
    <Frame title={title} lang={lang} query={`step=people&party=${entry?.id ?? kind}&`}>
      <h1>{title}</h1>
      <Summary errors={errors} title={t.errorTitle} />
      <form method="post" action={`${base}/people`} data-save={`${base}/people/save`} novalidate>
        <input type="hidden" name="kind" value={kind} />
        <input type="hidden" name="id" value={entry?.id ?? ''} />
        <section class="card">
          <div class="grid">
            {partyFields[kind].map((def) => (
              <Field def={def} lang={lang} values={values} errors={errors} />
            ))}
          </div>
          <fieldset
            id="roles"
            class={errors.roles ? 'field bad' : 'field'}
            aria-describedby={errors.roles ? 'roles-error' : undefined}
          >
            <legend>{t.labels.roles}</legend>
            {Object.entries(t.roles).map(([role, label]) => (
              <label class="choice">
                <input type="checkbox" name="roles" value={role} checked={chosen.includes(role)} />{' '}
                {label}
              </label>
            ))}
            {errors.roles && (
              <p class="error" id="roles-error">
                {errors.roles}
              </p>
            )}
          </fieldset>
          <div class={errors.share ? 'field bad' : 'field'}>
            <label for="share">
              {t.labels.share} <small>({t.optional})</small>
            </label>
            <input
              id="share"
              name="share"
              inputmode="decimal"
              value={String(values.share ?? '')}
              maxlength={20}
              aria-invalid={errors.share ? 'true' : undefined}
              aria-describedby={errors.share ? 'share-error' : undefined}
            />
            {errors.share && (
              <p class="error" id="share-error">
                {errors.share}
              </p>
            )}
          </div>
        </section>
        <SaveStatus t={t} />
        <div class="actions">
          <a class="button plain" href={`${base}?step=people`}>
            {t.back}
          </a>
          <button>{t.save}</button>
        </div>
      </form>
    </Frame>
  );
}
