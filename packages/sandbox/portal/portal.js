// Improves plain forms: a chosen file is sent at once, and the focus moves to what was refused.
document.documentElement.classList.add('js');

/** Sends files. @returns the page that answers, or why there is none. */
async function send(form) {
  try {
    const answer = await fetch(form.action, { method: 'POST', body: new FormData(form) });
    if (answer.status >= 500) return { why: 'failed' };
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    return { url: answer.url, page };
  } catch (error) {
    // A broken connection.
    if (error instanceof TypeError) return { why: 'offline' };
    throw error;
  }
}

// The answer is a page. Only its part about the uploads replaces the current one, so what is typed
// beside them stays.
addEventListener('change', async ({ target }) => {
  const form = target.closest('form.upload');
  if (!form || target.type !== 'file' || !target.files.length) return;
  const { id } = form.closest('[id]');
  const { page, url, why } = await send(form);
  if (why) {
    // The files stay, with the button that sends them again.
    form.querySelector('button').classList.remove('without-script');
    return sayUnanswered(form, why);
  }
  // The link is not open any more: its page says so.
  if (!page.querySelector('#uploads')) return location.assign(url);
  document.querySelector('#uploads').replaceWith(page.querySelector('#uploads'));
  document.querySelector('#mistakes').replaceWith(page.querySelector('#mistakes'));
  document.querySelector('.steps')?.replaceWith(page.querySelector('.steps'));
  document.title = page.title;
  (document.querySelector('#uploads [aria-invalid]') ?? document.getElementById(id)).focus();
});

document.querySelector('.summary[role=alert]')?.focus();
