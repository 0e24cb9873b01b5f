import { APIError, getOAuthState } from "better-auth/api";
import type { BetterAuthPlugin } from "better-auth";
import { type OAuthProvider, createAuthorizationURL } from "@better-auth/core/oauth2";
import type { SignInProvider } from "#app/platform/rules/core/sign-in-provider.ts";
import { database } from "#app/platform/server/core/database.ts";
import { log } from "#app/platform/server/core/log.ts";
import { isAllowedAddress, provenAddress } from "../../rules/sign-in/federated.ts";
import { isOrcid } from "../../rules/sign-in/orcid.ts";
import { anyRoleSql } from "../people/role-sql.ts";
import { allowConnecting, recordConnected } from "./connected-accounts.ts";
import { BadToken, type IdClaims } from "./federated-tokens.ts";
import { conversation, endWith } from "./oidc-conversation.ts";

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
