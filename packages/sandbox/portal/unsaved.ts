/** What a client sent to a portal that takes nothing any more. */
import type { PortalRow } from '../domain/portals.ts';
import { texts, type Language } from './texts.ts';
import type { Values } from '../web/form.ts';
import { partyOf, profileOf } from './inputs.ts';
import { kindOf } from './portal-request.ts';
import { partyAnswers, profileAnswers, type Answer } from './summary.ts';

interface Sent {
  /** The path of the form after the link. */
  path: string;
  values: Values;
  /** The names of the files. */
  files: string[];
}

/** The answers in the form that the case does not have. */
export function unsavedIn(
  portal: PortalRow,
  { path, values, files }: Sent,
  today: string,
  lang: Language,
): Answer[] {
  if (files.length) {
    return [{ name: 'file', label: texts[lang].labels.file, value: files.join(', ') }];
  }
  if (path === 'people') {
    const { data } = partyOf(kindOf(values.kind), values, lang, today);
    return partyAnswers(data, lang).filter(({ value }) => value);
  }
  const { profile } = portal.progress;
  const changed = Object.entries(profileOf(portal, values)).filter(
    ([name, value]) => value !== (profile[name] ?? ''),
  );
  return profileAnswers(portal, Object.fromEntries(changed), lang).filter(({ value }) => value);
}
