/** The list of sections. Each is a link with the client's progress. */
import { stepsOf, type Step } from '../sections.ts';
import { subjectOf } from '../inputs.ts';
import { dateInWords } from '../texts.ts';
import { filled } from '../messages.ts';
import { Actions, ButtonLink, Frame, TestClient, type View } from './frame.tsx';

/** The tag of a state. A section that is done has none, so the others stand out. */
const stateVariants = {
  done: undefined,
  unopened: 'secondary',
  started: 'warning',
  open: 'secondary',
  ready: 'secondary',
  later: 'secondary',
} as const;

export function Tasks(view: View) {
  const { portal, lang, t, base, states } = view;
  const titles: Record<Step, string> = {
    details: t[subjectOf(portal)],
    people: t.peopleTitle,
    documents: t.documentsTitle,
    review: t.reviewTitle,
  };
  const sections = stepsOf(portal);
  const done = sections.filter((step) => states[step] === 'done').length;
  const next = sections.find((step) => states[step] !== 'done')!;
  // Submitting completes the last section.
  const all = sections.length - 1;
  return (
    <Frame title={t.tasks.title} lang={lang} address={`${base}?step=tasks`}>
      <h1>{t.tasks.title}</h1>
      <p>{filled(t.tasks.done, { done, all })}</p>
      <section class="card">
        <ul class="list unstyled">
          {sections.map((step) => (
            <li>
              <span class="grow">
                <a href={`${base}?step=${step}`} aria-describedby={`${step}-state`}>
                  {titles[step]}
                </a>
              </span>
              <span
                id={`${step}-state`}
                class={stateVariants[states[step]] && 'badge'}
                data-variant={stateVariants[states[step]]}
              >
                {t.tasks.states[states[step]]}
              </span>
            </li>
          ))}
        </ul>
      </section>
      <p class="hint">
        {t.saved} {filled(t.tasks.until, { date: dateInWords(portal.expires_at, lang) })}
      </p>
      <Actions t={t} back={`${base}?step=start`}>
        <ButtonLink href={`${base}?step=${next}`}>{t.continue}</ButtonLink>
      </Actions>
      <TestClient t={t} base={base} />
    </Frame>
  );
}
