import type { Selectable } from "kysely";
import type { TaxRegistrationsTable } from "#db/schema.ts";
import { notFound } from "#app/platform/rules/core/errors.ts";
import { type Reader, type Tx, database, lockName } from "#app/platform/server/core/database.ts";
import type { Registration } from "../rules/registration.ts";

export type RegistrationRow = Selectable<TaxRegistrationsTable>;

/** All approved registrations: past, current, and future. A company has only a handful. */
export const listRegistrations = (db: Reader = database()): Promise<Registration[]> =>
  db
    .selectFrom("tax_registrations")
    .select(["scheme", "place", "number", "validFrom", "validUntil"])
    .where("status", "=", "approved")
    .orderBy("validFrom")
    .execute();

/**
 * Locks a registration for this transaction. One lock for all of them, because a change to one is checked against the
 * others.
 * @throws not-found
 */
export async function lockRegistration(tx: Tx, id: string): Promise<RegistrationRow> {
  await lockName(tx, "tax registrations");
  const row = await tx.selectFrom("tax_registrations").selectAll().where("id", "=", id).executeTakeFirst();
  if (!row) throw notFound("tax registration");
  return row;
}
