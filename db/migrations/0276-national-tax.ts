import { type Kysely, sql } from "kysely";
import type { LargeIndexes } from "../large-indexes.ts";

/** Taxes in the currency in which they're declared: more of the ECB's rates, and documents that still need one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
    alter table reference_rates add column others jsonb;
    alter table invoices add column "awaitsRateOf" text;
  `)
    .execute(db);
}

/** Hardly any document lacks its rate. */
export const largeIndexes: LargeIndexes = {
  invoices_awaiting_rate: `invoices (id) where "awaitsRateOf" is not null`,
};
