import { sql } from "kysely";
import { CURRENCY } from "#app/platform/rules/core/money.ts";
import { conflict } from "#app/platform/rules/core/errors.ts";
import { type Reader, database } from "#app/platform/server/core/database.ts";
import { monthStart } from "#app/features/organizations/rules/organization.ts";

/**
 * What an organization has prepaid and not spent, in minor units: its account in the ledger. Read it with the
 * organization locked before spending.
 */
export async function balanceOf(organizationId: string, db: Reader = database()): Promise<number> {
  const { balance } = await db
    .selectFrom("journal_lines")
    .select(sql<number>`coalesce(-sum("amountMinor"), 0)::bigint`.as("balance"))
    .where("account", "=", "customer_balances")
    .where("party", "=", organizationId)
    .where("currency", "=", CURRENCY)
    .executeTakeFirstOrThrow();
  return balance;
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

/** @throws conflict if an organization has spent more than it has, after a booking was reversed */
export async function keepBalances(organizationIds: Iterable<string>, db: Reader): Promise<void> {
  for (const id of new Set(organizationIds))
    if ((await balanceOf(id, db)) < 0)
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
  /** After this movement. */
  balanceMinor: number;
};

const SHOWN = 200;

/** The newest movements of a balance. */
export async function movementsOf(organizationId: string, db: Reader = database()): Promise<Movement[]> {
  const { rows } = await sql<Omit<Movement, "at"> & { at: Date }>`
    select e.id, e."happenedAt" as at, e.memo, e."orderId", -l."amountMinor" as "amountMinor",
      (-sum(l."amountMinor") over (order by e.seq))::bigint as "balanceMinor"
    from journal_lines l join journal_entries e on e.id = l."entryId"
    where l.account = 'customer_balances' and l.party = ${organizationId} and l.currency = ${CURRENCY}
    order by e.seq desc limit ${SHOWN}`.execute(db);
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}
