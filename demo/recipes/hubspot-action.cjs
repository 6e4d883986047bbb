/**
 * A custom code action for a deal's workflow in HubSpot. It starts the onboarding of the deal's
 * company and returns the case and the client's link. docs/hubspot.md describes the setup.
 */
const service = process.env.SERVICE_URL || 'https://app.ondorse.co';
const portals = process.env.PORTAL_URL || 'https://collect.ondorse.co';

/** The country in your companies -> its three-letter code. Add the countries of your clients. */
const countries = { France: 'FRA', Germany: 'DEU', Spain: 'ESP', 'United Kingdom': 'GBR' };

/** @throws Error for any refusal, with its status. HubSpot tries again after 429 and 5xx. */
async function post(path, body, key) {
  const response = await fetch(service + path, {
    method: 'POST',
    headers: {
      Authorization: process.env.SERVICE_API_KEY,
      'Content-Type': 'application/json',
      'Idempotency-Key': key,
    },
    body: JSON.stringify(body),
    // HubSpot ends the action after 20 seconds.
    signal: AbortSignal.timeout(9000),
  });
  const text = await response.text();
  if (response.ok) return JSON.parse(text);
  const isDuplicate = response.status === 409 && path === '/api/applications';
  const hint = isDuplicate ? '. Enter the ID of that case on the deal' : '';
  const error = new Error(`The service answered ${response.status}: ${text.slice(0, 300)}${hint}`);
  throw Object.assign(error, { response: { status: response.status } });
}

exports.main = async (event, callback) => {
  const { name, country, registration_number, email, case: existing } = event.inputFields;
  const deal = String(event.object.objectId);
  const reference = `${deal}-kyb`;
  let caseId = existing || '';
  if (!caseId) {
    const code = countries[country] || (/^[A-Z]{3}$/.test(country) ? country : undefined);
    if (!name) throw new Error('The company of the deal has no name.');
    if (!code) throw new Error(`The country "${country}" is not in the list of the action.`);
    const business = { organization_name: name, country: code };
    if (registration_number) business.registration_number = registration_number;
    const body = {
      business,
      external_reference: reference,
      is_draft: true,
      custom_fields: { deal_id: deal, email: email || undefined },
    };
    const made = await post('/api/applications', body, reference);
    caseId = made.application_id || made.id;
  }
  try {
    const { link } = await post(`/api/applications/${caseId}/portals`, {}, `${reference}-portal`);
    const portal_link = /^https?:/.test(link) ? link : `${portals}/portals/${link}`;
    callback({ outputFields: { case: caseId, portal_link, problem: '' } });
  } catch (error) {
    // The case exists. Its ID must reach the deal, because the next run continues with it.
    callback({ outputFields: { case: caseId, portal_link: '', problem: error.message } });
  }
};
