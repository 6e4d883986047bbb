// Comfort on top of plain forms: saving and checking while typing, uploads that start on choosing,
// focus on errors.
document.documentElement.classList.add('js');
const form = document.querySelector('form[data-save]');
if (form) {
  const status = document.querySelector('#save-status');
  const version = form.elements.namedItem('version');
  let timer;
  let sending = Promise.resolve();
  const say = (text) => status && (status.textContent = text);
  // A field is judged once it was left: before that it may be half written.
  const left = new Set();
  const mark = (field, problem) => {
    const box = field.closest('.field');
    const id = `${field.id}-error`;
    box.classList.toggle('bad', Boolean(problem));
    const said = document.getElementById(id) ?? document.createElement('p');
    if (!problem) {
      said.remove();
      field.removeAttribute('aria-invalid');
      field.removeAttribute('aria-describedby');
      return;
    }
    said.id = id;
    said.className = 'error';
    said.textContent = problem;
    box.append(said);
    field.setAttribute('aria-invalid', 'true');
    field.setAttribute('aria-describedby', id);
  };
  // What is wrong is what the server says: it judges in one place what is typed and what is sent.
  const judge = (problems = {}) => {
    for (const name of left) {
      const field = document.getElementById(name);
      const problem = problems[name];
      const isMarked = field?.getAttribute('aria-invalid') === 'true';
      if (field && (problem || (isMarked && field.value))) mark(field, problem);
    }
    return [...left].flatMap((name) => problems[name] ?? []);
  };
  const save = async () => {
    timer = undefined;
    say(status?.dataset.saving);
    try {
      const answer = await fetch(form.dataset.save, {
        method: 'POST',
        body: new URLSearchParams(new FormData(form)),
        keepalive: true,
      });
      if (answer.status === 409) return say(status?.dataset.elsewhere);
      if (!answer.ok) throw new Error(answer.statusText);
      const saved = await answer.json();
      if (version && saved.version) version.value = saved.version;
      say([status?.dataset.saved, ...judge(saved.problems)].join('. '));
    } catch {
      say(status?.dataset.failed);
    }
  };
  // One after the other: the version of an answer belongs to the next one.
  const queue = () => (sending = sending.then(save));
  form.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(queue, 300);
  });
  form.addEventListener('focusout', ({ target }) => {
    if (!target.id || target.type === 'checkbox' || target.defaultValue === target.value) return;
    left.add(target.id);
    clearTimeout(timer);
    void queue();
  });
  form.addEventListener('keydown', (event) => {
    const button = event.target.dataset?.enter;
    if (event.key !== 'Enter' || !button) return;
    event.preventDefault();
    document.getElementById(button).click();
  });
  addEventListener('pagehide', () => {
    if (timer) save();
  });
  form.addEventListener('submit', () => {
    clearTimeout(timer);
    timer = undefined;
  });
}

const send = (upload, bar) => {
  const request = new XMLHttpRequest();
  request.open('POST', upload.action);
  if (bar) bar.hidden = false;
  request.upload.addEventListener('progress', ({ loaded, total }) => {
    if (!bar) return;
    bar.max = total;
    bar.value = loaded;
  });
  request.addEventListener('loadend', () => {
    // A refusal is a page of its own: shown as it came.
    if (request.status < 400 && request.status) return location.assign(request.responseURL);
    const page = new DOMParser().parseFromString(request.responseText, 'text/html');
    document.querySelector('main').replaceWith(document.adoptNode(page.querySelector('main')));
    start();
  });
  request.send(new FormData(upload));
};

function start() {
  const upload = document.querySelector('form.upload');
  const drop = upload?.querySelector('.drop');
  if (drop) {
    const input = upload.querySelector('#file');
    const photo = upload.querySelector('#photo');
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
      if (!input.files.length && !photo.files.length) return;
      event.preventDefault();
      send(upload, bar);
    });
  }
  for (const replace of document.querySelectorAll('form.replace')) {
    replace.addEventListener('change', () => send(replace));
  }
  document.querySelector('.summary')?.focus();
}
start();
