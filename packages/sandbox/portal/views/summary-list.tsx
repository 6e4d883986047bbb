/** Questions with their answers. */
import type { Answer } from '../summary.ts';
import { texts, type Language } from '../texts.ts';
import { Change } from './frame.tsx';

/** The answer, or a note that a required one is missing. */
function Value({ value, problem, lang }: Answer & { lang: Language }) {
  const t = texts[lang];
  if (!value) return <dd class={problem ? 'error' : 'meta'}>{problem ? t.missing : t.notGiven}</dd>;
  return (
    <dd>
      <span dir="auto">{value}</span> {problem && <span class="error">{problem}</span>}
    </dd>
  );
}

interface ListProps {
  answers: Answer[];
  lang: Language;
  /** The path of the portal, for the buttons. */
  base?: string;
}

export const SummaryList = ({ answers, lang, base }: ListProps) => (
  <dl class="answers">
    {answers.map((answer) => (
      <div>
        <dt dir="auto">{answer.label}</dt>
        <Value {...answer} lang={lang} />
        {answer.href && (
          <dd class="change">
            <Change href={answer.href} what={answer.label} t={texts[lang]} />
          </dd>
        )}
        {answer.drop && (
          <dd class="change">
            <form method="post" action={`${base}/${answer.drop.form}`}>
              <input type="hidden" name="id" value={answer.drop.id} />
              <button class="outline" aria-label={`${answer.drop.text}: ${answer.label}`}>
                {answer.drop.text}
              </button>
            </form>
          </dd>
        )}
      </div>
    ))}
  </dl>
);
