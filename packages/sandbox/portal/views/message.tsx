/** A page with only a message: submitted, unknown, closed, expired, renewed, refused or broken. */
import type { PortalRow } from '../../domain/portals.ts';
import { dateInWords, texts, type Language } from '../texts.ts';
import { Actions, ButtonLink, Frame } from './frame.tsx';
import type { Answer } from '../summary.ts';
import { SummaryList } from './summary-list.tsx';

export type About = 'unknown' | 'closed' | 'expired' | 'renewed' | 'refused' | 'broken';

interface Props {
  lang: Language;
  about: About;
  /** The address that opens the page again. */
  address: string;
  portal?: PortalRow;
  unsaved?: Answer[];
}

/** What the client sent too late. It can copy it. */
const Unsaved = ({ unsaved, lang }: Pick<Props, 'unsaved' | 'lang'>) =>
  unsaved && (
    <section class="card warning" role="alert">
      <h2>{texts[lang].unsavedTitle}</h2>
      <p>{texts[lang].unsavedText}</p>
      <SummaryList answers={unsaved} lang={lang} />
    </section>
  );

export function Message({ lang, about, address, portal, unsaved }: Props) {
  const t = texts[lang];
  return (
    <Frame title={t[`${about}Title`]} lang={lang} address={address}>
      <section class="card">
        <h1>{t[`${about}Title`]}</h1>
        <p>{t[`${about}Text`]}</p>
      </section>
      <Unsaved unsaved={unsaved} lang={lang} />
      {about === 'expired' && portal && (
        <Actions t={t}>
          <form method="post" action={`/portals/${portal.token}/renew`}>
            <button>{t.renew}</button>
          </form>
        </Actions>
      )}
      {(about === 'refused' || about === 'broken') && (
        <Actions t={t}>
          <ButtonLink href={address}>{t.tryAgain}</ButtonLink>
        </Actions>
      )}
    </Frame>
  );
}

/** The page after submission: its time and the reference. */
export function Submitted({
  portal,
  lang,
  unsaved,
}: Pick<Props, 'lang' | 'unsaved'> & { portal: PortalRow }) {
  const t = texts[lang];
  const { submitted_at } = portal.progress;
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
      <Unsaved unsaved={unsaved} lang={lang} />
      {portal.redirect_url && (
        <Actions t={t}>
          <ButtonLink href={portal.redirect_url}>{t.goOn}</ButtonLink>
        </Actions>
      )}
    </Frame>
  );
}
