import { type RawBuilder, sql } from "kysely";
import { type Actor, CLAIM_ROLES, uidOf } from "#app/platform/rules/core/actor.ts";
import { may } from "#app/platform/rules/core/duties.ts";
import { notFound, refused } from "#app/platform/rules/core/errors.ts";
import { type ListPage } from "#app/platform/rules/core/list-query.ts";
import { formatMoney, CURRENCY } from "#app/platform/rules/core/money.ts";
import { database } from "#app/platform/server/core/database.ts";
import { contains } from "#app/platform/server/lists/contains.ts";
import { type List, allOf, listPage, queryList } from "#app/platform/server/lists/list.ts";
import { type Order, notNull, ordered, orderedNotNull } from "#app/platform/server/lists/order.ts";
import { factWords, recordReading } from "#app/platform/server/core/facts.ts";
import { readClaims, resolveRoles } from "#app/features/accounts/rules/claims.ts";
import { everyClaim, roleClaimsOf } from "#app/features/accounts/rules/role-claims.ts";
import { anyRoleSql, roleSql } from "#app/features/accounts/server/people/role-sql.ts";
import { type LookAlike, findLookAlikes } from "#app/features/payouts/server/bank/find-look-alikes.ts";
import { auditLine } from "../../rules/audit/audit-line.ts";
import type { AccountListQuery, AccountRow } from "../../rules/lists/account-list.ts";

function conditions(query: AccountListQuery): RawBuilder<boolean> {
  const { role, state } = query.filters;
  const all: RawBuilder<unknown>[] = [];
  if (query.q)
    all.push(sql`(${contains(query.q, [sql`a.email`, sql`a.name`, sql`u."displayName"`])} or a.id = ${query.q})`);
  const claim = CLAIM_ROLES.find((it) => it === role);
  if (claim) all.push(roleSql(claim));
  if (role === "client") all.push(sql`not ${anyRoleSql(CLAIM_ROLES)}`);
  if (state === "verified") all.push(sql`a."emailVerified"`);
  if (state === "unverified") all.push(sql`not a."emailVerified"`);
  if (state === "disabled") all.push(sql`a."disabledAt" is not null`);
  return allOf(all);
}

function accounts(where: RawBuilder<boolean>, order: Order): List<AccountRow> {
  const found = database().selectFrom("auth_user as a").leftJoin("users as u", "u.uid", "a.id").where(where);
  const shown = (list: typeof found) =>
    list
      .select([
        "a.id",
        "a.name",
        "u.displayName",
        "a.email",
        "a.emailVerified",
        "a.twoFactorEnabled",
        "a.claims",
        "u.role",
        "u.isAdmin",
        "u.isEditor",
        "a.disabledAt",
        "a.disabledReason",
        "a.createdAt",
      ])
      // Sessions end in real time, regardless of the demo clock.
      .select(
        sql<number>`(select count(*)::int from auth_session s where s."userId" = a.id and s."expiresAt" > now())`.as(
          "sessions",
        ),
      );
  return queryList(found, order, shown, (rows) =>
    rows.map((r): AccountRow => {
      const claims = readClaims(r.claims);
      const profile = r.role ? { role: r.role, isAdmin: r.isAdmin ?? false, isEditor: r.isEditor ?? false } : null;
      return {
        uid: r.id,
        name: r.displayName ?? r.name,
        email: r.email,
        verified: r.emailVerified,
        secondFactor: r.twoFactorEnabled,
        claims: everyClaim(claims),
        roles: roleClaimsOf(resolveRoles(claims, profile)),
        profileRole: r.role,
        sessions: r.sessions,
        disabledAt: r.disabledAt,
        disabledReason: r.disabledReason,
        since: r.createdAt,
      };
    }),
  );
}

const sortOf = (sort: AccountListQuery["sort"]) =>
  ({ name: sql`lower(coalesce(u."displayName", a.name))`, email: sql`lower(a.email)`, since: sql`a."createdAt"` })[
    sort
  ];

function allow(actor: Actor): void {
  if (!may(actor, "people")) throw refused("Only an admin can see roles.");
}

/** Every account that matches. @throws refused unless admin */
export function accountList(actor: Actor, query: AccountListQuery): List<AccountRow> {
  allow(actor);
  return accounts(
    conditions(query),
    (query.sort === "since" ? orderedNotNull : ordered)(sortOf(query.sort), query.desc, sql`a.id`),
  );
}
/** A page of accounts. @throws refused unless admin */
export const listAccounts = async (actor: Actor, query: AccountListQuery): Promise<ListPage<AccountRow>> =>
  listPage(accountList(actor, query), query);

export type AccountFile = AccountRow & {
  /** Other accounts that look like the same person. */
  alike: LookAlike[];
  hasEditorProfile: boolean;
  trail: { id: string; at: Date; title: string; detail: string; who: string | null }[];
};

/** One account with its history. @throws refused unless admin, not-found */
export async function findAccount(actor: Actor, uid: string): Promise<AccountFile> {
  allow(actor);
  const [row] = await accounts(sql<boolean>`a.id = ${uid}`, [notNull(sql`a.id`)]).read(1, 0);
  if (!row) throw notFound("account");
  if (uidOf(actor) !== uid)
    await recordReading(actor, "access.person_viewed", { subjectId: uid, data: { uid, page: "account" } });
  const facts = await database()
    .selectFrom("facts as f")
    .leftJoin("users as u", "u.uid", "f.actorId")
    .select(["f.id", "f.kind", "f.at", "f.data", "u.displayName as who"])
    .where("f.subjectId", "=", uid)
    .where("f.kind", "like", "account.%")
    .orderBy("f.seq", "desc")
    .limit(20)
    .execute();
  return {
    ...row,
    alike: await findLookAlikes(uid),
    hasEditorProfile:
      (await database().selectFrom("editors").select("uid").where("uid", "=", uid).executeTakeFirst()) !== undefined,
    trail: facts.map((f) => ({
      id: f.id,
      at: f.at,
      ...auditLine(factWords(), f, (minor) => formatMoney(minor, CURRENCY)),
      who: f.who,
    })),
  };
}
