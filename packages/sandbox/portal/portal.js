// Improves plain forms: saves and checks while the client types, starts uploads, moves the focus to
// errors.
document.documentElement.classList.add('js');

// A country in a list, as a checkbox.
const addCountry = (name, code, label) => {
  const field = document.getElementById(name);
  const found = [...field.querySelectorAll('input[type=checkbox]')].find(
    (box) => box.value === code,
  );
  const box = found ?? Object.assign(document.createElement('input'), { type: 'checkbox', name });
  [box.value, box.checked] = [code, true];
  if (found) return;
  const row = document.createElement('label');
  row.append(box, ` ${label}`);
  field.querySelector('.chosen').append(row);
};
const countries = [...document.querySelectorAll('#countries option')];
for (const button of document.querySelectorAll('button[data-adds]')) {
  button.addEventListener('click', (event) => {
    const search = document.getElementById(button.value);
    const text = search.value.trim().toLowerCase();
    const found = countries.find(({ value }) => value.toLowerCase() === text);
    // The server refuses an unknown country.
    if (text && !found) return;
    event.preventDefault();
    if (found) addCountry(button.dataset.adds, found.dataset.code, found.value);
    search.value = '';
    search.focus();
    search.dispatchEvent(new Event('input', { bubbles: true }));
  });
}

// The unsaved inputs of a page. A reload or another language restores them in the same form.
let storage;
try {
  storage = sessionStorage;
} catch {
  // The browser blocks storage.
}
const left = JSON.parse(storage?.getItem('unsaved') ?? null);
storage?.removeItem('unsaved');

const form = document.querySelector('form[data-save]');
if (form) {
  const status = document.querySelector('#save-status');
  const version = form.elements.namedItem('version');
  let timer;
  let sending = Promise.resolve();
  // Saving failed. The script tries again.
  let isFailed = false;
  const say = (text, problems = []) => {
    if (!status) return;
    // The mistake is visible at its field. Only screen readers need it here.
    const heard = document.createElement('span');
    heard.className = 'visually-hidden';
    heard.textContent = problems.map((problem) => `. ${problem}`).join('');
    status.replaceChildren(text, heard);
    status.classList.toggle('bad', isFailed);
  };
  const values = () => new URLSearchParams(new FormData(form));
  // The version is not a value of the form.
  const typed = () => String(values()).replace(/(^|&)version=\w*/, '');
  let saved = typed();
  // Check a field only after the client leaves it: until then it may be incomplete.
  const judged = new Set();
  const marked = new Set();
  const mark = (field, problem) => {
    const box = field.closest('.field');
    const id = `${field.id}-error`;
    const said = document.getElementById(id) ?? document.createElement('p');
    // A field may also have a hint.
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
  // Only the server checks values, both while typing and on submission.
  const judge = (problems = {}) => {
    for (const name of judged) {
      const field = document.getElementById(name);
      const problem = problems[name];
      if (!field) continue;
      // Filling in a field is enough to clear its "missing" message.
      const isMarked = field.getAttribute('aria-invalid') === 'true';
      if (problem || (isMarked && (field.value || marked.has(name)))) mark(field, problem);
      if (problem) marked.add(name);
    }
    return [...judged].flatMap((name) => problems[name] ?? []);
  };
  const save = async () => {
    clearTimeout(timer);
    timer = undefined;
    const content = typed();
    if (!isFailed) say(status?.dataset.saving);
    try {
      const answer = await fetch(form.dataset.save, {
        method: 'POST',
        body: values(),
        keepalive: true,
        signal: AbortSignal.timeout(10_000),
      });
      if (answer.status >= 500) throw new Error(answer.statusText);
      isFailed = false;
      if (answer.status === 409) return say(status?.dataset.elsewhere);
      // The portal was closed meanwhile. Its page gives the reason.
      if (!answer.ok) return location.reload();
      const news = await answer.json();
      saved = content;
      if (version && news.version) version.value = news.version;
      say(status?.dataset.saved, judge(news.problems));
    } catch {
      isFailed = true;
      say(status?.dataset.failed);
      timer ??= setTimeout(queue, 5000);
    }
  };
  // Save one after the other: each request needs the version from the answer before.
  const queue = () => (sending = sending.then(save));
  addEventListener('online', () => isFailed && queue());
  form.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(queue, 300);
  });
  // Do not move the page while a button is pressed: the button would slip away from the pointer.
  let isPressed = false;
  addEventListener('pointerdown', () => (isPressed = true));
  const leave = ({ target }) => {
    if (!target.id || target.type === 'checkbox' || target.defaultValue === target.value) return;
    judged.add(target.id);
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

  // The form's identity: a person's form has an id.
  const ids = ['kind', 'id'].map((name) => form.elements.namedItem(name)?.value);
  const whose = [form.dataset.save, ...ids].join(' ');
  let isSent = false;
  addEventListener('pagehide', () => {
    if (isSent || typed() === saved) return;
    storage?.setItem('unsaved', JSON.stringify([whose, String(values())]));
    if (timer) save();
  });
  form.addEventListener('submit', (event) => {
    clearTimeout(timer);
    timer = undefined;
    isSent = !isFailed;
    if (isSent) return;
    // Sending the form would fail, too, and lose the page's inputs.
    event.preventDefault();
    void queue().then(() => isFailed || form.requestSubmit(event.submitter));
  });

  const restore = (content) => {
    for (const field of form.elements) {
      const [value = ''] = content.getAll(field.name);
      if (field.type === 'checkbox')
        field.checked = content.getAll(field.name).includes(field.value);
      else if (field.name === 'version' || !['hidden', 'submit', 'fieldset'].includes(field.type))
        field.value = value;
    }
    for (const { dataset } of document.querySelectorAll('button[data-adds]')) {
      for (const code of content.getAll(dataset.adds).filter(Boolean)) {
        const country = countries.find((option) => option.dataset.code === code);
        addCountry(dataset.adds, code, country?.value ?? code);
      }
    }
    void queue();
  };
  if (left?.[0] === whose) restore(new URLSearchParams(left[1]));
}

// The answer is a page. Only its part about the uploads replaces the current one, so nothing jumps
// and no typed text is lost.
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
  const refused = document.querySelector('#uploads [aria-invalid]');
  (refused ?? document.getElementById(then))?.focus();
  return true;
};

// Shows the message at the file field.
const fail = (upload) => {
  const said = upload.querySelector('.error') ?? upload.appendChild(document.createElement('p'));
  said.className = 'error';
  said.setAttribute('role', 'alert');
  said.textContent = upload.dataset.failed;
};

// Send only the name of a file that is too large: the server would refuse it after minutes of
// upload.
const contentOf = (upload) => {
  const content = new FormData(upload);
  for (const { name, files } of upload.querySelectorAll('input[type=file]')) {
    content.delete(name);
    for (const file of files) {
      if (file.size > upload.dataset.largest) content.append('large', file.name);
      else content.append(name, file);
    }
  }
  return content;
};

const send = (upload) => {
  const bar = upload.querySelector('progress');
  const content = contentOf(upload);
  const request = new XMLHttpRequest();
  request.open('POST', upload.action);
  if (bar) bar.hidden = false;
  request.upload.addEventListener('progress', ({ loaded, total }) => {
    if (bar) [bar.max, bar.value] = [total, loaded];
  });
  request.addEventListener('loadend', () => {
    if (request.status && show(request, upload.dataset.then)) return;
    if (bar) bar.hidden = true;
    fail(upload);
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
}
start();
document.querySelector('.summary')?.focus();
