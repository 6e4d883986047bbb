/** Requests through `z.request`. */
import type { HttpRequestOptionsWithUrl, ZObject } from 'zapier-platform-core';

import { httpBy, type Answer } from '../host/node/http.ts';

/** The name that the platform gives its own requests. */
const userAgent = { 'user-agent': 'Zapier' };

export const httpOf = (z: ZObject) =>
  httpBy(userAgent, (url, init) => {
    // A merge would change {{…}} in the user's text.
    const request = { ...init, url, raw: true, merge: false };
    return z.request(request as HttpRequestOptionsWithUrl) as unknown as Promise<Answer>;
  });
