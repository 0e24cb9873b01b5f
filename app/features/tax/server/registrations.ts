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

/** The registrations that are proposed, or approved and not over. @param today a UTC date such as "2026-11-23" */
export const listOpenRegistrations = (today: string, db: Reader = database()): Promise<OpenRegistration[]> =>
  db
    .selectFrom("tax_registrations")
    .select(["scheme", "place", "number", "validFrom", "validUntil", "status"])
    .where("status", "in", ["approved", "proposed"])
    .where((eb) => eb.or([eb("validUntil", "is", null), eb("validUntil", ">=", today)]))
    .orderBy("validFrom")
    .execute();
type OpenRegistration = Registration & { status: RegistrationRow["status"] };

/** How many registrations were ever approved. */
export async function countRegistrations(db: Reader = database()): Promise<number> {
  const { n } = await db
    .selectFrom("tax_registrations")
    .select((eb) => eb.fn.countAll<number>().as("n"))
    .where("status", "=", "approved")
    .executeTakeFirstOrThrow();
  return n;
}

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
