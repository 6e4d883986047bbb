/** Requests of the tool to a running sandbox. */
export interface Target {
  url: string;
  apiKey: string;
  /** The back office's password, which also opens the controls. */
  password?: string;
}

/** The sandbox may have a password for the controls. The API needs the key. */
const authorizationOf = ({ apiKey, password }: Target, path: string): string =>
  password && path.startsWith('/_sandbox/')
    ? `Basic ${Buffer.from(`reviewer:${password}`).toString('base64')}`
    : apiKey;

/** @throws Error with the sandbox's message, or with a note that no sandbox answers. */
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
    throw new Error('The sandbox needs its password. Set SANDBOX_PASSWORD or --password.');
  }
  if (!answer.ok) throw new Error(`The sandbox refuses (${answer.status}): ${content}`);
  return content ? JSON.parse(content) : undefined;
}
