/** The first section: the profile. */
import { textsIn } from '../../web/form.ts';
import { profileOf } from '../inputs.ts';
import type { FormField } from '../profile-fields.ts';
import { fieldsOf, subjectOf } from '../requirements.ts';
import { Actions, Field, Shown, StepPage, UseSaved, type View } from './frame.tsx';

export function Details(view: View) {
  const { portal, t, base } = view;
  const subject = subjectOf(portal);
  const saved = portal.progress.profile;
  const values = { ...saved, ...(view.typed && textsIn(view.typed)) };
  const fields = fieldsOf(portal);
  const isAddress = ({ name }: FormField<string>) => name.startsWith('address');
  const part = (isMeant: (def: FormField<string>) => boolean) => (
    <div class="grid">
      {fields.filter(isMeant).map((def) => (
        <Field {...view} def={def} values={values} />
      ))}
    </div>
  );
  return (
    <StepPage {...view} step="details" title={t[subject]}>
      <form method="post" action={`${base}/details`} novalidate data-keep>
        <Shown values={profileOf(portal, saved)} />
        {view.typed && <UseSaved t={t} href={`${base}?step=details`} />}
        <section class="card">
          {part((def) => !isAddress(def) && !def.custom)}
          <h2>{t.address}</h2>
          {part(isAddress)}
          {portal.asks.length > 0 && <h2>{t.furtherQuestions}</h2>}
          {part((def) => def.custom !== undefined)}
        </section>
        <Actions t={t} back={`${base}?step=start`}>
          <button>{t.continue}</button>
        </Actions>
      </form>
    </StepPage>
  );
}
