/** Requests of the tool to a sandbox that runs. */
export interface At {
  url: string;
  apiKey: string;
}

/** @throws Error with what the sandbox said, or that none is there. */
export async function ask(
  { url, apiKey }: At,
  method: string,
  path: string,
  body?: object,
): Promise<unknown> {
  const answer = await fetch(url + path, {
    method,
    headers: { authorization: apiKey, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  }).catch(() => {
    throw new Error(`No sandbox answers at ${url}. Start one: compliance-sandbox start`);
  });
  const content = await answer.text();
  if (!answer.ok) throw new Error(`The sandbox refuses (${answer.status}): ${content}`);
  return content ? JSON.parse(content) : undefined;
}
