/** Signing in at an organization's own identity provider, as far as accounts and sessions are concerned. */
import { createHash } from "node:crypto";
import { APIError, createAuthEndpoint } from "better-auth/api";
import type { BetterAuthPlugin } from "better-auth";
import { setSessionCookie } from "better-auth/cookies";
import { handleOAuthUserInfo } from "better-auth/oauth2";
import { z } from "zod";
import { MINUTE } from "#app/platform/rules/core/time.ts";
import { type Reader, type Tx, database } from "#app/platform/server/core/database.ts";
import { processWide } from "#app/platform/server/core/process-wide.ts";
import type { CookieName } from "#app/platform/server/requests/our-cookies.ts";
import { ssoProviderId } from "../../rules/sign-in/organization.ts";
import { anyRoleSql } from "../people/role-sql.ts";

/** The cookie that ties a sign-in on its way to the browser that started it. */
export const SSO_COOKIE: CookieName = "stet_sso";
/** What is stored of it. */
export const browserHashOf = (cookie: string): string => createHash("sha256").update(cookie).digest("base64url");
/** How long after a proof at the provider the second factor can follow. */
const PROVED_FOR_MS = 15 * MINUTE;

/** The path of the endpoint below, which only the server calls. */
export const SSO_SIGN_IN = "/organization-sign-in";

/** A sign-in with what an organization's provider has proved. Who may is decided before it's called. */
export function organizationSignIn() {
  return {
    id: "organization-sign-in",
    endpoints: {
      signInWithOrganization: createAuthEndpoint(
        SSO_SIGN_IN,
        {
          method: "POST",
          requireHeaders: true,
          metadata: { SERVER_ONLY: true },
          body: z.object({ organizationId: z.string(), subject: z.string(), email: z.string(), name: z.string() }),
        },
        async (ctx) => {
          const { organizationId, subject, email, name } = ctx.body;
          const { data, error } = await handleOAuthUserInfo(ctx, {
            userInfo: { id: subject, email, emailVerified: true, name },
            account: { providerId: ssoProviderId(organizationId), accountId: subject },
            callbackURL: "/",
            isTrustedProvider: false,
          });
          if (!data) throw new APIError("FORBIDDEN", { code: (error ?? "failed").replaceAll(" ", "_") });
          await setSessionCookie(ctx, data);
          return ctx.json({ uid: data.user.id });
        },
      ),
    },
  } satisfies BetterAuthPlugin;
}

/** What accounts have to know of organizations. They're above this feature, so the process passes it in. */
export type OrganizationsOfSignIn = {
  /**
   * The organization whose single sign-on somebody has to use, or null. A proof in this browser within so many
   * milliseconds is enough.
   */
  requiredOf(
    uid: string,
    proof: { browserHash: string; withinMs: number },
  ): Promise<{ id: string; name: string } | null>;
  /** The organization whose single sign-on an address uses, or null. */
  ofAddress(email: string): Promise<{ id: string; name: string } | null>;
  nameOf(organizationId: string, db: Reader): Promise<string | null>;
};

const holder = processWide<{ __stetOrganizations?: OrganizationsOfSignIn }>();
/** Sets what accounts have to know of organizations. */
export const useOrganizationsOfSignIn = (them: OrganizationsOfSignIn): void => {
  holder.__stetOrganizations = them;
};
/** @throws Error if the process didn't set it, rather than letting somebody in */
export function organizationsOfSignIn(): OrganizationsOfSignIn {
  if (!holder.__stetOrganizations) throw new Error("Organizations aren't set");
  return holder.__stetOrganizations;
}

/**
 * The organization whose single sign-on somebody has to use. Null if they may sign in as they like, or if the provider
 * has just proved them in this browser.
 */
export const requiredOrganization = (
  uid: string,
  browser: string | null,
): Promise<{ id: string; name: string } | null> =>
  organizationsOfSignIn().requiredOf(uid, {
    browserHash: browser === null ? "" : browserHashOf(browser),
    withinMs: PROVED_FOR_MS,
  });

/** Signs people out everywhere. @returns how many of them were signed in */
export async function endSessionsOf(tx: Tx, uids: readonly string[]): Promise<number> {
  if (uids.length === 0) return 0;
  const ended = await tx.deleteFrom("auth_session").where("userId", "in", uids).returning("userId").execute();
  return new Set(ended.map(({ userId }) => userId)).size;
}

/** Whom an account at an organization's provider, or else an address, belongs to. */
export async function findSsoAccount(
  organizationId: string,
  { subject, email }: { subject: string; email: string },
): Promise<{
  uid: string;
  email: string;
  emailVerified: boolean;
  isStaff: boolean;
  /** The provider's name for the person whose account it is, or null if none is connected. */
  subject: string | null;
} | null> {
  const accounts = await database()
    .selectFrom("auth_user as a")
    .leftJoin("users as u", "u.uid", "a.id")
    .leftJoin("auth_account as c", (on) =>
      on.onRef("c.userId", "=", "a.id").on("c.providerId", "=", ssoProviderId(organizationId)),
    )
    .select(["a.id as uid", "a.email", "a.emailVerified", "c.accountId as subject", anyRoleSql().as("isStaff")])
    .where((e) => e.or([e("a.email", "=", email), e("c.accountId", "=", subject)]))
    .execute();
  return accounts.find((it) => it.subject === subject) ?? accounts.find((it) => it.email === email) ?? null;
}

/** Disconnects accounts at an organization's provider: all of them, or a person's. */
export async function forgetSsoAccounts(tx: Tx, organizationId: string, uid?: string): Promise<void> {
  await tx
    .deleteFrom("auth_account")
    .where("providerId", "=", ssoProviderId(organizationId))
    .$if(uid !== undefined, (query) => query.where("userId", "=", uid!))
    .execute();
}

/** Whether somebody's account is connected with one at an organization's provider. */
export const hasSsoAccount = async (tx: Tx, organizationId: string, uid: string): Promise<boolean> =>
  (await tx
    .selectFrom("auth_account")
    .select("id")
    .where("providerId", "=", ssoProviderId(organizationId))
    .where("userId", "=", uid)
    .executeTakeFirst()) !== undefined;
