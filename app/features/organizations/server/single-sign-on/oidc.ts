/** OpenID Connect with an organization's provider, at an address that its owner chose. */
import { createHmac } from "node:crypto";
import { createAuthorizationURL } from "@better-auth/core/oauth2";
import { SECOND } from "#app/platform/rules/core/time.ts";
import { isLocalAddress } from "#app/platform/rules/requests/origins.ts";
import { config } from "#app/platform/server/core/config.ts";
import { callOutside } from "#app/platform/server/requests/call-outside.ts";
import { ssoPath, ssoProviderId } from "#app/features/accounts/rules/sign-in/organization.ts";
import { type Ask, conversation } from "#app/features/accounts/server/sign-in/oidc-conversation.ts";
import type { Proven } from "../../rules/single-sign-on.ts";
import { type SignIn, openClientSecret } from "./find-sign-in.ts";

const ANSWER_MS = 8 * SECOND;
const MOST_BYTES = 256 * 1_024;

const isInside = (url: URL): boolean => config().insideProviders.includes(url.hostname);

/** Whether a provider may be at an address: with TLS, or on a host that the operator trusts. */
export function isProviderUrl(text: string): boolean {
  const url = URL.parse(text);
  if (!url || url.username !== "" || url.password !== "") return false;
  return url.protocol === "https:" || (url.protocol === "http:" && isInside(url) && isLocalAddress(text));
}

/** Sends a request to a provider on the web. Nothing inside our network can be reached, except what the operator named. */
const askProvider: Ask = async (address, { method, body, headers = {} } = {}) => {
  const url = new URL(address);
  if (!isProviderUrl(address)) throw new Error(`${url.hostname} isn't called without TLS`);
  const { status, text } = await callOutside(url, {
    method: method ?? "GET",
    waitMs: ANSWER_MS,
    mostBytes: MOST_BYTES,
    ...(isInside(url) ? { allowed: () => true } : {}),
    ...(body ? { body: body.toString() } : {}),
    headers: {
      accept: "application/json",
      ...(body ? { "content-type": "application/x-www-form-urlencoded" } : {}),
      ...headers,
    },
  });
  if (status < 200 || status > 299) throw new Error(`${url.pathname} answered ${status}`);
  return JSON.parse(text) as unknown;
};

/** Conversations that are remembered with what the provider publishes, by organization. */
const remembered = new Map<string, { revision: number; talk: ReturnType<typeof conversation> }>();
const MOST_REMEMBERED = 200;

function talkTo(it: SignIn): ReturnType<typeof conversation> {
  const known = remembered.get(it.organizationId);
  if (known?.revision === it.revision) return known.talk;
  const talk = conversation(
    {
      id: ssoProviderId(it.organizationId),
      kind: "oidc",
      issuer: it.issuer,
      clientId: it.clientId!,
      clientSecret: openClientSecret(it),
      label: it.name,
      allowedDomains: it.domains,
    },
    askProvider,
  );
  remembered.delete(it.organizationId);
  if (remembered.size >= MOST_REMEMBERED) remembered.delete(remembered.keys().next().value!);
  remembered.set(it.organizationId, { revision: it.revision, talk });
  return talk;
}

/** A secret of an attempt. It follows from the attempt's id, so it needn't be stored. */
const secretOf = (what: "nonce" | "verifier", attemptId: string): string =>
  createHmac("sha256", config().secret).update(`single sign-on ${what} ${attemptId}`).digest("base64url");

export const oidcCallback = (organizationId: string): string =>
  config().origins.app + ssoPath("callback", organizationId);

/** The provider's address with our request. @throws APIError if the provider can't be reached */
export async function oidcRequest(it: SignIn, attemptId: string): Promise<string> {
  const { authorization_endpoint } = await talkTo(it).addresses();
  if (!isProviderUrl(authorization_endpoint)) throw new Error("The provider's sign-in page has no TLS");
  const url = await createAuthorizationURL({
    id: ssoProviderId(it.organizationId),
    options: { clientId: it.clientId! },
    authorizationEndpoint: authorization_endpoint,
    state: attemptId,
    codeVerifier: secretOf("verifier", attemptId),
    redirectURI: oidcCallback(it.organizationId),
    scopes: ["openid", "email", "profile"],
    nonce: secretOf("nonce", attemptId),
  });
  return url.href;
}

/** What the provider says about the person who brings a code. @throws APIError, BadToken, and whatever the network throws */
export async function readCode(it: SignIn, attemptId: string, code: string): Promise<Proven> {
  const talk = talkTo(it);
  const tokens = await talk.trade(code, secretOf("verifier", attemptId), oidcCallback(it.organizationId));
  const claims = await talk.moreOf(
    await talk.claimsOf(tokens.idToken, secretOf("nonce", attemptId)),
    tokens.accessToken,
  );
  return {
    subject: claims.sub,
    email: typeof claims.email === "string" ? claims.email.trim().toLowerCase() : "",
    // Microsoft tells it in a claim of its own.
    confirmed: claims.email_verified === true || [true, 1, "1", "true"].includes(claims.xms_edov as string),
    name: typeof claims.name === "string" ? claims.name.trim() : "",
  };
}
