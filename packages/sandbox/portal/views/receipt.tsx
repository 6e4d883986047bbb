/** The page after submission: its time, the reference, and everything that the client sent. */
import { joined } from '../../domain/plain.ts';
import type { PortalRow, Receipt } from '../../domain/portals.ts';
import { kindName } from '../requirements.ts';
import { dateInWords, sizeInWords, texts, type Language } from '../texts.ts';
import { Actions, ButtonLink, Frame, partyName } from './frame.tsx';
import { partyAnswers, profileAnswers, SummaryList } from './summary-list.tsx';

interface Props {
  portal: PortalRow;
  lang: Language;
}

function Sent({ portal, lang, receipt }: Props & { receipt: Receipt }) {
  const t = texts[lang];
  const { profile, parties, documents } = receipt;
  const answers = profileAnswers(portal, profile, lang).filter(({ value }) => value);
  return (
    <section class="card" id="receipt">
      <h2>{t.receipt.title}</h2>
      {answers.length > 0 && <SummaryList answers={answers} lang={lang} />}
      {parties.length > 0 && <h3>{t.peopleTitle}</h3>}
      {parties.map((data) => (
        <>
          <h4 dir="auto">{partyName(data)}</h4>
          <SummaryList
            answers={partyAnswers(data, lang).filter(({ value }) => value)}
            lang={lang}
          />
        </>
      ))}
      {documents.length > 0 && <h3>{t.documentsTitle}</h3>}
      <ul class="unstyled">
        {documents.map(({ name, type, size, whose }) => (
          <li>
            <span dir="auto">{name}</span>{' '}
            <span class="meta">
              {joined(' · ', [kindName(portal, type, lang), whose, sizeInWords(size, lang)])}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function Submitted({ portal, lang }: Props) {
  const t = texts[lang];
  const { submitted_at, receipt } = portal.progress;
  return (
    <Frame title={t.submittedTitle} lang={lang} address={`/portals/${portal.token}`}>
      <section class="card">
        <h1>{t.submittedTitle}</h1>
        <p>{t.submittedText}</p>
        <dl>
          {submitted_at && (
            <>
              <dt>{t.submittedOn}</dt>
              <dd>{dateInWords(submitted_at, lang)}</dd>
            </>
          )}
          <dt>{t.reference}</dt>
          <dd>{portal.application_id}</dd>
        </dl>
      </section>
      {receipt && <Sent portal={portal} lang={lang} receipt={receipt} />}
      {portal.redirect_url && (
        <Actions t={t}>
          <ButtonLink href={portal.redirect_url}>{t.goOn}</ButtonLink>
        </Actions>
      )}
    </Frame>
  );
}
