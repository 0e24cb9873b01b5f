import type { Selectable } from "kysely";
import type { TaxRegistrationsTable } from "#db/schema.ts";
import { invalid, notFound } from "#app/platform/rules/core/errors.ts";
import { type Reader, type Tx, database, lockName } from "#app/platform/server/core/database.ts";
import { type Authority, NOT_ATTRIBUTED, authorityName, authorityOf } from "../rules/authority.ts";
import type { Registration } from "../rules/registration.ts";
import type { Frequency } from "../rules/returns.ts";

export type RegistrationRow = Selectable<TaxRegistrationsTable>;

/** All approved registrations: past, current, and future. A company has only a handful. */
export const listRegistrations = (db: Reader = database()): Promise<RegistrationWithFrequency[]> =>
  db
    .selectFrom("tax_registrations")
    .select(["scheme", "place", "number", "validFrom", "validUntil", "frequency", "proposedAt"])
    .where("status", "=", "approved")
    .orderBy("validFrom")
    .execute();

/** A registration with how often its authority wants a return, null until somebody says, and since when it's entered. */
export type RegistrationWithFrequency = Registration & { frequency: Frequency | null; proposedAt: Date };

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

/** The authorities that there was ever a registration with, by name, each with its number. */
export async function listAuthorities(db: Reader = database()): Promise<{ authority: Authority; number: string }[]> {
  const rows = await listRegistrations(db);
  const numbers = new Map(rows.map((row) => [authorityOf(row), row.number]));
  return [...numbers]
    .map(([authority, number]) => ({ authority, number }))
    .toSorted((a, b) => authorityName(a.authority).localeCompare(authorityName(b.authority), "en"));
}

/** The accounts of tax payable that something can be booked on. */
export const authorityChoices = async (db: Reader = database()): Promise<Authority[]> => [
  ...(await listAuthorities(db)).map(({ authority }) => authority),
  NOT_ATTRIBUTED,
];

/** @throws invalid unless the company is or was registered there, or it isn't attributed */
export async function requireAuthority(authority: Authority, db: Reader): Promise<void> {
  if (authority === NOT_ATTRIBUTED) return;
  if ((await listAuthorities(db)).some((it) => it.authority === authority)) return;
  const fault = `The company was never registered for ${authorityName(authority)}.`;
  throw invalid("authority", fault, "Add the registration first, or choose another account.", { account: fault });
}

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
