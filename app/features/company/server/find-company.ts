import { config } from "#app/platform/server/core/config.ts";
import { type Reader, database } from "#app/platform/server/core/database.ts";
import type { Company } from "../rules/company.ts";

export type SavedCompany = Company & { version: number; updatedAt: Date };

/** The company as an admin entered it, or null before that. */
export async function findCompany(db: Reader = database()): Promise<SavedCompany | null> {
  const row = await db
    .selectFrom("company")
    .select(["legalName", "address", "town", "country", "registration", "vatId", "version", "updatedAt"])
    .where("id", "=", 1)
    .executeTakeFirst();
  return row ?? null;
}

/** Who sells: the company as entered, or until then the account holder of the configuration. */
export async function getSeller(db: Reader = database()): Promise<Company> {
  const { debtor } = config();
  return (
    (await findCompany(db)) ?? {
      legalName: debtor.name,
      address: "",
      town: debtor.town,
      country: debtor.country,
      registration: "",
      vatId: null,
    }
  );
}
