/**
 * Access over HTTP: the installation's bearer tokens with their scopes, and tokens of the
 * operator's OAuth issuer.
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

import { fingerprint } from '../../client/exchange/transport.ts';
import { levels, readScope } from './levels.ts';
import { BadOption } from './options.ts';

interface AccessSettings {
  /** Tokens with their scopes. */
  tokens: Map<string, string[]>;
  /** The address that clients use. */
  publicUrl: URL;
  issuer?: Issuer;
}

interface Issuer {
  metadata: OAuthMetadata & { jwks_uri: string };
  /** The audience of its tokens. */
  audience: string;
}

/** Checks requests, and tells clients where to get a token. */
export interface Access {
  check(request: Request): Promise<AuthInfo | Response>;
  metadata(request: Request): Response | undefined;
}

const refused = (why: string) => new OAuthError(OAuthErrorCode.InvalidToken, why);

const texts = (claim: unknown): string[] =>
  [claim].flat().flatMap((text) => (typeof text === 'string' ? text.split(' ') : []));

/** The claims that the server reads from an issuer's token. */
const infoOf = (token: string, claims: JWTPayload): AuthInfo => ({
  token,
  // Only the person who got a question may answer it.
  clientId: fingerprint([claims.iss, claims.client_id ?? claims.azp, claims.sub]),
  scopes: [...texts(claims.scope), ...texts(claims.scp)],
  expiresAt: claims.exp,
});

/** True for a bad signature or a wrong audience; any other error is not the token's fault. */
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

/**
 * Checks that each request has a token with the scope to read. Its other scopes decide the tools.
 */
export function accessOf({ tokens, publicUrl, issuer }: AccessSettings): Access {
  // Hashes, so the time of a comparison reveals nothing about a token.
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

/** Milliseconds for the issuer to name the address of its keys. */
const patience = 10_000;

/** The addresses of an issuer's description (RFC 8414, OpenID Connect Discovery). */
const descriptionsOf = (issuer: URL) => {
  const path = issuer.pathname.replace(/\/$/, '');
  return [
    `/.well-known/oauth-authorization-server${path}`,
    `${path}/.well-known/openid-configuration`,
  ].map((one) => new URL(one, issuer));
};

/** @throws BadOption if the issuer has no description, or describes another issuer. */
export async function findIssuer(address: URL, audience: string): Promise<Issuer> {
  for (const url of descriptionsOf(address)) {
    const signal = AbortSignal.timeout(patience);
    const response = await fetch(url, { signal }).catch(() => undefined);
    const found = response?.ok ? ((await response.json().catch(() => ({}))) as object) : {};
    const metadata = found as Partial<Issuer['metadata']>;
    const isSame = metadata.issuer?.replace(/\/$/, '') === address.href.replace(/\/$/, '');
    if (isSame && metadata.jwks_uri) return { metadata: metadata as Issuer['metadata'], audience };
  }
  throw new BadOption(
    '--issuer: it publishes no description with this address and its keys: neither under /.well-known/oauth-authorization-server nor under /.well-known/openid-configuration.',
  );
}
