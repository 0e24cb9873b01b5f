import { CURRENCY } from "#app/platform/rules/core/money.ts";
import { type RawBuilder, sql } from "kysely";
import { type Actor, CLAIM_ROLES } from "#app/platform/rules/core/actor.ts";
import { may } from "#app/platform/rules/core/duties.ts";
import { refused } from "#app/platform/rules/core/errors.ts";
import { type ListPage, type Place } from "#app/platform/rules/core/list-query.ts";
import { DAY, after } from "#app/platform/rules/core/time.ts";
import { database } from "#app/platform/server/core/database.ts";
import { contains } from "#app/platform/server/lists/contains.ts";
import { type List, allOf, listOfWindows, listPage, queryList } from "#app/platform/server/lists/list.ts";
import { ordered, orderedNotNull } from "#app/platform/server/lists/order.ts";
import { anyRoleSql } from "#app/features/accounts/server/people/role-sql.ts";
import type { ClientListQuery, ClientRow } from "../../rules/lists/client-list.ts";

/** Clients: not staff and not an editor, or anyone with orders. */
const isClient = sql<boolean>`(not ${anyRoleSql(CLAIM_ROLES)}
  or exists (select 1 from orders o where o."userId" = u.uid and o.status <> 'draft'))`;
const ENDED = ["draft", "closed", "expired", "cancelled", "refunded"];

/** When an order `o` was placed: paid, or else quoted. The expression of its index. */
const ORDERED_AT = sql`coalesce(o."paidAt", o."quotedAt")`;
const F = {
  orders: sql<number>`(select count(*)::int from orders o where o."userId" = u.uid and o."paidAt" is not null)`,
  open: sql<number>`(select count(*)::int from orders o where o."userId" = u.uid and o.status <> all(${ENDED}))`,
  spent: sql<number>`(select coalesce(sum(order_dollars(o."paidMinor" - o."refundedMinor", o.currency, o.price)), 0)::bigint from orders o
    where o."userId" = u.uid)`,
  refunded: sql<number>`(select coalesce(sum(order_dollars(o."refundedMinor", o.currency, o.price)), 0)::bigint from orders o where o."userId" = u.uid)`,
  refunds: sql<number>`(select count(*)::int from refunds r join orders o on o.id = r."orderId" where o."userId" = u.uid
    and r.status <> 'failed')`,
  currency: sql<string>`${sql.lit(CURRENCY)}::text`,
  last: sql<Date | null>`(select max(${ORDERED_AT}) from orders o where o."userId" = u.uid and o.status <> 'draft')`,
};

function conditions(query: ClientListQuery, now: Date): RawBuilder<boolean> {
  const { orders, verified, last } = query.filters;
  const all: RawBuilder<unknown>[] = [isClient];
  if (query.q)
    all.push(
      sql`(${contains(query.q, [sql`u."displayName"`, sql`u.email`, sql`u.billing->>'name'`])} or upper(u.billing->>'country') = upper(${query.q})
          or u.uid = ${query.q})`,
    );
  if (verified) all.push(sql`coalesce(a."emailVerified", false) = ${verified === "yes"}`);
  if (orders === "open") all.push(sql`${F.open} > 0`);
  if (orders === "some") all.push(sql`${F.orders} > 0`);
  if (orders === "none") all.push(sql`${F.orders} = 0`);
  if (last === "quiet") all.push(sql`${F.last} < ${after(now, -90 * DAY)}`);
  else if (last) all.push(sql`${F.last} > ${after(now, -Number(last) * DAY)}`);
  return allOf(all);
}

/** Everyone who matches. @throws refused unless admin */
export function clientList(actor: Actor, query: ClientListQuery, now: Date): List<ClientRow> {
  if (!may(actor, "people")) throw refused("Only an admin can see all clients.");
  const by = {
    name: sql`lower(u."displayName")`,
    orders: F.orders,
    open: F.open,
    spent: F.spent,
    refunds: F.refunded,
    last: F.last,
    since: sql`u."createdAt"`,
  }[query.sort];
  const found = database()
    .selectFrom("users as u")
    .leftJoin("auth_user as a", "a.id", "u.uid")
    .where(conditions(query, now));
  const shown = (list: typeof found) =>
    list
      .select(["u.uid", "u.displayName", "u.email", "u.timeZone", "u.createdAt"])
      .select([
        sql<boolean>`coalesce(a."emailVerified", false)`.as("verified"),
        sql<string | null>`nullif(u.billing->>'country', '')`.as("country"),
        F.orders.as("orders"),
        F.open.as("openOrders"),
        F.spent.as("spentMinor"),
        F.refunded.as("refundedMinor"),
        F.refunds.as("refunds"),
        F.currency.as("currency"),
        F.last.as("lastOrderAt"),
      ]);
  const order = (query.sort === "name" ? orderedNotNull : ordered)(by, query.desc, sql`u.uid`);
  const listed = (where: typeof found) =>
    queryList(where, order, shown, (rows): ClientRow[] =>
      rows.map(({ createdAt, lastOrderAt, ...r }) => ({
        ...r,
        lastOrderAt,
        since: createdAt,
      })),
    );
  const list = listed(found);
  if (query.sort !== "last" || !query.desc || query.q || Object.values(query.filters).some(Boolean)) return list;
  return listOfWindows({
    ...list,
    // How the list opens: those who ordered last, found by the newest orders instead of asking every client for theirs.
    async window(limit, from) {
      const offset = typeof from === "number" ? from : 0;
      const after = typeof from === "number" ? null : from;
      const most = offset + limit + (after ? 1 : 0);
      const uids = after?.back ? null : await clientsByNewestOrder(most, after?.place ?? null);
      if (uids === null) return list.window(limit, from);
      const near = await listed(found.where("u.uid", "in", uids.slice(offset, offset + limit))).window(limit, 0);
      return { ...near, beyond: uids.length > offset + limit };
    },
  });
}

/** Newest orders to look through for each client that a search looks for, at first and at most. */
const ORDERS_EACH = 4;
const MOST_ORDERS_EACH = 64;

/**
 * The first `count` clients by their last order, or those after a place. Null if the newest orders are those of fewer
 * clients, which a deeper scan decides.
 */
async function clientsByNewestOrder(count: number, after: Place | null): Promise<string[] | null> {
  const [lastAt, lastUid] = after ?? [];
  if (after && (!lastAt || !lastUid)) return null;
  const until = after ? sql`${ORDERED_AT} <= ${lastAt}` : sql`true`;
  // Clients before the place have a newer order, or none newer and a higher id.
  const isNext = after
    ? sql`(c.at, c.uid) < (${lastAt}::timestamptz, ${lastUid}) and not exists (select 1 from orders o
        where o."userId" = c.uid and o.status <> 'draft' and ${ORDERED_AT} > ${lastAt})`
    : sql`true`;
  for (let each = ORDERS_EACH; each <= MOST_ORDERS_EACH; each *= 4) {
    const most = each * count;
    const { rows } = await sql<{ uid: string; isCertain: boolean }>`
      with newest as materialized (
        select o."userId" as uid, ${ORDERED_AT} as at from orders o
        where o.status <> 'draft' and ${ORDERED_AT} is not null and o."userId" is not null and ${until}
        order by ${ORDERED_AT} desc limit ${most}
      ), clients as (select uid, max(at) as at from newest group by uid)
      select c.uid, c.at > (select min(at) from newest) as "isCertain" from clients c join users u on u.uid = c.uid
        where ${isNext} order by c.at desc, c.uid desc limit ${count}`.execute(database());
    // Orders at exactly the cutoff may be missing.
    if (rows.length === count && rows.every((row) => row.isCertain)) return rows.map((row) => row.uid);
  }
  return null;
}

/** A page of everyone who has ordered or could. @throws refused unless admin */
export const listClients = async (actor: Actor, query: ClientListQuery, now: Date): Promise<ListPage<ClientRow>> =>
  listPage(clientList(actor, query, now), query);
