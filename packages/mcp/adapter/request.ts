/** Requests of the operations, with the same library as Zapier's runtime. */
import fetch from 'node-fetch';

import type { Http } from '../../../host/host.ts';
import { httpBy, type Answer } from '../../../host/node/http.ts';
import packageJson from '../../../package.json' with { type: 'json' };
import { limited, type FileRules } from '../local-files.ts';

const userAgent = { 'user-agent': `compliance-onboarding-mcp/${packageJson.version}` };

/** @param rules the files that a person allowed. */
export function httpOf(rules: FileRules): Http {
  const send = (url: string, init: object) =>
    fetch(url, init) as Promise<unknown> as Promise<Answer>;
  const http = httpBy(userAgent, send, rules.publicOnly);
  return {
    ...http,
    async open(request) {
      const file = await http.open(request);
      return { ...file, pieces: limited(file.pieces, file.headers, rules) };
    },
  };
}
