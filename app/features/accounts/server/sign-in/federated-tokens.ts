import { type JsonWebKey, type KeyObject, constants, createPublicKey, verify } from "node:crypto";

import type { AddressClaims } from "../../rules/sign-in/federated.ts";

/** A key as the provider publishes it. */
export type PublishedKey = JsonWebKey & { kid?: string; use?: string; alg?: string };
export type IdClaims = AddressClaims & { sub: string; name?: unknown };

/** How far the provider's clock may differ from ours. */
const LEEWAY_S = 60;

export class BadToken extends Error {
  override name = "BadToken";
}

const parse = (part: string | undefined): Record<string, unknown> => {
  try {
    const value: unknown = JSON.parse(Buffer.from(part ?? "", "base64url").toString("utf8"));
    if (typeof value === "object" && value !== null) return value as Record<string, unknown>;
  } catch {
    // Reported below.
  }
  throw new BadToken("not a token");
};

/** The accepted algorithms, without "none" and shared secrets. */
function isSignedBy(key: KeyObject, alg: unknown, data: Buffer, signature: Buffer): boolean {
  if (alg === "RS256" && key.asymmetricKeyType === "rsa") return verify("sha256", data, key, signature);
  if (alg === "PS256" && key.asymmetricKeyType === "rsa")
    return verify("sha256", data, { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 }, signature);
  if (alg === "ES256" && key.asymmetricKeyType === "ec")
    return verify("sha256", data, { key, dsaEncoding: "ieee-p1363" }, signature);
  return false;
}

/** The ID of the key that a token claims to be signed with. @throws BadToken */
export const keyIdOf = (token: string): string | null => {
  const { kid } = parse(token.split(".")[0]);
  return typeof kid === "string" ? kid : null;
};

/** For any tenant, Microsoft publishes a pattern instead of an issuer: each token names its tenant. */
const issuerFor = (published: string, tenant: unknown): string =>
  typeof tenant === "string" && /^[0-9a-f-]{36}$/.test(tenant) ? published.replace("{tenantid}", tenant) : published;

/**
 * Checks an id_token: signature, issuer, audience, times, and nonce.
 * @returns its claims @throws BadToken saying what was wrong
 */
export function verifyIdToken(
  token: string,
  keys: readonly PublishedKey[],
  expected: { issuer: string; clientId: string; nonce: string },
  atMs: number,
): IdClaims {
  const [head, body, signature, ...rest] = token.split(".");
  if (!signature || rest.length) throw new BadToken("not a token");
  const { alg, kid } = parse(head);
  const data = Buffer.from(`${head}.${body}`);
  const candidates = keys.filter(
    (key) => (kid === undefined || key.kid === undefined || key.kid === kid) && key.use !== "enc",
  );
  const signed = candidates.some((key) => {
    try {
      return isSignedBy(createPublicKey({ key, format: "jwk" }), alg, data, Buffer.from(signature, "base64url"));
    } catch {
      return false;
    }
  });
  if (!signed) throw new BadToken("the signature");
  const claims = parse(body);
  const audience = Array.isArray(claims["aud"]) ? claims["aud"] : [claims["aud"]];
  const now = atMs / 1_000;
  if (claims["iss"] !== issuerFor(expected.issuer, claims["tid"])) throw new BadToken("the issuer");
  if (!audience.includes(expected.clientId) || (audience.length > 1 && claims["azp"] !== expected.clientId))
    throw new BadToken("the audience");
  if (typeof claims["exp"] !== "number" || claims["exp"] + LEEWAY_S < now) throw new BadToken("its time");
  if (typeof claims["iat"] !== "number" || claims["iat"] - LEEWAY_S > now) throw new BadToken("its time");
  if (claims["nonce"] !== expected.nonce) throw new BadToken("the nonce");
  if (typeof claims["sub"] !== "string" || claims["sub"] === "") throw new BadToken("the subject");
  const { sub, email, email_verified, name, hd, xms_edov } = claims;
  return { sub, email, email_verified, name, hd, xms_edov };
}
