// Keeps what is typed in this tab until the server has confirmed the very form that had it: also
// when another form of the page is sent, the language changes or the connection breaks.
const prefix = 'typed ';
/** The memory of this tab. A browser that blocks the data of sites has none. */
const memory = (() => {
  try {
    return sessionStorage;
  } catch {
    return undefined;
  }
})();
const read = (place) => JSON.parse(memory?.getItem(place) ?? null);
const write = (place, kept) => memory?.setItem(place, JSON.stringify(kept));

/** Where what is typed in a form is kept. */
const placeOf = (form) => `${prefix}${form.action} ${form.dataset.keep}`;
/** What is kept of the forms at this address and below it. */
const placesUnder = (address) =>
  Object.keys(memory ?? {}).filter((key) => key.startsWith(prefix + address));

/** Says at a form why it has no answer: `offline` or `failed`. */
function sayUnanswered(form, why) {
  form.querySelector('.unanswered')?.remove();
  form.prepend(document.getElementById(why).content.cloneNode(true));
  const note = form.querySelector('.unanswered');
  note.role = 'alert';
  note.focus();
}

/** Sends a form. @returns what the server says, or why it says nothing. */
async function sendForm(form, submitter) {
  const data = new FormData(form, submitter);
  const body = form.enctype === 'multipart/form-data' ? data : new URLSearchParams(data);
  try {
    const headers = { 'x-form': 'script' };
    const answer = await fetch(form.action, { method: 'POST', body, headers });
    // A proxy may answer in the place of the server.
    if (answer.status >= 500) return { why: 'failed' };
    return answer.ok ? await answer.json() : {};
  } catch {
    return { why: 'offline' };
  }
}

// The page stays where a form has no answer: the browser would show an error instead. A form
// that is on its way is not sent again by a second press. Files that are chosen meanwhile have no
// press, and are sent.
addEventListener('submit', async (event) => {
  const { target: form, submitter } = event;
  const method = submitter?.formMethod || form.method;
  if (method !== 'post' || form.dataset.sending === 'plainly') return;
  event.preventDefault();
  if (submitter && 'sending' in form.dataset) return;
  form.dataset.sending = '';
  const place = placeOf(form);
  const typed = memory?.getItem(place);
  const answer = await sendForm(form, submitter);
  if (answer.why) {
    delete form.dataset.sending;
    return sayUnanswered(form, answer.why);
  }
  if (answer.taken && memory?.getItem(place) === typed) memory?.removeItem(place);
  // What the test client has filled in was saved by no other window: what is typed stands.
  if (form.action.endsWith('/fill'))
    for (const kept of placesUnder(form.action.replace(/fill$/, '')))
      write(kept, { values: read(kept).values });
  if (answer.to && form.matches('.upload')) return showUploads(answer.to, form);
  if (answer.to) return location.assign(answer.to);
  // It was refused with a page of its own, and changed nothing: the browser shows that page.
  form.dataset.sending = 'plainly';
  form.requestSubmit(submitter);
});
// Back shows the page as it was left.
addEventListener('pageshow', () => {
  for (const form of document.querySelectorAll('[data-sending]')) delete form.dataset.sending;
});

/** Puts earlier inputs into a form. */
function restore(form, values) {
  for (const field of form.elements) {
    const found = field.type !== 'hidden' && values[field.name];
    if (!found) continue;
    field.closest('details')?.setAttribute('open', '');
    for (const option of field.options ?? []) option.selected = found.includes(option.value);
    if (field.type === 'checkbox') field.checked = found.includes(field.value);
    else if (!field.options) field.value = found[0];
  }
}

/** True for a field that was filled in before this script had arrived. */
const isChanged = ({ options, type, value, defaultValue, checked, defaultChecked }) => {
  if (options) return [...options].some((one) => one.selected !== one.defaultSelected);
  return type === 'checkbox' ? checked !== defaultChecked : value !== (defaultValue ?? value);
};

for (const form of document.querySelectorAll('form[data-keep]')) {
  const place = placeOf(form);
  const kept = read(place) ?? { values: {} };
  const note = (name) => (kept.values[name] = new FormData(form).getAll(name));
  // A confirmation is about what the page shows now, so it is not kept.
  const early = [...form.elements].filter((field) => field.name !== 'confirm' && isChanged(field));
  for (const { name } of early) note(name);
  restore(form, kept.values);
  // The values that the client saw when it typed. A refusal has shown the present ones.
  const { shown } = form.elements;
  if (shown && kept.shown && !document.querySelector('.summary[role=alert]'))
    shown.value = kept.shown;
  const keep = () => write(place, { ...kept, shown: shown?.value });
  if (early.length) keep();
  form.addEventListener('input', ({ target: { name } }) => {
    if (name === 'confirm') return;
    note(name);
    keep();
  });
  for (const link of document.querySelectorAll('a[data-forget]'))
    link.addEventListener('click', () => memory?.removeItem(place));
}

// A page can name the forms of other pages that have something typed and not sent.
for (const note of document.querySelectorAll('[data-typed]'))
  note.hidden = !placesUnder(location.origin + note.dataset.typed).length;
