// What is typed stays in this tab until its form is sent and taken: also when another form of the
// page is sent, or the language changes.
const sent = sessionStorage.getItem('sent');
if (sent && !document.querySelector('.summary')) sessionStorage.removeItem(sent);
sessionStorage.removeItem('sent');

for (const form of document.querySelectorAll('form[data-keep]')) {
  // The hidden fields say whom the form is about.
  const about = [...form.querySelectorAll('[type=hidden]')].map(({ value }) => value);
  const place = [form.action, ...about].join(' ');
  const typed = JSON.parse(sessionStorage.getItem(place) ?? '{}');
  for (const field of form.elements) {
    const values = field.type !== 'hidden' && typed[field.name];
    if (!values) continue;
    field.closest('details')?.setAttribute('open', '');
    for (const option of field.options ?? []) option.selected = values.includes(option.value);
    if (field.type === 'checkbox') field.checked = values.includes(field.value);
    else if (!field.options) field.value = values[0];
  }
  form.addEventListener('input', ({ target: { name } }) => {
    typed[name] = new FormData(form).getAll(name);
    sessionStorage.setItem(place, JSON.stringify(typed));
  });
  form.addEventListener('submit', () => sessionStorage.setItem('sent', place));
}
