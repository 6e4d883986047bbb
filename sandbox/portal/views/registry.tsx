/** The company registry: candidates by name or number, to choose from. */
import type { Company } from '../../../api/contract.ts';
import { countryNames, dateInWords, texts } from '../texts.ts';
import { Frame, type View } from './frame.tsx';

interface Props extends View {
  country: string;
  q: string;
  companies: Company[];
}

export function Registry({ portal, lang, country, q, companies }: Props) {
  const t = texts[lang];
  const base = `/portals/${portal.token}`;
  return (
    <Frame
      title={t.lookupTitle}
      lang={lang}
      query={`${new URLSearchParams({ step: 'registry', country, q })}&`}
    >
      <h1>{t.lookupTitle}</h1>
      <section class="card">
        <p class="hint">{t.lookupHint}</p>
        <form method="get" action={base} class="filters">
          <input type="hidden" name="step" value="registry" />
          <div class="field">
            <label for="country">{t.labels.country}</label>
            <select id="country" name="country">
              {countryNames(lang).map(([code, name]) => (
                <option value={code} selected={code === country}>
                  {name}
                </option>
              ))}
            </select>
          </div>
          <div class="field">
            <label for="q">{t.lookupQuery}</label>
            <input id="q" name="q" value={q} dir="auto" maxlength={200} />
          </div>
          <button>{t.search}</button>
        </form>
        <div role="status">{q && !companies.length && <p>{t.lookupNone}</p>}</div>
        <ul class="list">
          {companies.map((company) => (
            <li>
              <span>
                <strong dir="auto">{company.organization_name}</strong>{' '}
                <span class="meta">
                  {[
                    company.registration_number,
                    company.address?.city,
                    company.registration_date && dateInWords(company.registration_date, lang),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </span>
              <form method="post" action={`${base}/company`}>
                <input type="hidden" name="country" value={company.country ?? ''} />
                <input type="hidden" name="number" value={company.registration_number ?? ''} />
                <button class="plain" aria-label={`${t.choose}: ${company.organization_name}`}>
                  {t.choose}
                </button>
              </form>
            </li>
          ))}
        </ul>
      </section>
      <div class="actions">
        <a class="button plain" href={`${base}?step=details`}>
          {t.back}
        </a>
      </div>
    </Frame>
  );
}
