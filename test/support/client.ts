/** The client: opens the link from the e-mail and submits the portal over HTTP, like a browser. */

/** A deal as a CRM exports it: the value of each column of demo/deals.csv. */
export type Deal = Record<string, string>;

export const isPerson = (deal: Deal) => /^(person|individual)/i.test(deal['Client Type'] ?? '');

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
export async function submitPortal(link: string, deal: Deal): Promise<string> {
  // A page without a case asks for the subject first.
  const subject = isPerson(deal) ? 'person' : 'business';
  const page = await fetch(`${link}?step=details&subject=${subject}`);
  const html = await page.text();
  if (!page.ok) throw new Error(`The portal answers ${page.status}.`);
  const entries: Record<string, string> = isPerson(deal)
    ? {
        first_name: deal['First Name'] || 'Alex',
        last_name: deal['Last Name'] || 'Client',
        birth_date: '1990-01-01',
        nationality: 'FR',
      }
    : {
        organization_name: deal['Associated Company'] || 'Client',
        country: 'FR',
        registration_number: `N${deal['Record ID']}`,
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
