// Improves plain forms: a chosen file is sent at once, and the focus moves to what was refused.
document.documentElement.classList.add('js');

addEventListener('change', ({ target }) => {
  const form = target.closest('form.upload');
  if (form && target.type === 'file' && target.files.length) form.requestSubmit();
});

document.querySelector('.summary[role=alert]')?.focus();
