import type { Selectable } from "kysely";
import type { TaxRegistrationsTable } from "#db/schema.ts";
import { notFound } from "#app/platform/rules/core/errors.ts";
import { type Reader, type Tx, database, lockName } from "#app/platform/server/core/database.ts";
import type { Registration } from "../rules/registration.ts";

export type RegistrationRow = Selectable<TaxRegistrationsTable>;

/** The approved registrations, whenever they are valid. A company has a handful. */
export const listRegistrations = (db: Reader = database()): Promise<Registration[]> =>
  db
    .selectFrom("tax_registrations")
    .select(["scheme", "place", "number", "validFrom", "validUntil"])
    .where("status", "=", "approved")
    .orderBy("validFrom")
    .execute();

/**
 * A registration, held for this transaction. Whatever changes registrations waits here for its turn.
 * @throws not-found
 */
export async function lockRegistration(tx: Tx, id: string): Promise<RegistrationRow> {
  await lockName(tx, "tax registrations");
  const row = await tx.selectFrom("tax_registrations").selectAll().where("id", "=", id).executeTakeFirst();
  if (!row) throw notFound("tax registration");
  return row;
}
