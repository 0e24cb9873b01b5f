import { config } from "#app/platform/server/core/config.ts";
import { type Reader, database } from "#app/platform/server/core/database.ts";
import { log } from "#app/platform/server/core/log.ts";
import type { Company } from "../rules/company.ts";

export type SavedCompany = Company & { version: number; updatedAt: Date };

/** The company as an admin entered it, or null before that. */
export async function findCompany(db: Reader = database()): Promise<SavedCompany | null> {
  const row = await db
    .selectFrom("company")
    .select(["legalName", "address", "town", "country", "registration", "version", "updatedAt"])
    .where("id", "=", 1)
    .executeTakeFirst();
  return row ?? null;
}

/** The seller of the demo, until the demo's company is saved. */
export const EXAMPLE_SELLER = { legalName: "Stet Editing Ltd", town: "Frankfurt am Main", country: "DE" };

/** The seller until an admin has saved the company: nobody is invented, except in the demo. */
export const unsavedSeller = (): Company => ({
  ...(config().demo ? EXAMPLE_SELLER : { legalName: config().siteName, town: "", country: "" }),
  address: "",
  registration: "",
});

let lastRead: Company | null = null;

/**
 * The seller, for pages: the company as entered. Pages are served while the database is away, so what was read last is shown then. Invoices read `findCompany`, which fails
 * instead.
 */
export async function getSeller(db: Reader = database()): Promise<Company> {
  try {
    lastRead = await findCompany(db);
  } catch (error) {
    log.error("the company could not be read", error);
  }
  return lastRead ?? unsavedSeller();
}
