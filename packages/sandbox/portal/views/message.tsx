/** A page with only a message: submitted, unknown, closed, expired, renewed, refused or broken. */
import type { Child } from 'hono/jsx';

import type { PortalRow } from '../../domain/portals.ts';
import { ButtonLink } from '../../web/controls.tsx';
import { dateInWords, texts, type Language } from '../texts.ts';
import { Actions, Frame } from './frame.tsx';

export type About =
  'submitted' | 'unknown' | 'closed' | 'expired' | 'renewed' | 'refused' | 'broken';

interface Props {
  lang: Language;
  about: About;
  /** The address that opens the page again. */
  address: string;
  portal?: PortalRow;
}

/** The time of a submission, and its reference. */
const Receipt = ({ portal, lang }: { portal: PortalRow; lang: Language }) => (
  <dl>
    <dt>{texts[lang].submittedOn}</dt>
    <dd>{dateInWords(portal.progress.submitted_at ?? '', lang)}</dd>
    <dt>{texts[lang].reference}</dt>
    <dd>{portal.application_id}</dd>
  </dl>
);

/** What the client can do next. */
function nextOf({ lang, about, address, portal }: Props): Child {
  const t = texts[lang];
  if (about === 'expired' && portal) {
    return (
      <form method="post" action={`/portals/${portal.token}/renew`}>
        <button>{t.renew}</button>
      </form>
    );
  }
  if (about === 'submitted' && portal?.redirect_url)
    return <ButtonLink href={portal.redirect_url}>{t.goOn}</ButtonLink>;
  const isFailure = about === 'refused' || about === 'broken';
  return isFailure && <ButtonLink href={address}>{t.tryAgain}</ButtonLink>;
}

export function Message(props: Props) {
  const { lang, about, address, portal } = props;
  const t = texts[lang];
  const next = nextOf(props);
  return (
    <Frame title={t[`${about}Title`]} lang={lang} address={address}>
      <section class="card">
        <h1>{t[`${about}Title`]}</h1>
        <p>{t[`${about}Text`]}</p>
        {about === 'submitted' && portal && <Receipt portal={portal} lang={lang} />}
      </section>
      {next && <Actions t={t}>{next}</Actions>}
    </Frame>
  );
}
