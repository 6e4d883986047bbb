/// <reference lib="dom" />
/** Every page that links lead to, and every form on them, in a sandbox with everything in it. */
import { send } from '../visitor.ts';
import { api, at, check, desktop, filledLink, fits, narrow } from './support.ts';
import { newCase, newLink, open, setUp, suite, uploadPdf } from './support.ts';

const hostile = `"><img src=x onerror="document.title='hit'"><script>alert(1)</script>`;

/** A case with hostile text wherever text can be. */
function hostileCase() {
  const id = newCase({
    business: { organization_name: hostile, vat_number: hostile, address: { street: hostile } },
    external_reference: hostile,
    custom_fields: { [hostile]: hostile },
    persons: [{ last_name: hostile, roles: [hostile] }],
  });
  at.sandbox.act.ask(id, { reason: hostile, fields: ['vat_number'] });
  return `/back-office/follow/${id}`;
}

/** Runs in the page: follows each link once. @returns what is wrong, and the pages with their headings. */
async function crawl(starts: string[]) {
  const faults: string[] = [];
  const seen = new Set<string>();
  const pages = new Map<string, Document>();
  const links = new Map<string, string>();
  const queue = [...starts];
  const wrongIn = (page: Document) => [
    ...(page.querySelectorAll('h1').length === 1 && page.title ? [] : ['no single heading']),
    ...[...page.querySelectorAll<HTMLInputElement>('input, select, textarea')]
      .filter(({ type, labels, ariaLabel }) => type !== 'hidden' && !labels?.length && !ariaLabel)
      .map(({ name }) => `no label: ${name}`),
    ...[...page.querySelectorAll('button:not([hidden]), a')]
      .filter(({ textContent, ariaLabel }) => !textContent.trim() && !ariaLabel)
      .map(({ outerHTML }) => `no words: ${outerHTML}`),
    ...(page.querySelector('img[src=x], script:not([src])') ? ['hostile text as markup'] : []),
    ...[...page.querySelectorAll('main :not(:has(*))')]
      .map(({ textContent }) => textContent)
      .filter((words) => /\bundefined\b|\bNaN\b|\[object/.test(words)),
    // The history is in words, without codes and paths.
    ...[...page.querySelectorAll('#timeline li')]
      .map(({ textContent }) => textContent!)
      .filter((words) => /\w\.\w+:|[A-Z]{2,}_[A-Z]/.test(words)),
  ];
  for (const address of queue) {
    if (seen.has(address)) continue;
    seen.add(address);
    const answer = await fetch(address);
    if (!answer.ok) faults.push(`${address} answers ${answer.status}`);
    const isPage = answer.headers.get('content-type')?.startsWith('text/html') ?? false;
    const page = new DOMParser().parseFromString(isPage ? await answer.text() : '', 'text/html');
    if (!isPage) continue;
    pages.set(address, page);
    faults.push(...wrongIn(page).map((fault) => `${address}: ${fault}`));
    for (const link of page.querySelectorAll('a[href]')) {
      const to = new URL(link.getAttribute('href')!, answer.url);
      if (!/^https?:$/.test(to.protocol)) faults.push(`${address} leads to ${to.href}`);
      // Each language of a page is another test's.
      if (to.origin !== location.origin || to.searchParams.has('lang')) continue;
      links.set(to.href, address);
      queue.push(to.href.split('#')[0]!);
    }
  }
  for (const [to, from] of links) {
    const [address, place] = to.split('#');
    if (place && !pages.get(address!)?.getElementById(place)) faults.push(`${from}: no ${to}`);
  }
  const headings = (page: Document) =>
    [...page.querySelectorAll('h2')].map(({ textContent }) => textContent).join();
  return { faults, pages: [...pages].map(([address, page]) => [address, headings(page)] as const) };
}

/** Something of everything, and the pages that no link leads to. */
async function everything() {
  at.sandbox.reset('showcase');
  const [asked, expired] = [newCase({ person: { last_name: 'A' }, is_draft: false }), newCase()];
  await newLink(expired);
  at.sandbox.act.ask(asked, { reason: 'Why', documents: ['ID'] });
  at.sandbox.act.expire(expired);
  await api('POST', '/api/webhooks', { url: at.thanks, events: ['application.created'] });
  const { id, link } = await filledLink();
  const [front, back] = [await uploadPdf(), await uploadPdf()];
  const document_files = [
    { file_id: front, side: 'front' },
    { file_id: back, side: 'back' },
  ];
  await api('POST', '/api/documents', { document_files, application_id: id });
  await send(at.sandbox, `/back-office/cases/${id}/send`, { email: 'a@b.example' });
  return [
    `/back-office/cases/${id}`,
    ...['start', 'people&party=business', 'review'].map((step) => `${link}?step=${step}`),
    hostileCase(),
    `/back-office?text=${encodeURIComponent(hostile)}`,
  ];
}

/** One page of the office of those with the same headings, whatever ids are in its address. */
const kindsOf = (pages: (readonly [address: string, headings: string])[]) => {
  const kinds = pages
    .filter(([address]) => address.includes('/back-office'))
    .map(([address, headings]) => {
      const { pathname } = new URL(address);
      return [pathname.replace(/[^/]*[_\d][^/]*/g, '*') + headings, address] as const;
    });
  return [...new Map(kinds).values()];
};

suite('every page', () => {
  setUp();
  const found = async (starts: string[]) => {
    const page = await open(narrow);
    await page.goto(at.sandbox.url);
    const all = ['/', ...starts].map((path) => new URL(path, at.sandbox.url).href);
    return page.evaluate(crawl, all);
  };

  it.each([
    ['an empty sandbox', async () => []],
    ['a full one', everything],
  ])('of %s is there, has one heading, labels and words, and fits', async (_, fill) => {
    const { faults, pages } = await found(await fill());
    expect(faults).toEqual([]);
    for (const address of kindsOf(pages)) {
      await at.page.setViewportSize(narrow);
      await at.page.goto(address);
      await check();
      await at.page.setViewportSize(desktop);
      await fits();
    }
  });
});
