/** Signing in at an organization's own identity provider, as far as accounts and sessions are concerned. */
import { createHash } from "node:crypto";
import { APIError, createAuthEndpoint } from "better-auth/api";
import type { BetterAuthPlugin } from "better-auth";
import { setSessionCookie } from "better-auth/cookies";
import { handleOAuthUserInfo } from "better-auth/oauth2";
import { sql } from "kysely";
import { z } from "zod";
import { MINUTE } from "#app/platform/rules/core/time.ts";
import { type Tx, database } from "#app/platform/server/core/database.ts";
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

/**
 * Who has to use an organization's single sign-on: it requires that of members with an address at a domain it has
 * verified. Owners keep their other ways, so that a provider that fails locks nobody out for good, and staff have no
 * other.
 */
const REQUIRED = sql`from organization_members m
  join organization_sign_in s on s."organizationId" = m."organizationId" and s.state = 'required'
  join organizations o on o.id = m."organizationId" and o."closedAt" is null
  join auth_user a on a.id = m.uid
  join organization_domains d on d."organizationId" = o.id and d.state = 'verified'
    and d.domain = lower(reverse(split_part(reverse(a.email), '@', 1)))
  left join users u on u.uid = a.id
  where m.role in ('manager', 'member') and not ${anyRoleSql()}`;

/**
 * The organization whose single sign-on somebody has to use. Null if they may sign in as they like, or if the provider
 * has just proved them in this browser.
 */
export async function requiredOrganization(
  uid: string,
  browser: string | null,
): Promise<{ id: string; name: string } | null> {
  const { rows } = await sql<{ id: string; name: string }>`
    select o.id, o.name ${REQUIRED} and m.uid = ${uid}
      and not exists (
        select 1 from sign_in_attempts t where t."organizationId" = o.id and t.uid = m.uid and t.purpose = 'sign-in'
          and t."browserHash" = ${browser === null ? "" : browserHashOf(browser)}
          and t."finishedAt" > ${new Date(Date.now() - PROVED_FOR_MS)})
    order by o.id limit 1`.execute(database());
  return rows[0] ?? null;
}

/** Signs out everybody who has to use an organization's single sign-on. @returns how many were signed in */
export async function signOutRequired(tx: Tx, organizationId: string): Promise<number> {
  const { rows } = await sql<{ userId: string }>`
    delete from auth_session where "userId" in (select m.uid ${REQUIRED} and o.id = ${organizationId})
    returning "userId"`.execute(tx);
  return new Set(rows.map(({ userId }) => userId)).size;
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

/** The organization whose single sign-on an address uses, or null. Its domain has to be verified now. */
export async function organizationOfAddress(email: string): Promise<{ id: string; name: string } | null> {
  const row = await database()
    .selectFrom("organization_domains as d")
    .innerJoin("organization_sign_in as s", "s.organizationId", "d.organizationId")
    .innerJoin("organizations as o", "o.id", "d.organizationId")
    .select(["o.id", "o.name"])
    .where("d.domain", "=", email.trim().toLowerCase().split("@").at(-1) ?? "")
    .where("d.state", "=", "verified")
    .where("s.state", "in", ["on", "required"])
    .where("o.closedAt", "is", null)
    .executeTakeFirst();
  return row ?? null;
}
