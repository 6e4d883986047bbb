// Improves plain pages: times in the reader's zone, copying, progress, live tables.
// The form of days and times is that of texts.ts.
const day = { dateStyle: 'long' };
const moment = { ...day, timeStyle: 'medium' };

function start() {
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
}

/**
 * A selector that finds the element again in a new version of the page: by its link, or by the id
 * around it.
 */
function selectorOf(element) {
  if (element.matches('a[href]')) return `a[href=${JSON.stringify(element.getAttribute('href'))}]`;
  const { id } = element.closest('[id]') ?? {};
  return id && `#${CSS.escape(id)} ${element.localName}`;
}

/** Updates the live parts of this page from the server. */
async function refresh() {
  const answer = await fetch(location.href);
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  for (const part of document.querySelectorAll('[data-live]')) {
    const next = page.getElementById(part.id);
    const active = part.contains(document.activeElement) ? document.activeElement : undefined;
    // Do not disturb somebody who is typing.
    if (!next || active?.matches('input, select, textarea')) continue;
    const opened = [...part.querySelectorAll('details[open]')].map(({ id }) => id);
    const focused = active && selectorOf(active);
    part.innerHTML = next.innerHTML;
    for (const id of opened) document.getElementById(id)?.setAttribute('open', '');
    if (focused) part.querySelector(focused)?.focus();
  }
  start();
}

start();
// What a form has done is said once, not again after a reload.
const here = new URL(location.href);
here.searchParams.delete('done');
history.replaceState(null, '', here);
document.querySelector('.summary, [role=status]')?.focus();

const live = document.querySelector('[data-events]');
if (live) {
  let timer;
  const events = new EventSource(live.dataset.events);
  events.addEventListener('change', () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      void refresh();
    }, 300);
  });
}
