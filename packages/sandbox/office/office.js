// Comfort on top of plain pages: times in the reader's zone, copying, progress, live tables.
function start() {
  for (const time of document.querySelectorAll('time')) {
    const date = new Date(time.dateTime);
    if (Number.isNaN(date.getTime())) continue;
    time.title = time.dateTime;
    // Where its day is known the time is enough, unless it is another day where the reader is.
    const isOfDay = date.toLocaleDateString('sv') === time.dataset.day;
    const dateStyle = isOfDay ? undefined : 'medium';
    time.textContent = date.toLocaleString(undefined, { dateStyle, timeStyle: 'medium' });
  }
  for (const button of document.querySelectorAll('button[data-copy]')) {
    button.hidden = false;
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(button.dataset.copy);
      button.textContent = 'Copied';
    });
  }
}

/** What finds an element again in a page that was made anew: a link, or the line that it opens. */
function selectorOf(element) {
  if (element.matches('a[href]')) return `a[href=${JSON.stringify(element.getAttribute('href'))}]`;
  const { id } = element.closest('[id]') ?? {};
  return id && `#${CSS.escape(id)} ${element.localName}`;
}

/** Shows the live parts of this page as the server has them now. */
async function refresh() {
  const answer = await fetch(location.href);
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  for (const part of document.querySelectorAll('[data-live]')) {
    const next = page.getElementById(part.id);
    const active = part.contains(document.activeElement) ? document.activeElement : undefined;
    // Who types in there is not disturbed.
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
document.querySelector('.summary')?.focus();

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
  // Nothing happens by itself any more.
  events.addEventListener('done', () => {
    events.close();
    clearTimeout(timer);
    void refresh();
  });
}
