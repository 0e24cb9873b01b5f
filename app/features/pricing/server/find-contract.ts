import type { Selectable } from "kysely";
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

const SHOWN = 50;

/** Prices that wait for the second admin, oldest first. */
export const waitingContracts = (db: Reader = database()) =>
  db
    .selectFrom("contract_prices as c")
    .innerJoin("organizations as o", "o.id", "c.organizationId")
    .select([
      "c.id",
      "c.organizationId",
      "o.name",
      "o.currency",
      "c.percents",
      "c.turnarounds",
      "c.steps",
      "c.proposedAt",
    ])
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
