// Improves plain pages: copying, and what a form has done is said once, not again after a reload.
for (const button of document.querySelectorAll('button[data-copy]')) {
  button.hidden = false;
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(button.dataset.copy);
    button.textContent = 'Copied';
  });
}

const here = new URL(location.href);
here.searchParams.delete('done');
history.replaceState(null, '', here);
document.querySelector('.summary, [role=status]')?.focus();
