import type { KycDetails } from "#app/features/editors/rules/kyc/kyc-details.ts";
import type { CastMember } from "./cast.ts";

/** A consumer in Germany with a right of withdrawal, and her editor, in a field of their own. */
export const GEOLOGISTS = {
  lena: {
    uid: "usr_lena",
    email: "client3@demo.test",
    displayName: "Dr. Lena Hoffmann",
    emailVerified: true,
    claims: {},
    profile: {
      role: "client",
      timeZone: "Europe/Berlin",
      billing: { name: "Dr. Lena Hoffmann", address: "Bergstraße 12, 09599 Freiberg", country: "DE" },
    },
  },
  ruth: {
    uid: "usr_ruth",
    email: "editor4@demo.test",
    displayName: "Ruth Adler",
    emailVerified: true,
    claims: { editor: true },
    profile: { role: "editor", timeZone: "Europe/Vienna" },
    editor: {
      level: "standard",
      headline: "Geologist and editor",
      degree: "PhD, Geology, University of Vienna",
      bio: "Edits articles and theses in geology and hydrology.",
      fields: ["geology"],
      variants: ["UK", "US"],
      services: ["copyediting"],
      weeklyWords: 40_000,
      parallelOrders: 6,
      timeZone: "Europe/Vienna",
      matchReady: true,
      approvedDaysAgo: 250,
      kycStatus: "approved",
      qaDone: 20,
      stats: { qa: 91, rating: 4.7, onTime: 0.97, response: 0.94 },
    },
  },
} satisfies Record<string, CastMember>;

export const RUTH: KycDetails = {
  legalName: "Ruth Adler",
  dateOfBirth: "1979-09-30",
  addressLine: "Porzellangasse 11",
  town: "Vienna",
  postCode: "1090",
  country: "AT",
  taxCountry: "AT",
  tin: "931736581",
  vatId: "",
  vatStatus: "small",
};
