import { NOON } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { saveCompany } from "#app/features/company/server/save-company.ts";
import { database } from "#app/platform/server/core/database.ts";

/** The company is in Germany or another country, and registered for VAT there. */
export async function registerAtHome(country = "DE"): Promise<void> {
  const ada = personOf("ada");
  await saveCompany(ada, {
    legalName: "Stet GmbH",
    address: "Main Street 1",
    town: "Frankfurt am Main",
    country,
    registration: "HRB 1",
    version: 0,
  });
  await database()
    .insertInto("tax_registrations")
    .values({
      id: newId("taxRegistration"),
      scheme: "domestic",
      place: country,
      number: `${country}1`,
      validFrom: "2026-01-01",
      status: "approved",
      proposedBy: ada.uid,
      proposedAt: NOON,
    })
    .execute();
}
