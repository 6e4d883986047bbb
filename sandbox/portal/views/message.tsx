/** A page that only says something: unknown, closed, expired, renewed or submitted. */
import type { PortalRow } from '../../domain/portals.ts';
import { dateInWords, texts, type Language } from '../texts.ts';
import { Frame } from './frame.tsx';

type About = 'unknown' | 'closed' | 'expired' | 'renewed' | 'submitted';

export function Message({
  lang,
  about,
  portal,
}: {
  lang: Language;
  about: About;
  portal?: PortalRow;
}) {
  const t = texts[lang];
  const { submitted_at } = portal?.progress ?? {};
  return (
    <Frame title={t[`${about}Title`]} lang={lang}>
      <section class="card">
        <h1>{t[`${about}Title`]}</h1>
        <p>{t[`${about}Text`]}</p>
        {about === 'submitted' && portal && (
          <dl>
            {submitted_at && [<dt>{t.submittedOn}</dt>, <dd>{dateInWords(submitted_at, lang)}</dd>]}
            <dt>{t.reference}</dt>
            <dd>{portal.application_id}</dd>
          </dl>
        )}
        {about === 'submitted' && portal?.redirect_url && (
          <p>
            <a class="button" href={portal.redirect_url}>
              {t.goOn}
            </a>
          </p>
        )}
        {about === 'expired' && portal && (
          <form method="post" action={`/portals/${portal.token}/renew`}>
            <button>{t.renew}</button>
          </form>
        )}
      </section>
    </Frame>
  );
}
