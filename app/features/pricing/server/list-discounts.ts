import { type RawBuilder, sql } from "kysely";
import { type Actor } from "#app/platform/rules/core/actor.ts";
import { may } from "#app/platform/rules/core/duties.ts";
import { refused } from "#app/platform/rules/core/errors.ts";
import { type ListPage } from "#app/platform/rules/core/list-query.ts";
import { database } from "#app/platform/server/core/database.ts";
import { contains } from "#app/platform/server/lists/contains.ts";
import { listPage, sqlList } from "#app/platform/server/lists/list.ts";
import { ordered } from "#app/platform/server/lists/order.ts";
import type { AccountDiscountQuery, AccountDiscountRow } from "../rules/discount-list.ts";
import { type StandingState, standingState } from "#app/platform/rules/core/standing-state.ts";

/** How many of a person's discounts their page shows. */
const OWN_SHOWN = 10;

function allowAdmin(actor: Actor): void {
  if (!may(actor, "prices")) throw refused("Only an admin can see discounts.");
}

/** The discounts given to accounts. @throws refused unless admin */
export async function listAccountDiscounts(
  actor: Actor,
  query: AccountDiscountQuery,
  now: Date,
): Promise<ListPage<AccountDiscountRow>> {
  allowAdmin(actor);
  const state = sql`case when d."endedAt" <= ${now} or d."endsAt" <= ${now} then 'ended'
    when d."startsAt" > ${now} then 'upcoming' else 'active' end`;
  const where: RawBuilder<unknown>[] = query.filters.state ? [sql`${state} = ${query.filters.state}`] : [];
  if (query.q) where.push(contains(query.q, [sql`u."displayName"`, sql`u.email`]));
  const by = {
    person: sql`lower(u."displayName")`,
    percent: sql`d.percent`,
    starts: sql`d."startsAt"`,
    ends: sql`coalesce(d."endedAt", d."endsAt")`,
  }[query.sort];
  const list = sqlList<AccountDiscountRow>({
    select: sql`d.id, d."userId" as uid, u."displayName" as person, u.email, d.percent, d.reason,
      d."startsAt", d."endsAt", d."endedAt", ${state} as state`,
    from: sql`account_discounts d join users u on u.uid = d."userId"`,
    where,
    order: ordered(by, query.desc, sql`d.id`),
  });
  return listPage(list, query);
}

export type OwnDiscount = Pick<AccountDiscountRow, "id" | "percent" | "reason" | "startsAt" | "endsAt" | "endedAt"> & {
  state: StandingState;
};

/** One account's discounts, the latest first. @throws refused unless admin */
export async function listDiscountsOf(actor: Actor, uid: string, now: Date): Promise<OwnDiscount[]> {
  allowAdmin(actor);
  const rows = await database()
    .selectFrom("account_discounts")
    .select(["id", "percent", "reason", "startsAt", "endsAt", "endedAt"])
    .where("userId", "=", uid)
    .orderBy("createdAt", "desc")
    .limit(OWN_SHOWN)
    .execute();
  return rows.map((row) => ({ ...row, state: standingState(row, now) }));
}
