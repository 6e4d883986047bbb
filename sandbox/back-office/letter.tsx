/** The letter with the portal link, to be changed by staff. */
import type { Template } from '../mail/letter.ts';
import { Office, Refusal } from './parts.tsx';

export function LetterPage({ template, problem }: { template: Template; problem?: string }) {
  return (
    <Office title="Letter with the portal link">
      <Refusal problem={problem} />
      <form method="post" class="card">
        <p class="hint">
          {
            '{{name}} is the name of the client, {{link}} the portal link. An empty line begins a new paragraph.'
          }
        </p>
        <div class="field">
          <label for="subject">Subject</label>
          <input id="subject" name="subject" value={template.subject} maxlength={200} />
        </div>
        <div class="field">
          <label for="text">Text</label>
          <textarea id="text" name="text" rows={12} maxlength={5000}>
            {template.text}
          </textarea>
        </div>
        <div class="actions end">
          <button>Save</button>
        </div>
      </form>
    </Office>
  );
}
