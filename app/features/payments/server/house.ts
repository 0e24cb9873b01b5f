import type { Selectable } from "kysely";
import type { UsersTable } from "#db/schema.ts";
import { config } from "#app/platform/server/core/config.ts";
import { type Reader, database } from "#app/platform/server/core/database.ts";
import { findCompany } from "#app/features/company/server/find-company.ts";
import type { InvoiceParty } from "../rules/invoice.ts";

/** Our business details as shown on documents: what an admin entered, or until then the name in the configuration. */
export async function sellerDetails(db: Reader = database()): Promise<InvoiceParty> {
  const seller = await findCompany(db);
  if (!seller) return { name: config().debtor.name, address: [], country: null, vatId: null, email: null };
  return {
    name: seller.legalName,
    address: [...seller.address.split("\n"), seller.town],
    country: seller.country,
    registration: seller.registration,
    vatId: seller.vatId,
    email: null,
  };
}

const textOf = (value: unknown): string | null =>
  typeof value === "string" && value.trim() !== "" ? value.trim() : null;

/** A person as the buyer on a document: their billing details, or else their name. */
export function partyOf(user: Pick<Selectable<UsersTable>, "displayName" | "email" | "billing">): InvoiceParty {
  const { name, address, country, vatId } = user.billing ?? {};
  const lines =
    textOf(address)
      ?.split(/\r?\n/)
      .map((line) => line.trim())
      .filter((line) => line !== "") ?? [];
  return {
    name: textOf(name) ?? user.displayName,
    address: lines,
    country: textOf(country),
    vatId: textOf(vatId),
    email: user.email,
  };
}

/** @throws when the person doesn't exist */
export async function getParty(uid: string, db: Reader = database()): Promise<InvoiceParty> {
  return partyOf(
    await db
      .selectFrom("users")
      .select(["displayName", "email", "billing"])
      .where("uid", "=", uid)
      .executeTakeFirstOrThrow(),
  );
}
