/** The first page of a portal: who asks, about whom, and why. */
import { clientName } from '../../../../service/contract.ts';
import { toBody } from '../../domain/form-values.ts';
import { subjectOf } from '../requirements.ts';
import { filled } from '../messages.ts';
import { Actions, ButtonLink, Frame, PlainLink, TestClient, type View } from './frame.tsx';

/** Asks who is verified, while no case names it. */
const Subjects = ({ portal, t, base }: View) =>
  portal.application_id ? null : (
    <section class="card">
      <h2>{t.subject}</h2>
      <div class="actions">
        {(['business', 'person'] as const).map((kind) => (
          <PlainLink
            aria-current={kind === subjectOf(portal) ? 'true' : undefined}
            href={`${base}?step=start&subject=${kind}`}
          >
            {t.subjects[kind]}
          </PlainLink>
        ))}
      </div>
    </section>
  );

export function Start(view: View) {
  const { portal, lang, t, base } = view;
  const subject = subjectOf(portal);
  const sender = portal.settings.portal.name;
  const client = clientName({ [subject]: toBody(portal.progress.profile) });
  return (
    <Frame title={t.title} lang={lang} address={`${base}?step=start`}>
      <h1>{t.title}</h1>
      <p>
        {filled(t.start.who, { sender })} {client && filled(t.start.about, { client })}
      </p>
      <Subjects {...view} />
      <section class="card">
        <h2>{t.start.why}</h2>
        <p>{t.start.whyText}</p>
        <p>{t.saved}</p>
      </section>
      <Actions t={t}>
        <ButtonLink href={`${base}?step=details`}>{t.start.begin}</ButtonLink>
      </Actions>
      <TestClient t={t} base={base} />
    </Frame>
  );
}
