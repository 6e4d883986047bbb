// Comfort on top of plain forms: saving while typing, registry look-up, drag and drop with progress.
const form = document.querySelector('form[data-save]');
if (form) {
  let timer;
  const save = () =>
    fetch(form.dataset.save, {
      method: 'POST',
      body: new URLSearchParams(new FormData(form)),
      keepalive: true,
    });
  form.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(save, 300);
  });
  addEventListener('pagehide', () => {
    if (timer) save();
  });
  form.addEventListener('submit', () => {
    clearTimeout(timer);
    timer = undefined;
  });
}

const lookup = document.querySelector('button[data-lookup]');
if (lookup) {
  const status = document.querySelector('#lookup-status');
  lookup.addEventListener('click', async () => {
    const field = (name) => lookup.form.elements.namedItem(name);
    const query = new URLSearchParams({
      country: field('country').value,
      number: field('registration_number').value,
    });
    const response = await fetch(`${lookup.dataset.lookup}?${query}`);
    status.textContent = response.ok ? lookup.dataset.found : lookup.dataset.missing;
    if (!response.ok) return;
    for (const [name, value] of Object.entries(await response.json())) {
      const input = field(name);
      if (input && value) input.value = value;
    }
    lookup.form.dispatchEvent(new Event('input'));
  });
}

const drop = document.querySelector('.drop');
if (drop) {
  const upload = drop.closest('form');
  const input = upload.querySelector('input[type=file]');
  const bar = upload.querySelector('progress');
  drop.addEventListener('dragover', (event) => {
    event.preventDefault();
    drop.classList.add('over');
  });
  drop.addEventListener('dragleave', () => drop.classList.remove('over'));
  drop.addEventListener('drop', (event) => {
    event.preventDefault();
    drop.classList.remove('over');
    input.files = event.dataTransfer.files;
  });
  upload.addEventListener('submit', (event) => {
    if (!input.files.length) return;
    event.preventDefault();
    const request = new XMLHttpRequest();
    request.open('POST', upload.action);
    bar.hidden = false;
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      bar.max = total;
      bar.value = loaded;
    });
    request.addEventListener('loadend', () =>
      location.assign(request.responseURL || location.href),
    );
    request.send(new FormData(upload));
  });
}

document.querySelector('.summary')?.focus();
