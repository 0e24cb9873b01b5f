import { writeDetails } from "#app/features/editors/server/kyc/kyc-details.ts";
import type { Reader } from "#app/platform/server/core/database.ts";
import type { KycDetails } from "#app/features/editors/rules/kyc/kyc-details.ts";
import { CAST } from "./cast.ts";

/** The legal details of the cast's approved editors, from which their invoices are made. */
export const CAST_DETAILS: Readonly<Record<string, KycDetails>> = {
  [CAST.jonas.uid]: {
    legalName: "Jonas Weber",
    dateOfBirth: "1981-05-17",
    addressLine: "Lindenallee 4",
    town: "Freiburg",
    postCode: "79098",
    country: "DE",
    taxCountry: "DE",
    tin: "02476291358",
    vatId: "",
    vatStatus: "small",
  },
  [CAST.priya.uid]: {
    legalName: "Priya Raman",
    dateOfBirth: "1988-11-02",
    addressLine: "8 Mill Lane",
    town: "Cambridge",
    postCode: "CB2 1RX",
    country: "GB",
    taxCountry: "GB",
    tin: "1234567890",
    vatId: "",
    vatStatus: "none",
  },
};

/** Saves them, encrypted with the configured keys. */
export async function seedCastDetails(db: Reader, at: Date): Promise<void> {
  for (const [uid, details] of Object.entries(CAST_DETAILS)) await writeDetails(db, uid, details, at);
}
