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
  const marked = new Set();
  const mark = (field, problem) => {
    const box = field.closest('.field');
    const id = `${field.id}-error`;
    box.classList.toggle('bad', Boolean(problem));
    const said = document.getElementById(id) ?? document.createElement('p');
    // A field may have a hint besides.
    const described = new Set(field.getAttribute('aria-describedby')?.split(' '));
    if (problem) {
      said.id = id;
      said.className = 'error';
      said.textContent = problem;
      box.append(said);
      described.add(id);
      field.setAttribute('aria-invalid', 'true');
    } else {
      said.remove();
      described.delete(id);
      field.removeAttribute('aria-invalid');
    }
    if (described.size) field.setAttribute('aria-describedby', [...described].join(' '));
    else field.removeAttribute('aria-describedby');
  };
  // What is wrong is what the server says: it judges in one place what is typed and what is sent.
  const judge = (problems = {}) => {
    for (const name of left) {
      const field = document.getElementById(name);
      const problem = problems[name];
      if (!field) continue;
      // That a field is missing, which the page came with, is put right by filling it in alone.
      const isMarked = field.getAttribute('aria-invalid') === 'true';
      if (problem || (isMarked && (field.value || marked.has(name)))) mark(field, problem);
      if (problem) marked.add(name);
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
  // Nothing moves while a button is pressed: it would slip away from under the pointer.
  let isPressed = false;
  addEventListener('pointerdown', () => (isPressed = true));
  const leave = ({ target }) => {
    if (!target.id || target.type === 'checkbox' || target.defaultValue === target.value) return;
    left.add(target.id);
    clearTimeout(timer);
    if (isPressed) timer = setTimeout(queue, 300);
    else void queue();
  };
  for (const released of ['pointerup', 'pointercancel'])
    addEventListener(released, () => setTimeout(() => (isPressed = false)));
  form.addEventListener('focusout', leave);
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

// The answer is a page: what it says of the uploads takes the place of what this one says, so that
// nothing jumps and nothing that is being typed beside them is lost.
const show = (request, then) => {
  const page = new DOMParser().parseFromString(request.responseText, 'text/html');
  const place = page.querySelector('#uploads') ? '#uploads' : 'main';
  const news = page.querySelector(place);
  if (!news) return false;
  document.querySelector(place).replaceWith(document.adoptNode(news));
  for (const states of page.querySelectorAll('.steps'))
    document.querySelector('.steps')?.replaceWith(document.adoptNode(states));
  document.querySelector('main > .summary')?.remove();
  for (const summary of page.querySelectorAll('main > .summary'))
    document.querySelector('h1').after(document.adoptNode(summary));
  document.title = page.title;
  history.replaceState(null, '', new URL(request.responseURL).search || location.href);
  start();
  if (!document.querySelector('.summary')) document.getElementById(then)?.focus();
  return true;
};

const send = (upload) => {
  const bar = upload.querySelector('progress');
  const content = new FormData(upload);
  const request = new XMLHttpRequest();
  request.open('POST', upload.action);
  if (bar) bar.hidden = false;
  request.upload.addEventListener('progress', ({ loaded, total }) => {
    if (bar) [bar.max, bar.value] = [total, loaded];
  });
  request.addEventListener('loadend', () => {
    if (request.status && show(request, upload.dataset.then)) return;
    if (bar) bar.hidden = true;
    document.querySelector('#upload-status').textContent = upload.dataset.failed;
  });
  request.send(content);
};

const hasFile = (upload) =>
  [...upload.querySelectorAll('input[type=file]')].some(({ files }) => files.length > 0);

function start() {
  for (const upload of document.querySelectorAll('form.upload')) {
    upload.addEventListener('change', ({ target }) => target.files?.length && send(upload));
    upload.addEventListener('submit', (event) => {
      if (!hasFile(upload)) return;
      event.preventDefault();
      send(upload);
    });
  }
  const drop = document.querySelector('.drop');
  drop?.addEventListener('dragover', (event) => {
    event.preventDefault();
    drop.classList.add('over');
  });
  drop?.addEventListener('dragleave', () => drop.classList.remove('over'));
  drop?.addEventListener('drop', (event) => {
    event.preventDefault();
    drop.classList.remove('over');
    drop.querySelector('#file').files = event.dataTransfer.files;
    send(drop.closest('form'));
  });
  document.querySelector('.summary')?.focus();
}
start();
