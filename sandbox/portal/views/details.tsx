/** Step 1: the profile, with registry look-up for a business. */
import { labelOf } from '../asked.ts';
import { subjectOf, versionOf } from '../inputs.ts';
import { profileFields, type FormField } from '../profile-fields.ts';
import { countryName, texts } from '../texts.ts';
import { CustomFields } from './custom-fields.tsx';
import { Field, Frame, SaveStatus, Steps, Summary, type View } from './frame.tsx';

export function Details({ portal, lang, errors = {}, values, changed = [] }: View) {
  const t = texts[lang];
  const subject = subjectOf(portal);
  const base = `/portals/${portal.token}`;
  const stored = portal.progress.profile;
  const field = (def: FormField) => (
    <Field def={def} lang={lang} values={values ?? stored} errors={errors} />
  );
  const fields = profileFields[subject];
  const inWords = (name: string) =>
    ['country', 'nationality'].includes(name) && stored[name]
      ? countryName(stored[name], lang)
      : stored[name] || t.empty;
  const conflicts = Object.fromEntries(
    changed.map((name) => [name, t.conflict(labelOf(portal, name, lang), inWords(name))]),
  );
  return (
    <Frame title={t.title} lang={lang}>
      <h1>{t.title}</h1>
      <Steps portal={portal} t={t} current="details" />
      <Summary errors={conflicts} title={t.conflictTitle} />
      <Summary errors={errors} title={t.errorTitle} />
      <p class="note">{t.saved}</p>
      {!portal.application_id && (
        <section class="card">
          <h2>{t.subject}</h2>
          <div class="actions left">
            {(['business', 'person'] as const).map((kind) => (
              <a
                class={kind === subject ? 'button' : 'button plain'}
                aria-current={kind === subject ? 'true' : undefined}
                href={`${base}?subject=${kind}`}
              >
                {t.subjects[kind]}
              </a>
            ))}
          </div>
        </section>
      )}
      <form method="post" action={`${base}/details`} data-save={`${base}/save`} novalidate>
        <input type="hidden" name="version" value={versionOf(portal)} />
        <section class="card">
          <h2>{t[subject]}</h2>
          <div class="grid">
            {fields.filter(({ name }) => !name.startsWith('address')).map(field)}
          </div>
          {subject === 'business' && (
            <div class="actions left">
              {/* Pressed by Enter in a field, the first button would be this one. */}
              <button class="visually-hidden" tabindex={-1} aria-hidden="true">
                {t.continue}
              </button>
              <button class="plain" name="then" value="registry">
                {t.lookup}
              </button>
            </div>
          )}
          <h2>{t.address}</h2>
          <div class="grid">
            {fields.filter(({ name }) => name.startsWith('address')).map(field)}
          </div>
          <CustomFields portal={portal} lang={lang} values={values ?? stored} errors={errors} />
        </section>
        <SaveStatus t={t} />
        <div class="actions end">
          <button>{t.continue}</button>
        </div>
      </form>
    </Frame>
  );
}
