// Improves plain pages: times in the reader's zone, copying, the focus.
// The form of days and times is that of texts.ts.
const day = { dateStyle: 'long' };
const moment = { ...day, timeStyle: 'medium' };
const { lang } = document.documentElement;

for (const time of document.querySelectorAll('time')) {
  const date = new Date(time.dateTime);
  if (Number.isNaN(date.getTime())) continue;
  time.title = date.toLocaleString(lang, moment);
  time.textContent = date.toLocaleString(lang, time.dataset.day ? day : moment);
}

for (const button of document.querySelectorAll('button[data-copy]')) {
  button.hidden = false;
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(button.dataset.copy);
    button.textContent = 'Copied';
  });
}

// What a form has done is said once, not again after a reload.
const here = new URL(location.href);
here.searchParams.delete('done');
history.replaceState(null, '', here);
document.querySelector('.summary, [role=status]')?.focus();
