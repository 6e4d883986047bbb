// Improves plain forms: a chosen file is sent at once, and the focus moves to what was refused.
document.documentElement.classList.add('js');

// The answer is a page. Only its part about the uploads replaces the current one, so what is typed
// beside them stays.
addEventListener('change', async ({ target }) => {
  const form = target.closest('form.upload');
  if (!form || target.type !== 'file' || !target.files.length) return;
  const { id } = form.closest('[id]');
  try {
    const answer = await fetch(form.action, { method: 'POST', body: new FormData(form) });
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    document.querySelector('#uploads').replaceWith(page.querySelector('#uploads'));
    document.querySelector('#mistakes').replaceWith(page.querySelector('#mistakes'));
    document.querySelector('.steps')?.replaceWith(page.querySelector('.steps'));
    document.title = page.title;
    (document.querySelector('#uploads [aria-invalid]') ?? document.getElementById(id)).focus();
  } catch {
    // The browser then says why, or shows the page that came.
    form.submit();
  }
});

document.querySelector('.summary')?.focus();
