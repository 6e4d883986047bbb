/** The first page of a portal: who asks, why, what is needed, how long it takes, and privacy. */
import { clientName } from '../../../../service/contract.ts';
import { toProfile } from '../../domain/portals.ts';
import { slotName, slotsIn } from '../asked.ts';
import { subjectOf } from '../inputs.ts';
import { Subjects } from './details.tsx';
import { filled } from '../messages.ts';
import { ButtonLink, Frame, type View } from './frame.tsx';

export function Start(view: View) {
  const { portal, lang, t, base, known } = view;
  const subject = subjectOf(portal);
  const sender = portal.settings.portal.name;
  // As far as that is known.
  const client = clientName({ [subject]: toProfile(portal.progress.profile) });
  return (
    <Frame title={t.title} lang={lang} address={`${base}?step=start`}>
      <h1>{t.title}</h1>
      <p>
        {filled(t.start.who, { sender })} {client && filled(t.start.about, { client })}
      </p>
      <Subjects {...view} step="start" />
      <section class="card">
        <h2>{t.start.why}</h2>
        <p>{t.start.whyText}</p>
        <h2>{t.start.needs}</h2>
        <ul>
          {t.start.needsOf[subject].map((need) => (
            <li>{need}</li>
          ))}
          {slotsIn(portal, known).map((slot) => (
            <li>
              {slotName(slot, lang)} {!slot.isRequired && `(${t.optional})`}
            </li>
          ))}
        </ul>
        <h2>{t.start.time}</h2>
        <p>
          {t.start.timeOf[subject]} {t.saved}
        </p>
        <h2>{t.start.privacy}</h2>
        <p>{filled(t.start.privacyText, { sender })}</p>
      </section>
      <div class="actions end">
        <ButtonLink href={`${base}?step=tasks`}>{t.start.begin}</ButtonLink>
      </div>
    </Frame>
  );
}
