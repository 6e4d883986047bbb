// Improves plain forms: a chosen file is sent at once, and the focus moves to what was refused.
document.documentElement.classList.add('js');

addEventListener('change', ({ target }) => {
  const form = target.closest('form.upload');
  if (form && target.type === 'file' && target.files.length) form.requestSubmit();
});

/**
 * Shows the answer to an upload. Only its part about the uploads replaces the current one, so what
 * is typed beside them stays. typed.js calls it.
 */
globalThis.showUploads = async (to, form) => {
  const { id } = form.closest('[id]');
  const answer = await fetch(to).catch(() => undefined);
  const page = new DOMParser().parseFromString((await answer?.text()) ?? '', 'text/html');
  // The link is not open any more: its page says so.
  if (!page.querySelector('#uploads')) return location.assign(to);
  document.querySelector('#uploads').replaceWith(page.querySelector('#uploads'));
  document.querySelector('#mistakes').replaceWith(page.querySelector('#mistakes'));
  document.querySelector('.steps')?.replaceWith(page.querySelector('.steps'));
  document.title = page.title;
  (document.querySelector('#uploads [aria-invalid]') ?? document.getElementById(id)).focus();
};

document.querySelector('.summary[role=alert]')?.focus();
