/** What we ask an identity provider that speaks OpenID Connect: its addresses and keys, tokens, and claims. */
import { APIError } from "better-auth/api";
import { z } from "zod";
import type { SignInProvider } from "#app/platform/rules/core/sign-in-provider.ts";
import { log } from "#app/platform/server/core/log.ts";
import type { FederatedEnd } from "../../rules/sign-in/federated.ts";
import { type IdClaims, type PublishedKey, keyIdOf, verifyIdToken } from "./federated-tokens.ts";

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
export const endWith = (end: FederatedEnd): APIError => new APIError("FORBIDDEN", { code: end, message: end });

/** Microsoft's addresses name a tenant, or say that it may be any. What it publishes there names it in another way. */
function isSameIssuer({ kind, issuer }: SignInProvider, published: string): boolean {
  const apartFromTenant = (address: string) => address.replace(/\/[^/]+\/v2\.0$/, "");
  return published === issuer || (kind === "microsoft" && apartFromTenant(published) === apartFromTenant(issuer));
}

/** What is sent to a provider besides the address. */
type Asked = { method?: "POST"; body?: URLSearchParams; headers?: Record<string, string> };
/** Sends a request to a provider. @returns the JSON that it answers */
export type Ask = (url: string, init?: Asked) => Promise<unknown>;

/** For providers that the operator names in the settings. */
async function ask(url: string, init: Asked = {}): Promise<unknown> {
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
 * @param askIt how requests are sent, for a provider whose address somebody else chose
 */
export function conversation(settings: SignInProvider, askIt: Ask = ask) {
  let known: { at: number; discovery: Discovery; keysAt: number; keys: PublishedKey[] } | undefined;
  const readKeys = async (uri: string) =>
    z.object({ keys: z.array(z.looseObject({ kid: z.string().optional() })) }).parse(await askIt(uri))
      .keys as PublishedKey[];

  const find = async () => {
    if (known && Date.now() - known.at < KEPT_MS) return known;
    const discovery = Discovery.parse(await askIt(`${settings.issuer}/.well-known/openid-configuration`));
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
        .parse(await askIt(token_endpoint, { method: "POST", body, headers }));
      return { idToken, accessToken };
    },
    /** The provider's claims about the person, requested if the token has no email address. */
    async moreOf(claims: IdClaims, accessToken: string | undefined): Promise<IdClaims> {
      const { userinfo_endpoint: url } = (await reach("discovery", find)).discovery;
      if (typeof claims.email === "string" || settings.kind === "orcid" || !url || !accessToken) return claims;
      const more = z
        .looseObject({ sub: z.string() })
        .parse(await reach("userinfo", () => askIt(url, { headers: { authorization: `Bearer ${accessToken}` } })));
      return more.sub === claims.sub ? { ...claims, ...more, sub: claims.sub } : claims;
    },
  };
}
