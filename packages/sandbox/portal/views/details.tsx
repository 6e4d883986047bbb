/** The first section: the profile. The company registry fills it in for a business. */
import { toForm } from '../../domain/form-values.ts';
import { joined } from '../../domain/plain.ts';
import { Input, Version } from '../../web/controls.tsx';
import { labelOf } from '../requirements.ts';
import { subjectOf, versionOf } from '../inputs.ts';
import { profileFields, type FormField } from '../profile-fields.ts';
import { countryName, dateInWords } from '../texts.ts';
import { CustomFields } from './custom-inputs.tsx';
import { filled } from '../messages.ts';
import { Actions, Field, SaveStatus, StepPage, Summary, type View } from './frame.tsx';

/** The candidates from the registry. The chosen one fills in the form below. */
function Found({ companies, q, lang, t }: Required<View>['lookUp'] & Pick<View, 'lang' | 't'>) {
  return (
    <div role="status" id="found">
      {q && !companies.length && <p>{t.lookupNone}</p>}
      {companies.length > 0 && (
        <ul class="list unstyled">
          {companies.map(({ organization_name, registration_number, country, ...company }) => (
            <li>
              <span class="grow">
                <strong dir="auto">{organization_name}</strong>{' '}
                <span class="meta">
                  {joined(' · ', [
                    registration_number,
                    toForm(company)['address.town'],
                    company.registration_date && dateInWords(company.registration_date, lang),
                  ])}
                </span>
              </span>
              <button
                class="outline"
                name="choose"
                value={`${country} ${registration_number}`}
                aria-label={`${t.choose}: ${organization_name}`}
              >
                {t.choose}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

export function Details({ lookUp = { q: '', companies: [] }, ...view }: View) {
  const { portal, lang, t, base, changed = [] } = view;
  const subject = subjectOf(portal);
  const stored = portal.progress.profile;
  const values = view.values ?? stored;
  const field = (def: FormField) => <Field {...view} def={def} values={values} />;
  const fields = profileFields[subject];
  const isCountry = ({ name }: FormField) => subject === 'business' && name === 'country';
  const isAddress = ({ name }: FormField) => name.startsWith('address');
  const inWords = (name: string) =>
    ['country', 'nationalities'].includes(name) && stored[name]
      ? countryName(stored[name], lang)
      : stored[name] || t.empty;
  const conflicts = Object.fromEntries(
    changed.map((name) => [
      name,
      filled(t.conflict, { label: labelOf(portal, name, lang), other: inWords(name) }),
    ]),
  );
  return (
    <StepPage {...view} step="details" title={t[subject]}>
      <Summary errors={conflicts} title={t.conflictTitle} />
      <p class="note">{t.saved}</p>
      <form method="post" action={`${base}/details`} data-save={`${base}/save`} novalidate>
        <SaveStatus t={t} />
        <Version version={versionOf(portal)} />
        {/* Enter in a field presses the first button of a form, so that must be this one. */}
        <button class="visually-hidden" tabindex={-1} aria-hidden="true">
          {t.continue}
        </button>
        {subject === 'business' && (
          <section class="card" id="registry">
            <h2>{t.lookup}</h2>
            <p class="hint">{t.lookupHint}</p>
            <div class="filters">
              {fields.filter(isCountry).map(field)}
              <Input
                name="q"
                label={t.lookupQuery}
                note={t.optional}
                value={lookUp.q}
                dir="auto"
                maxlength={200}
                autocomplete="off"
                data-enter="search"
              />
              <button id="search" class="outline" name="do" value="search">
                {t.search}
              </button>
            </div>
            <Found {...lookUp} lang={lang} t={t} />
          </section>
        )}
        <section class="card">
          {subject === 'business' && <h2>{t.businessData}</h2>}
          <div class="grid">
            {fields.filter((def) => !isAddress(def) && !isCountry(def)).map(field)}
          </div>
          <h2>{t.address}</h2>
          <div class="grid">{fields.filter(isAddress).map(field)}</div>
          <CustomFields {...view} values={values} />
        </section>
        <Actions t={t} back={`${base}?step=tasks`}>
          <button>{t.continue}</button>
        </Actions>
      </form>
    </StepPage>
  );
}
