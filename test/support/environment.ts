/** Node's environment of a test file, without any network but this machine's. */
import dns from 'node:dns';
import { TestEnvironment } from 'jest-environment-node';

/** The names that are looked up; all others do not exist. */
const ownNames = ['localhost', '127.0.0.1', '::1', '0.0.0.0'];
const { lookup } = dns;
dns.lookup = Object.assign((name: string, ...rest: unknown[]) => {
  if (ownNames.includes(name)) return Reflect.apply(lookup, dns, [name, ...rest]) as never;
  const error = new Error(`Tests look up no names, not ${name} either.`);
  const done = rest.at(-1) as (error: Error) => void;
  setImmediate(done, Object.assign(error, { code: 'ENOTFOUND' }));
}, lookup);

export default TestEnvironment;
