import { APIError } from "better-auth/api";
import type { BetterAuthPlugin } from "better-auth";
import { type OAuthProvider, createAuthorizationURL } from "@better-auth/core/oauth2";
import { z } from "zod";
import type { Config } from "#app/platform/server/core/config-type.ts";
import { log } from "#app/platform/server/core/log.ts";
import { type FederatedEnd, PROVIDER, isAllowedAddress } from "../../rules/federated.ts";
import { BadToken, type IdClaims, type PublishedKey, keyIdOf, verifyIdToken } from "./federated-tokens.ts";

type Settings = NonNullable<Config["federated"]>;

const ASK_LIMIT_MS = 10_000;
/**
 * The provider's addresses and keys are fetched again after this long. Keys are also fetched when a token names an
 * unknown one.
 */
const KEPT_MS = 60 * 60_000;
const NEW_KEY_MS = 60_000;

const Discovery = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  jwks_uri: z.url(),
  userinfo_endpoint: z.url().optional(),
  token_endpoint_auth_methods_supported: z.array(z.string()).optional(),
});
type Discovery = z.infer<typeof Discovery>;

/** Ends the return from the provider with one of our own codes. */
const endWith = (end: FederatedEnd): APIError => new APIError("FORBIDDEN", { code: end, message: end });

async function ask(url: string, init: RequestInit = {}): Promise<unknown> {
  const headers = new Headers(init.headers);
  headers.set("accept", "application/json");
  const answer = await fetch(url, {
    ...init,
    redirect: "error",
    signal: AbortSignal.timeout(ASK_LIMIT_MS),
    headers,
  });
  if (!answer.ok) throw new Error(`${new URL(url).pathname} answered ${answer.status}`);
  return answer.json();
}

/**
 * Talks to the provider, which is looked up when someone signs in with it, so one that is unavailable delays nobody
 * else.
 */
function conversation(settings: Settings) {
  let known: { at: number; discovery: Discovery; keysAt: number; keys: PublishedKey[] } | undefined;
  const readKeys = async (uri: string) =>
    z.object({ keys: z.array(z.looseObject({ kid: z.string().optional() })) }).parse(await ask(uri))
      .keys as PublishedKey[];

  const find = async () => {
    if (known && Date.now() - known.at < KEPT_MS) return known;
    const discovery = Discovery.parse(await ask(`${settings.issuer}/.well-known/openid-configuration`));
    if (discovery.issuer.replace(/\/$/, "") !== settings.issuer)
      throw new Error(`The discovery document is another issuer's: ${discovery.issuer}`);
    return (known = { at: Date.now(), discovery, keysAt: Date.now(), keys: await readKeys(discovery.jwks_uri) });
  };

  /** Logs every way the provider can be unreachable, and reports all of them with one code. */
  const reach = async <T>(what: string, run: () => Promise<T>): Promise<T> => {
    try {
      return await run();
    } catch (error) {
      log.error(`identity provider: ${what}`, error);
      throw endWith("network-request-failed");
    }
  };

  return {
    addresses: () => reach("discovery", async () => (await find()).discovery),
    async claimsOf(idToken: string, nonce: string): Promise<IdClaims> {
      const it = await reach("discovery", find);
      const kid = keyIdOf(idToken);
      if (kid !== null && !it.keys.some((key) => key.kid === kid) && Date.now() - it.keysAt > NEW_KEY_MS) {
        it.keys = await reach("keys", () => readKeys(it.discovery.jwks_uri));
        it.keysAt = Date.now();
      }
      return verifyIdToken(
        idToken,
        it.keys,
        { issuer: it.discovery.issuer, clientId: settings.clientId, nonce },
        Date.now(),
      );
    },
    /** Exchanges the code that the browser brought back for tokens. */
    async trade(
      code: string,
      codeVerifier: string | undefined,
      redirectURI: string,
    ): Promise<{ idToken: string; accessToken: string | undefined }> {
      const { token_endpoint, token_endpoint_auth_methods_supported: methods = ["client_secret_basic"] } = (
        await reach("discovery", find)
      ).discovery;
      const body = new URLSearchParams({
        grant_type: "authorization_code",
        code,
        redirect_uri: redirectURI,
        ...(codeVerifier ? { code_verifier: codeVerifier } : {}),
      });
      const headers: Record<string, string> = {};
      if (methods.includes("client_secret_basic"))
        headers["authorization"] =
          `Basic ${Buffer.from(`${encodeURIComponent(settings.clientId)}:${encodeURIComponent(settings.clientSecret)}`).toString("base64")}`;
      else {
        body.set("client_id", settings.clientId);
        body.set("client_secret", settings.clientSecret);
      }
      const { id_token: idToken, access_token: accessToken } = z
        .object({ id_token: z.string(), access_token: z.string().optional() })
        .parse(await ask(token_endpoint, { method: "POST", body, headers }));
      return { idToken, accessToken };
    },
    /** The provider's claims about the person, requested if the token has no email address. */
    async moreOf(claims: IdClaims, accessToken: string | undefined): Promise<IdClaims> {
      const { userinfo_endpoint: url } = (await reach("discovery", find)).discovery;
      if (typeof claims.email === "string" || !url || !accessToken) return claims;
      const more = z
        .looseObject({ sub: z.string() })
        .parse(await reach("userinfo", () => ask(url, { headers: { authorization: `Bearer ${accessToken}` } })));
      return more.sub === claims.sub ? { ...more, sub: claims.sub } : claims;
    },
  };
}

/** The provider's account for a person. @throws APIError if it may not sign in here */
function userOf(claims: IdClaims, settings: Settings) {
  const email = typeof claims.email === "string" ? claims.email.trim().toLowerCase() : "";
  if (!email || claims.email_verified !== true) throw endWith("not-verified");
  if (!isAllowedAddress(email, settings.allowedDomains)) throw endWith("unauthorized-domain");
  const name = typeof claims.name === "string" ? claims.name.trim().slice(0, 100) : "";
  return { email, emailVerified: true, name: name || email.slice(0, email.lastIndexOf("@")) };
}

/**
 * The identity provider in the form the sign-in service expects: authorization code with PKCE, state, and nonce.
 * The service's generic plugin fetches the provider's addresses once, when the process starts, and never tries again if
 * that fails. This one fetches them when someone signs in.
 */
export function federatedProvider(settings: Settings): BetterAuthPlugin {
  const provider = conversation(settings);
  const it: OAuthProvider<IdClaims> = {
    id: PROVIDER,
    name: settings.label,
    requiresIdTokenNonce: true,
    accountSubject: ({ profile }) => profile.sub,
    async createAuthorizationURL({ state, codeVerifier, redirectURI, idTokenNonce }) {
      const { authorization_endpoint } = await provider.addresses();
      return createAuthorizationURL({
        id: PROVIDER,
        options: { clientId: settings.clientId },
        authorizationEndpoint: authorization_endpoint,
        state,
        codeVerifier,
        redirectURI,
        scopes: ["openid", "email", "profile"],
        ...(idTokenNonce ? { nonce: idTokenNonce } : {}),
      });
    },
    async validateAuthorizationCode({ code, codeVerifier, redirectURI }) {
      try {
        return await provider.trade(code, codeVerifier, redirectURI);
      } catch (error) {
        log.error("identity provider: code refused", error);
        throw error;
      }
    },
    async getUserInfo({ idToken, accessToken, expectedIdTokenNonce }) {
      try {
        if (!idToken || !expectedIdTokenNonce) throw new BadToken("no token or nonce");
        const claims = await provider.moreOf(await provider.claimsOf(idToken, expectedIdTokenNonce), accessToken);
        return { user: userOf(claims, settings), data: claims };
      } catch (error) {
        if (error instanceof APIError) throw error;
        log.error("identity provider: token refused", error);
        throw endWith("failed");
      }
    },
    options: { overrideUserInfoOnSignIn: false },
  };
  const forgetTokens = async (account: Record<string, unknown>) => ({
    data: { ...account, accessToken: null, refreshToken: null, idToken: null },
  });
  return {
    id: "federated",
    init: (context) => ({
      context: { socialProviders: [it as OAuthProvider, ...context.socialProviders] },
      // We never call the provider on the person's behalf later, so its tokens aren't stored.
      options: { databaseHooks: { account: { create: { before: forgetTokens }, update: { before: forgetTokens } } } },
    }),
  };
}
