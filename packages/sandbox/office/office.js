// Improves plain pages: that a form is done is said once, not again after a reload.
const here = new URL(location.href);
here.searchParams.delete('done');
history.replaceState(null, '', here);
document.querySelector('.summary, [role=status]')?.focus();
