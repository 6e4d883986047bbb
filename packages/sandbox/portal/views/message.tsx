/** A page with only a message: submitted, unknown, closed, expired, renewed or failed. */
import type { PortalRow } from '../../domain/portals.ts';
import { ButtonLink } from '../../web/controls.tsx';
import { dateInWords, texts, type Language } from '../texts.ts';
import { Actions, Frame } from './frame.tsx';

export type About = 'submitted' | 'unknown' | 'closed' | 'expired' | 'renewed' | 'failed';

interface Props {
  lang: Language;
  about: About;
  /** The address that opens the page again. */
  address: string;
  portal?: PortalRow;
}

/** The message, and what the client can do next. */
export function Message({ lang, about, address, portal }: Props) {
  const t = texts[lang];
  const target = about === 'submitted' && portal?.redirect_url;
  const next = target ? (
    <ButtonLink href={target}>{t.goOn}</ButtonLink>
  ) : (
    about === 'failed' && <ButtonLink href={address}>{t.tryAgain}</ButtonLink>
  );
  return (
    <Frame title={t[`${about}Title`]} lang={lang} address={address}>
      <section class="card">
        <h1>{t[`${about}Title`]}</h1>
        <p>{t[`${about}Text`]}</p>
        {about === 'submitted' && portal && (
          <dl>
            <dt>{t.submittedOn}</dt>
            <dd>{dateInWords(portal.progress.submitted_at ?? '', lang)}</dd>
            <dt>{t.reference}</dt>
            <dd>{portal.application_id}</dd>
          </dl>
        )}
      </section>
      {about === 'expired' && (
        <form method="post" action={`${address}/renew`}>
          <Actions t={t}>
            <button>{t.renew}</button>
          </Actions>
        </form>
      )}
      {next && <Actions t={t}>{next}</Actions>}
    </Frame>
  );
}
