import { sql } from "kysely";
import { type Currency, currencyName } from "#app/platform/rules/core/money.ts";
import { conflict, notFound } from "#app/platform/rules/core/errors.ts";
import { type Reader, type Tx, database, lockName } from "#app/platform/server/core/database.ts";
import { monthStart } from "#app/features/organizations/rules/organization.ts";
import { lockOrganizations, managersOf } from "#app/features/organizations/server/find-organization.ts";
import { listRate } from "#app/features/pricing/rules/currency-prices.ts";
import type { PricedIn } from "#app/features/pricing/rules/priced-in.ts";
import { pricingNow } from "#app/features/pricing/server/read-pricing.ts";
import type { Order } from "#app/features/orders/server/views/find-order.ts";
import { PREPAID_ACCOUNTS, type MoneySource, NO_STANDING, type Standing } from "../../rules/ledger/ledger.ts";
import type { Payment } from "../checkout/find-payment.ts";

/**
 * What organizations or people have prepaid and not spent, and what they owe, in minor units: their accounts in the
 * ledger. Read it with the account locked before spending.
 * @param currency of a person's account. An organization has one, which is fixed with the first of its lines
 */
export async function standingsOf(
  parties: readonly string[],
  db: Reader = database(),
  currency: string | null = null,
): Promise<Map<string, Standing>> {
  const standings = new Map(parties.map((id) => [id, { ...NO_STANDING }]));
  if (standings.size === 0) return standings;
  const rows = await db
    .selectFrom("journal_lines")
    .select(["party", "account", sql<number>`sum("amountMinor")::bigint`.as("sum")])
    .where("account", "in", PREPAID_ACCOUNTS)
    .where("party", "in", [...standings.keys()])
    .$if(currency !== null, (q) => q.where("currency", "=", currency!))
    .groupBy(["party", "account"])
    .execute();
  for (const { party, account, sum } of rows) {
    const standing = standings.get(party)!;
    if (account === "customer_balances") standing.prepaidMinor = 0 - sum;
    else standing.owedMinor += sum;
    if (account === "bad_debts") standing.writtenOffMinor = sum;
  }
  return standings;
}

export const standingOf = async (organizationId: string, db: Reader = database()): Promise<Standing> =>
  (await standingsOf([organizationId], db)).get(organizationId)!;

/** What an organization has prepaid and not spent, in minor units. */
export const balanceOf = async (organizationId: string, db: Reader = database()): Promise<number> =>
  (await standingOf(organizationId, db)).prepaidMinor;

/** Where a payment's money came from, so that its refunds go there. The account is locked. */
export async function sourceOf(
  tx: Tx,
  { method, currency }: Pick<Payment, "method" | "currency">,
  { organizationId, userId }: Pick<Order, "organizationId" | "userId">,
): Promise<MoneySource> {
  if (method === "card") return "card";
  const { account } = await lockAccount(tx, { organizationId, uid: organizationId === null ? userId : null }, currency);
  return account;
}

/** The balance of an order's author, locked. */
export const ownAccount = async (tx: Tx, { userId }: Pick<Order, "userId">, currency: string): Promise<MoneySource> =>
  (await lockAccount(tx, { organizationId: null, uid: userId }, currency)).account;

/** An organization, or a person with an account of their own. */
export type AccountOwner = { organizationId: string | null; uid: string | null };

/**
 * Somebody's account, locked for this transaction, so that nobody spends the same money twice. Lock an order first.
 * @returns also whom to tell of what moves: the person, or the organization's owners and managers
 */
export async function lockAccount(tx: Tx, { organizationId, uid }: AccountOwner, currency: string) {
  if (organizationId !== null) {
    const organization = (await lockOrganizations(tx, [organizationId])).get(organizationId);
    if (!organization) throw notFound("organization");
    return {
      account: { party: organizationId, standing: await standingOf(organizationId, tx) },
      name: organization.name,
      uids: await managersOf(organizationId, tx),
    };
  }
  if (uid === null) throw new Error("A payment from a balance belongs to an organization or a person");
  await lockName(tx, `balance of ${uid}`);
  const standing = (await standingsOf([uid], tx, currency)).get(uid)!;
  return { account: { party: uid, standing }, name: "", uids: [uid] };
}

/** What a member spent of their organization's money since the UTC month began, less refunds. */
export async function spentThisMonth(
  { organizationId, uid }: { organizationId: string; uid: string },
  at: Date,
  db: Reader = database(),
): Promise<number> {
  const { spent } = await db
    .selectFrom("payments as p")
    .innerJoin("orders as o", "o.id", "p.orderId")
    .select(sql<number>`coalesce(sum(p."amountMinor" - p."refundedMinor"), 0)::bigint`.as("spent"))
    .where("o.organizationId", "=", organizationId)
    .where("o.userId", "=", uid)
    .where("p.method", "=", "balance")
    .where("p.status", "=", "succeeded")
    .where("p.succeededAt", ">=", monthStart(at))
    .executeTakeFirstOrThrow();
  return spent;
}

/**
 * Locks organizations whose money was taken back in this transaction, so that nobody spends it at the same time.
 * @throws conflict if one has spent it before
 */
export async function keepBalances(organizationIds: readonly string[], tx: Tx): Promise<void> {
  await lockOrganizations(tx, organizationIds);
  for (const { prepaidMinor } of (await standingsOf([...new Set(organizationIds)], tx)).values())
    if (prepaidMinor < 0)
      throw conflict(
        "balance_spent",
        "The organization has already spent this money.",
        "Nothing was changed. Ask it to pay, or refund an order first.",
      );
}

/** A line of an organization's statement, newest first. */
export type Movement = {
  id: string;
  /** ISO. */
  at: string;
  memo: string;
  orderId: string | null;
  amountMinor: number;
  /** After this movement: prepaid above zero, owed below it. */
  balanceMinor: number;
};

const SHOWN = 200;

/** The newest movements of a balance. @param currency of a person's account */
export async function movementsOf(
  party: string,
  currency: string | null = null,
  db: Reader = database(),
): Promise<Movement[]> {
  const { rows } = await sql<Omit<Movement, "at"> & { at: Date }>`
    select e.id, e."happenedAt" as at, e.memo, e."orderId", -sum(l."amountMinor")::bigint as "amountMinor",
      (-sum(sum(l."amountMinor")) over (order by e.seq))::bigint as "balanceMinor"
    from journal_lines l join journal_entries e on e.id = l."entryId"
    where l.account in (${sql.join(PREPAID_ACCOUNTS)}) and l.party = ${party}
      and (${currency}::text is null or l.currency = ${currency})
    group by e.id having sum(l."amountMinor") <> 0 order by e.seq desc limit ${SHOWN}`.execute(db);
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}

/** An organization's balance, limits, and credit are in its own currency. */
export const otherCurrency = (its: { name: string; currency: string }, currency: string) =>
  conflict(
    "other_currency",
    `The account of ${its.name} is in ${currencyName(its.currency)}, and this order is in ${currencyName(currency)}.`,
    "Change the order's currency, or pay by card. Nothing was ordered yet.",
  );

/**
 * What a dollar of the price list is in an organization's currency: limits that are set in dollars count at this rate.
 * @throws conflict if we no longer sell in it
 */
export async function rateFor(
  ctx: { tx: Tx; now: Date },
  its: { name: string; currency: Currency },
): Promise<PricedIn> {
  const rate = listRate(await pricingNow(ctx), its.currency);
  if (rate === null)
    throw conflict(
      "not_sold",
      `The account of ${its.name} is in ${currencyName(its.currency)}, which we don't sell in at the moment.`,
      "Nothing was changed. Write to support.",
    );
  return rate;
}
