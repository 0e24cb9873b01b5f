/**
 * A local identity provider: discovery, a tiny page to continue or cancel, tokens with PKCE, keys, userinfo. For tests
 * only.
 */
import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { type IncomingMessage, type ServerResponse, createServer } from "node:http";
import type { AddressInfo } from "node:net";

export type OidcPerson = {
  sub: string;
  /** Empty if the provider tells none, as ORCID does. */
  email: string;
  name?: string;
  email_verified?: boolean;
  /** Google's: who runs the account. */
  hd?: string;
  /** Microsoft's: whether the address's domain vouches for it, and the tenant, which is in the token's issuer. */
  xms_edov?: boolean;
  tid?: string;
};

export type OidcDouble = {
  /** The value for OIDC_ISSUER. `env` has all settings. */
  issuer: string;
  env: Record<string, string>;
  /** The settings that make it ORCID, Google, and Microsoft (any tenant). */
  envAsPublic: Record<string, string>;
  /** Who is signed in at the provider, until the page changes it. */
  person: OidcPerson;
  /** The fault in the next id_tokens; null for none. */
  fault: "signature" | "nonce" | "audience" | "issuer" | "expired" | "none-algorithm" | null;
  /** Answers everything with 503. */
  away: boolean;
  /** Clicks Continue (or Cancel) like a browser: returns where an authorization URL redirects. */
  answer(authorizeUrl: string, press?: "continue" | "cancel"): Promise<string>;
  stop(): Promise<void>;
};

const CLIENT = { id: "stet", secret: "a secret of the double" };
const base64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");
const claimsOf = ({ email, ...person }: OidcPerson) => (email ? { email_verified: true, email, ...person } : person);
const escaped = (text: string): string => text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);

/** @param domains for OIDC_ALLOWED_DOMAINS */
export async function startOidcDouble(domains = "university.test"): Promise<OidcDouble> {
  const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const jwk = { ...publicKey.export({ format: "jwk" }), kid: "double-1", use: "sig", alg: "RS256" };
  /** Grants by code, each used once. */
  const grants = new Map<
    string,
    { person: OidcPerson; nonce: string | null; challenge: string | null; redirectUri: string }
  >();
  const tokens = new Map<string, OidcPerson>();
  const server = createServer(
    (request, response) =>
      void handle(request, response).catch((error: unknown) => response.writeHead(500).end(String(error))),
  );
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const it: OidcDouble = {
    issuer,
    env: {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: CLIENT.id,
      OIDC_CLIENT_SECRET: CLIENT.secret,
      OIDC_LABEL: "University login",
      OIDC_ALLOWED_DOMAINS: domains,
    },
    envAsPublic: Object.fromEntries(
      ["ORCID", "GOOGLE", "MICROSOFT"].flatMap((name) => [
        [`${name}_ISSUER`, name === "MICROSOFT" ? `${issuer}/common/v2.0` : issuer],
        [`${name}_CLIENT_ID`, CLIENT.id],
        [`${name}_CLIENT_SECRET`, CLIENT.secret],
      ]),
    ),
    person: { sub: "person-1", email: `lena@${domains.split(",")[0]}`, name: "Lena Fischer" },
    fault: null,
    away: false,
    async answer(authorizeUrl, press = "continue") {
      const url = new URL(authorizeUrl);
      const form = new URLSearchParams(url.search);
      form.set("press", press);
      form.set("email", it.person.email);
      const answer = await fetch(`${issuer}/authorize`, { method: "POST", body: form, redirect: "manual" });
      return answer.headers.get("location") ?? "";
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };

  function json(response: ServerResponse, value: unknown, status = 200): void {
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
  }

  function idToken(person: OidcPerson, nonce: string | null): string {
    const now = Math.floor(Date.now() / 1_000);
    const claims = {
      iss: it.fault === "issuer" ? "https://other.example" : person.tid ? `${issuer}/${person.tid}/v2.0` : issuer,
      aud: it.fault === "audience" ? "somebody-else" : CLIENT.id,
      iat: now - (it.fault === "expired" ? 7_200 : 0),
      exp: now + (it.fault === "expired" ? -3_600 : 300),
      ...(nonce === null ? {} : { nonce: it.fault === "nonce" ? "another" : nonce }),
      ...claimsOf(person),
    };
    const body = `${base64({ alg: it.fault === "none-algorithm" ? "none" : "RS256", typ: "JWT", kid: jwk.kid })}.${base64(claims)}`;
    const signature = it.fault === "signature" ? randomBytes(256) : sign("sha256", Buffer.from(body), privateKey);
    return `${body}.${it.fault === "none-algorithm" ? "" : signature.toString("base64url")}`;
  }

  function page(url: URL): string {
    const hidden = [...url.searchParams]
      .map(([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`)
      .join("");
    return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>University login</title></head><body><main><h1>University login</h1>
<form method="post" action="/authorize">${hidden}<p><label>Email <input name="email" value="${escaped(it.person.email)}"></label></p>
<p><button name="press" value="continue">Continue</button> <button name="press" value="cancel">Cancel</button></p></form></main></body></html>`;
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", issuer);
    if (it.away) return void response.writeHead(503).end();
    if (url.pathname.endsWith("/.well-known/openid-configuration"))
      return json(response, {
        issuer: url.pathname.startsWith("/common/v2.0/") ? `${issuer}/{tenantid}/v2.0` : issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        userinfo_endpoint: `${issuer}/userinfo`,
        id_token_signing_alg_values_supported: ["RS256"],
      });
    if (url.pathname === "/keys") return json(response, { keys: [jwk] });
    if (url.pathname === "/userinfo") {
      const person = tokens.get(request.headers.authorization?.replace(/^Bearer /, "") ?? "");
      return person ? json(response, claimsOf(person)) : json(response, { error: "invalid_token" }, 401);
    }
    if (url.pathname === "/authorize" && request.method === "GET")
      return void response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(page(url));
    let body = "";
    for await (const chunk of request) body += String(chunk);
    const form = new URLSearchParams(body);
    if (url.pathname === "/authorize") {
      const back = new URL(form.get("redirect_uri") ?? issuer);
      back.searchParams.set("state", form.get("state") ?? "");
      if (form.get("press") === "cancel") back.searchParams.set("error", "access_denied");
      else {
        const code = randomBytes(16).toString("hex");
        const email = form.get("email") ?? "";
        grants.set(code, {
          person: email === it.person.email ? it.person : { sub: `sub-${email}`, email },
          nonce: form.get("nonce"),
          challenge: form.get("code_challenge"),
          redirectUri: form.get("redirect_uri") ?? "",
        });
        back.searchParams.set("code", code);
      }
      return void response.writeHead(302, { location: back.href }).end();
    }
    if (url.pathname === "/token") {
      const grant = grants.get(form.get("code") ?? "");
      grants.delete(form.get("code") ?? "");
      const basic = `Basic ${Buffer.from(`${encodeURIComponent(CLIENT.id)}:${encodeURIComponent(CLIENT.secret)}`).toString("base64")}`;
      const verified = createHash("sha256")
        .update(form.get("code_verifier") ?? "")
        .digest("base64url");
      if (request.headers.authorization !== basic) return json(response, { error: "invalid_client" }, 401);
      if (
        !grant ||
        grant.redirectUri !== form.get("redirect_uri") ||
        grant.challenge === null ||
        grant.challenge !== verified
      )
        return json(response, { error: "invalid_grant" }, 400);
      const accessToken = randomBytes(16).toString("hex");
      tokens.set(accessToken, grant.person);
      return json(response, {
        access_token: accessToken,
        token_type: "Bearer",
        expires_in: 300,
        id_token: idToken(grant.person, grant.nonce),
      });
    }
    response.writeHead(404).end();
  }
  return it;
}
