/** The first section: the profile. */
import { textsIn } from '../../web/form.ts';
import { profileOf, subjectOf } from '../inputs.ts';
import { profileFields, type FormField } from '../profile-fields.ts';
import { CustomFields } from './custom-inputs.tsx';
import { Actions, Field, Shown, StepPage, UseSaved, type View } from './frame.tsx';

export function Details(view: View) {
  const { portal, t, base } = view;
  const subject = subjectOf(portal);
  const saved = portal.progress.profile;
  const values = { ...saved, ...(view.typed && textsIn(view.typed)) };
  const fields = profileFields[subject];
  const isAddress = ({ name }: FormField) => name.startsWith('address');
  const field = (def: FormField) => <Field {...view} def={def} values={values} />;
  return (
    <StepPage {...view} step="details" title={t[subject]}>
      <form method="post" action={`${base}/details`} novalidate data-keep>
        <Shown values={profileOf(portal, saved)} />
        {view.typed && <UseSaved t={t} href={`${base}?step=details`} />}
        <section class="card">
          <div class="grid">{fields.filter((def) => !isAddress(def)).map(field)}</div>
          <h2>{t.address}</h2>
          <div class="grid">{fields.filter(isAddress).map(field)}</div>
          <CustomFields {...view} values={values} />
        </section>
        <Actions t={t} back={`${base}?step=start`}>
          <button>{t.continue}</button>
        </Actions>
      </form>
    </StepPage>
  );
}
