import { APIError, getOAuthState } from "better-auth/api";
import type { BetterAuthPlugin } from "better-auth";
import { type OAuthProvider, createAuthorizationURL } from "@better-auth/core/oauth2";
import { z } from "zod";
import type { SignInProvider } from "#app/platform/rules/core/sign-in-provider.ts";
import { database } from "#app/platform/server/core/database.ts";
import { log } from "#app/platform/server/core/log.ts";
import { type FederatedEnd, isAllowedAddress, provenAddress } from "../../rules/sign-in/federated.ts";
import { isOrcid } from "../../rules/sign-in/orcid.ts";
import { anyRoleSql } from "../people/role-sql.ts";
import { allowConnecting, recordConnected } from "./connected-accounts.ts";
import { BadToken, type IdClaims, type PublishedKey, keyIdOf, verifyIdToken } from "./federated-tokens.ts";

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

/** Microsoft's addresses name a tenant, or say that it may be any. What it publishes there names it in another way. */
function isSameIssuer({ kind, issuer }: SignInProvider, published: string): boolean {
  const apartFromTenant = (address: string) => address.replace(/\/[^/]+\/v2\.0$/, "");
  return published === issuer || (kind === "microsoft" && apartFromTenant(published) === apartFromTenant(issuer));
}

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
function conversation(settings: SignInProvider) {
  let known: { at: number; discovery: Discovery; keysAt: number; keys: PublishedKey[] } | undefined;
  const readKeys = async (uri: string) =>
    z.object({ keys: z.array(z.looseObject({ kid: z.string().optional() })) }).parse(await ask(uri))
      .keys as PublishedKey[];

  const find = async () => {
    if (known && Date.now() - known.at < KEPT_MS) return known;
    const discovery = Discovery.parse(await ask(`${settings.issuer}/.well-known/openid-configuration`));
    if (!isSameIssuer(settings, discovery.issuer.replace(/\/$/, "")))
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
      if (typeof claims.email === "string" || settings.kind === "orcid" || !url || !accessToken) return claims;
      const more = z
        .looseObject({ sub: z.string() })
        .parse(await reach("userinfo", () => ask(url, { headers: { authorization: `Bearer ${accessToken}` } })));
      return more.sub === claims.sub ? { ...claims, ...more, sub: claims.sub } : claims;
    },
  };
}

/** The address in this domain can't be anybody's (RFC 2606), so it never matches an account. */
const NO_ADDRESS = "nobody@unproven.invalid";

/**
 * The person at the provider, as the sign-in service needs them. Its rules work with addresses, so who may sign in or
 * connect without a proven one is decided here.
 * @throws APIError if they may not
 */
async function userOf(claims: IdClaims, settings: SignInProvider) {
  const { id, kind, allowedDomains } = settings;
  const proven = provenAddress(settings, claims);
  const typed = typeof claims.email === "string" ? claims.email.trim().toLowerCase() : "";
  if (allowedDomains && typed && claims.email_verified === true && !isAllowedAddress(typed, allowedDomains))
    throw endWith("unauthorized-domain");
  // Only their own domains make the operator's providers trustworthy, whatever else is known.
  if (kind === "oidc" && proven === null) throw endWith("not-verified");
  if (kind === "orcid" && !isOrcid(claims.sub)) throw endWith("failed");
  const name = typeof claims.name === "string" ? claims.name.trim().slice(0, 100) : "";
  const user = (email: string) => ({
    email,
    emailVerified: true,
    name: name || email.slice(0, email.lastIndexOf("@")),
  });
  // Connecting is allowed by the session that asked for it, which the service has kept with the state. It compares
  // addresses, but they don't matter here: a person may have another one at the provider.
  const { link } = (await getOAuthState()) ?? {};
  if (link) return user(link.email);
  const connected = await database()
    .selectFrom("auth_account")
    .select("userId")
    .where("providerId", "=", id)
    .where("accountId", "=", claims.sub)
    .executeTakeFirst();
  if (connected) return { ...user(proven ?? NO_ADDRESS), emailVerified: proven !== null };
  if (proven === null) throw endWith(kind === "orcid" ? "not-connected" : "not-verified");
  // An account that can see everybody's data isn't opened by an address alone, except at the operator's own provider.
  if (allowedDomains === null && (await isOfStaff(proven))) throw endWith("connect-first");
  return user(proven);
}

const isOfStaff = async (email: string): Promise<boolean> =>
  (await database()
    .selectFrom("auth_user as a")
    .leftJoin("users as u", "u.uid", "a.id")
    .select("a.id")
    .where("a.email", "=", email)
    .where(anyRoleSql())
    .executeTakeFirst()) !== undefined;

/**
 * An identity provider in the form the sign-in service expects: authorization code with PKCE, state, and nonce.
 * The service's generic plugin fetches the provider's addresses once, when the process starts, and never tries again if
 * that fails. This one fetches them when someone signs in.
 */
function makeProvider(settings: SignInProvider): OAuthProvider<IdClaims> {
  const provider = conversation(settings);
  return {
    id: settings.id,
    name: settings.label,
    requiresIdTokenNonce: true,
    accountSubject: ({ profile }) => profile.sub,
    async createAuthorizationURL({ state, codeVerifier, redirectURI, idTokenNonce }) {
      const { authorization_endpoint } = await provider.addresses();
      return createAuthorizationURL({
        id: settings.id,
        options: { clientId: settings.clientId },
        authorizationEndpoint: authorization_endpoint,
        state,
        codeVerifier,
        redirectURI,
        scopes: settings.kind === "orcid" ? ["openid"] : ["openid", "email", "profile"],
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
        return { user: await userOf(claims, settings), data: claims };
      } catch (error) {
        if (error instanceof APIError) throw error;
        log.error("identity provider: token refused", error);
        throw endWith("failed");
      }
    },
    options: { overrideUserInfoOnSignIn: false },
  };
}

/** The configured providers, as a part of the sign-in service. */
export function federatedProviders(providers: readonly SignInProvider[]): BetterAuthPlugin {
  // We never call a provider on the person's behalf later, so its tokens aren't stored.
  const forgetTokens = async (account: Record<string, unknown>) => ({
    data: { ...account, accessToken: null, refreshToken: null, idToken: null },
  });
  return {
    id: "federated",
    init: (context) => ({
      context: {
        socialProviders: [...providers.map((it) => makeProvider(it) as OAuthProvider), ...context.socialProviders],
      },
      options: {
        databaseHooks: {
          account: {
            create: {
              async before(account, ctx) {
                await allowConnecting(account, ctx);
                return forgetTokens(account);
              },
              after: recordConnected,
            },
            update: { before: forgetTokens },
          },
        },
      },
    }),
  };
}
