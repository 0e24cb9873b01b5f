import type { Selectable } from "kysely";
import type { UsersTable } from "#db/schema.ts";
import { dayOf } from "#app/platform/rules/core/day.ts";
import { type Reader, database } from "#app/platform/server/core/database.ts";
import { findCompany, unsavedSeller } from "#app/features/company/server/find-company.ts";
import { homeRegistration, isValidOn } from "#app/features/tax/rules/registration.ts";
import { stateName } from "#app/features/tax/rules/places.ts";
import { billingOf } from "#app/features/accounts/rules/billing.ts";
import { knownVatId } from "#app/features/accounts/rules/vat-id.ts";
import type { BuyerOfOrder } from "#app/features/tax/server/find-tax.ts";
import { listRegistrations } from "#app/features/tax/server/registrations.ts";
import { now } from "#app/platform/server/core/clock.ts";
import type { InvoiceParty } from "../../rules/invoices/invoice.ts";

/** Our business details on documents: what an admin entered, or the site's name until then. */
export async function sellerDetails(db: Reader = database(), at: Date = now()): Promise<InvoiceParty> {
  const seller = await findCompany(db);
  if (!seller) return { name: unsavedSeller().legalName, address: [], country: null, vatId: null, email: null };
  const valid = (await listRegistrations(db)).filter((it) => isValidOn(it, dayOf(at)));
  // The VAT ID of the country where the company is. A document names the other registrations that it's about.
  const home = homeRegistration(seller.country, valid);
  return {
    name: seller.legalName,
    address: [...seller.address.split("\n"), seller.town],
    country: seller.country,
    registration: seller.registration,
    vatId: home?.number ?? null,
    ...(valid.length > 0 ? { taxNumbers: valid.map(({ scheme, place, number }) => ({ scheme, place, number })) } : {}),
    email: null,
  };
}

/**
 * A person as the buyer on a document: their billing details, or else their name. An organization comes before the
 * person who buys for it.
 */
export function partyOf(user: Pick<Selectable<UsersTable>, "displayName" | "email" | "billing">): InvoiceParty {
  const { name, organization, address, country, state, vatId } = billingOf(user.billing);
  const person = name.trim() || user.displayName;
  const lines = address
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "");
  const place = stateName(country, state);
  return {
    name: organization.trim() || person,
    ...(organization.trim() ? { person } : {}),
    address: [...(organization.trim() ? [person] : []), ...lines, ...(place ? [place] : [])],
    country: country || null,
    vatId: knownVatId(user.billing) === null ? null : vatId.trim(),
    email: user.email,
  };
}

/** The buyer of an order: the organization that pays, in whose name its author ordered, or the author. */
export async function buyerOf(order: BuyerOfOrder, db: Reader = database()): Promise<InvoiceParty> {
  const person = await db
    .selectFrom("users")
    .select(["displayName", "email", "billing"])
    .where("uid", "=", order.userId)
    .executeTakeFirstOrThrow();
  if (!order.organizationId) return partyOf(person);
  const { billing, invoiceEmail } = await db
    .selectFrom("organizations")
    .select(["billing", "invoiceEmail"])
    .where("id", "=", order.organizationId)
    .executeTakeFirstOrThrow();
  return partyOf({ displayName: person.displayName, email: invoiceEmail, billing });
}
