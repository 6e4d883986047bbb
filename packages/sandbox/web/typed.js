// Keeps what is typed in this tab until the server has confirmed the very form that had it: also
// when another form of the page is sent, the language changes or the connection breaks.
const prefix = 'typed ';
const read = (place) => JSON.parse(sessionStorage.getItem(place));
const write = (place, kept) => sessionStorage.setItem(place, JSON.stringify(kept));

const places = () => Object.keys(sessionStorage).filter((key) => key.startsWith(prefix));

// A cookie confirms a form (form.ts).
for (const place of places()) {
  const cookie = `taken-${read(place).sent}=1`;
  if (!document.cookie.split('; ').includes(cookie)) continue;
  sessionStorage.removeItem(place);
  document.cookie = `${cookie}; path=/; max-age=0`;
}

/** Says at a form that the server cannot be reached. portal.js uses it, too. */
function sayOffline(form) {
  form.querySelector('.offline')?.remove();
  form.prepend(document.querySelector('#offline').content.cloneNode(true));
  const note = form.querySelector('.offline');
  note.role = 'alert';
  note.focus();
}

/** True if the server itself answers, not a proxy in its place. */
const isReachable = (address) =>
  fetch(address, { method: 'OPTIONS' }).then(
    ({ status }) => status < 500,
    () => false,
  );

// The page stays where a form meets no server: the browser would show its own error instead. A form
// that is on its way is not sent again by a second press.
addEventListener('submit', async (event) => {
  const { target: form, submitter } = event;
  if (form.method !== 'post' || form.dataset.sending === 'now') return;
  event.preventDefault();
  if (form.dataset.sending) return;
  form.dataset.sending = 'soon';
  if (await isReachable(form.action)) {
    form.dataset.sending = 'now';
    form.requestSubmit(submitter);
    form.dataset.sending = 'sent';
  } else {
    delete form.dataset.sending;
    sayOffline(form);
  }
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
  const place = `${prefix}${form.action} ${form.dataset.keep}`;
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
  // What is typed after the form was sent is not part of it.
  const keep = () => write(place, { ...kept, shown: shown?.value, sent: undefined });
  if (early.length) keep();
  form.addEventListener('input', ({ target: { name } }) => {
    if (name === 'confirm') return;
    note(name);
    keep();
  });
  form.addEventListener('submit', () => {
    if (!read(place)) return;
    const sent = `${Date.now()}${Math.random()}`.replace('.', '');
    write(place, { ...kept, shown: shown?.value, sent });
    const field = form.elements.sent ?? form.appendChild(document.createElement('input'));
    Object.assign(field, { type: 'hidden', name: 'sent', value: sent });
  });
  for (const link of document.querySelectorAll('a[data-forget]'))
    link.addEventListener('click', () => sessionStorage.removeItem(place));
}

// A page can name the forms of other pages that have something typed and not sent.
for (const note of document.querySelectorAll('[data-typed]'))
  note.hidden = !places().some((place) =>
    place.startsWith(`${prefix}${location.origin}${note.dataset.typed}`),
  );
