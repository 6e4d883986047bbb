/** The client: opens the link from the e-mail and submits the portal over HTTP, like a browser. */

/** The client, by the fields of its case. */
export interface Client {
  /** Makes the number of a business its own. */
  id: string;
  subject: 'business' | 'person';
  input?: { organization_name?: string; first_name?: string; last_name?: string };
}

/** True if the page already shows a value for the field. */
function isFilledIn(html: string, name: string): boolean {
  const input = new RegExp(`<input[^>]* name="${name}"[^>]*>`).exec(html)?.[0];
  if (input) return / value="[^"]+"/.test(input);
  const options = new RegExp(`<select[^>]* name="${name}"[^>]*>(.*?)</select>`, 's').exec(
    html,
  )?.[1];
  return / selected/.test(options ?? '');
}

const post = (url: string, values: Record<string, string>) =>
  fetch(url, {
    method: 'POST',
    body: new URLSearchParams(values),
    headers: { origin: new URL(url).origin },
    redirect: 'manual',
  });

/** Fills in the missing values and submits the portal. @returns the address of its redirect. */
export async function submitPortal(
  link: string,
  { id, subject, input = {} }: Client,
): Promise<string> {
  // A page without a case asks for the subject first.
  const page = await fetch(`${link}?step=details&subject=${subject}`);
  const html = await page.text();
  if (!page.ok) throw new Error(`The portal answers ${page.status}.`);
  const entries: Record<string, string> =
    subject === 'person'
      ? {
          first_name: input.first_name || 'Alex',
          last_name: input.last_name || 'Client',
          birth_date: '1990-01-01',
          nationality: 'FR',
        }
      : {
          organization_name: input.organization_name || 'Client',
          country: 'FR',
          registration_number: `N${id}`,
        };
  const missing = Object.entries(entries).filter(([name]) => !isFilledIn(html, name));
  const details = await post(`${link}/details`, Object.fromEntries(missing));
  if (details.status !== 303) throw new Error('The portal did not accept the details.');
  // The sandbox's test client adds people and documents.
  await post(`${link}/fill`, {});
  const submitted = await post(`${link}/submit`, { confirm: 'yes' });
  const target = submitted.headers.get('location');
  if (submitted.status !== 303 || !target) throw new Error('The portal was not submitted.');
  return target;
}
