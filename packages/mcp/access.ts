/**
 * Who is let in over HTTP: bearer tokens of the installation, each with its scopes, and tokens of
 * the OAuth issuer of whoever runs the server.
 */
import {
  getOAuthProtectedResourceMetadataUrl,
  OAuthError,
  OAuthErrorCode,
  oauthMetadataResponse,
  requireBearerAuth,
  type AuthInfo,
  type OAuthMetadata,
} from '@modelcontextprotocol/server';
import { createRemoteJWKSet, errors, jwtVerify, type JWTPayload } from 'jose';

import { fingerprint } from '../../client/transport.ts';
import { levels, readScope } from './levels.ts';

interface AccessSettings {
  /** Tokens with their scopes. */
  tokens: Map<string, string[]>;
  /** Address at which clients reach the endpoint. */
  publicUrl: URL;
  issuer?: Issuer;
}

interface Issuer {
  metadata: OAuthMetadata & { jwks_uri: string };
  /** Whom its tokens must be for. */
  audience: string;
}

/** What checks a request, and what tells a client where it gets a token. */
export interface Access {
  check(request: Request): Promise<AuthInfo | Response>;
  metadata(request: Request): Response | undefined;
}

const refused = (why: string) => new OAuthError(OAuthErrorCode.InvalidToken, why);

const texts = (claim: unknown): string[] =>
  [claim].flat().flatMap((text) => (typeof text === 'string' ? text.split(' ') : []));

/** The claims of a token of the issuer as the server reads them. */
const infoOf = (token: string, claims: JWTPayload): AuthInfo => ({
  token,
  // A question is answered by the person it was put to.
  clientId: fingerprint([claims.iss, claims.client_id ?? claims.azp, claims.sub]),
  scopes: [...texts(claims.scope), ...texts(claims.scp)],
  expiresAt: claims.exp,
});

/** The signature is bad, or the token is for others; anything else is no fault of the token. */
const isOfToken = (error: unknown) =>
  error instanceof errors.JOSEError &&
  !(error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid) &&
  error.code !== 'ERR_JOSE_GENERIC';

function verifierOf({ metadata: { issuer, jwks_uri }, audience }: Issuer) {
  const keys = createRemoteJWKSet(new URL(jwks_uri));
  return async (token: string): Promise<AuthInfo> => {
    try {
      const options = { issuer, audience, requiredClaims: ['exp'] };
      const { payload } = await jwtVerify(token, keys, options);
      return infoOf(token, payload);
    } catch (error) {
      throw isOfToken(error) ? refused('The token is not valid here.') : error;
    }
  };
}

/** Checks each request for a token with the scope to read; the tools follow its other scopes. */
export function accessOf({ tokens, publicUrl, issuer }: AccessSettings): Access {
  // Compared by their hashes, no time tells how much of a token is right.
  const scopesOf = new Map([...tokens].map(([token, scopes]) => [fingerprint([token]), scopes]));
  const verifyOther = issuer && verifierOf(issuer);
  const check = requireBearerAuth({
    requiredScopes: [readScope],
    resourceMetadataUrl: issuer && getOAuthProtectedResourceMetadataUrl(publicUrl),
    verifier: {
      async verifyAccessToken(token) {
        const clientId = fingerprint([token]);
        const scopes = scopesOf.get(clientId);
        if (scopes) return { token, clientId, scopes, expiresAt: Infinity };
        if (verifyOther) return verifyOther(token);
        throw refused('The token is not valid here.');
      },
    },
  });
  const described = issuer && {
    oauthMetadata: issuer.metadata,
    resourceServerUrl: publicUrl,
    scopesSupported: [readScope, ...levels],
    resourceName: 'Compliance onboarding',
  };
  return {
    check,
    metadata: (request) => described && oauthMetadataResponse(request, described),
  };
}

/** Milliseconds for the issuer to say where its keys are. */
const patience = 10_000;

/** Where an issuer describes itself (RFC 8414, OpenID Connect Discovery). */
const descriptionsOf = (issuer: URL) => {
  const path = issuer.pathname.replace(/\/$/, '');
  return [
    `/.well-known/oauth-authorization-server${path}`,
    `${path}/.well-known/openid-configuration`,
  ].map((one) => new URL(one, issuer));
};

/** @throws Error where the issuer does not describe itself, or as another one. */
export async function findIssuer(address: URL, audience: string): Promise<Issuer> {
  for (const url of descriptionsOf(address)) {
    const signal = AbortSignal.timeout(patience);
    const response = await fetch(url, { signal }).catch(() => undefined);
    const found = response?.ok ? ((await response.json().catch(() => ({}))) as object) : {};
    const metadata = found as Partial<Issuer['metadata']>;
    const isSame = metadata.issuer?.replace(/\/$/, '') === address.href.replace(/\/$/, '');
    if (isSame && metadata.jwks_uri) return { metadata: metadata as Issuer['metadata'], audience };
  }
  throw new Error(
    'The issuer does not describe itself as that issuer, with its keys: neither under /.well-known/oauth-authorization-server nor under /.well-known/openid-configuration.',
  );
}
