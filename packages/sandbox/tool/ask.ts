/** Requests of the tool to a sandbox that runs. */
export interface Target {
  url: string;
  apiKey: string;
  /** Of the back office, which opens the controls as well. */
  password?: string;
}

/** The controls take the password, where the sandbox has one; the API takes the key. */
const authorizationOf = ({ apiKey, password }: Target, path: string): string =>
  password && path.startsWith('/_sandbox/')
    ? `Basic ${Buffer.from(`reviewer:${password}`).toString('base64')}`
    : apiKey;

/** @throws Error with what the sandbox said, or that none is there. */
export async function ask(
  target: Target,
  method: string,
  path: string,
  body?: object,
): Promise<unknown> {
  const { url } = target;
  const answer = await fetch(url + path, {
    method,
    headers: { authorization: authorizationOf(target, path), 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  }).catch(() => {
    throw new Error(`No sandbox answers at ${url}. Start one: compliance-sandbox start`);
  });
  const content = await answer.text();
  if (answer.status === 401 && path.startsWith('/_sandbox/')) {
    throw new Error(
      'The sandbox asks for its password: give it as SANDBOX_PASSWORD or --password.',
    );
  }
  if (!answer.ok) throw new Error(`The sandbox refuses (${answer.status}): ${content}`);
  return content ? JSON.parse(content) : undefined;
}
