import { type Selectable, sql } from "kysely";
import type { ContractPricesTable } from "#db/schema.ts";
import type { Currency } from "#app/platform/rules/core/money.ts";
import { type Reader, database } from "#app/platform/server/core/database.ts";

export type ContractPrice = Selectable<ContractPricesTable>;

/** The prices agreed with an organization that count at a moment, and its currency. */
export const contractAt = (
  organizationId: string,
  at: Date,
  db: Reader,
): Promise<(ContractPrice & { currency: Currency }) | undefined> =>
  db
    .selectFrom("contract_prices as c")
    .innerJoin("organizations as o", "o.id", "c.organizationId")
    .selectAll("c")
    .select("o.currency")
    .where("c.organizationId", "=", organizationId)
    .where("c.state", "=", "active")
    .where("c.startsAt", "<=", at)
    .where((e) => e.or([e("c.endsAt", "is", null), e("c.endsAt", ">", at)]))
    .executeTakeFirst();

/** What an organization ordered in the calendar year (UTC) of a moment, in its own currency and less refunds. */
export async function orderedInYear(
  { organizationId, currency }: { organizationId: string; currency: string },
  at: Date,
  db: Reader = database(),
): Promise<number> {
  const { ordered } = await db
    .selectFrom("payments as p")
    .innerJoin("orders as o", "o.id", "p.orderId")
    .select(sql<number>`coalesce(sum(p."amountMinor" - p."refundedMinor"), 0)::bigint`.as("ordered"))
    .where("o.organizationId", "=", organizationId)
    .where("p.currency", "=", currency)
    .where("p.status", "=", "succeeded")
    .where("p.surplus", "=", false)
    .where("p.succeededAt", ">=", new Date(Date.UTC(at.getUTCFullYear(), 0, 1)))
    .where("p.succeededAt", "<=", at)
    .executeTakeFirstOrThrow();
  return ordered;
}

const SHOWN = 50;

/** Prices that wait for the second admin, oldest first. */
export const waitingContracts = (db: Reader = database()) =>
  db
    .selectFrom("contract_prices as c")
    .innerJoin("organizations as o", "o.id", "c.organizationId")
    .select(["c.id", "c.organizationId", "o.name", "o.currency", "c.percents", "c.steps", "c.proposedAt"])
    .where("c.state", "=", "proposed")
    .orderBy("c.proposedAt")
    .orderBy("c.id")
    .limit(SHOWN)
    .execute();

/** All that were ever agreed with an organization or proposed, newest first. */
export const contractsOf = (organizationId: string, db: Reader = database()): Promise<ContractPrice[]> =>
  db
    .selectFrom("contract_prices")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .orderBy("proposedAt", "desc")
    .orderBy("id", "desc")
    .limit(SHOWN)
    .execute();
