import type { KycDetails } from "#app/features/editors/rules/kyc/kyc-details.ts";
import type { CastMember } from "./cast.ts";

const STATS = { qa: 93, rating: 4.8, onTime: 0.99, response: 0.95 };

/** Two editors of the demo's engineering order: the one who edits it, and its second reader. */
export const READERS = {
  ines: {
    uid: "usr_ines",
    email: "editor3@demo.test",
    displayName: "Ines Duarte",
    emailVerified: true,
    claims: { editor: true },
    profile: { role: "editor", timeZone: "Europe/Lisbon" },
    editor: {
      level: "standard",
      headline: "Environmental engineer and editor",
      degree: "PhD, Environmental Engineering, University of Porto",
      bio: "Edits articles and theses in water, soil, and civil engineering.",
      fields: ["civil-engineering"],
      variants: ["UK", "US"],
      services: ["copyediting"],
      weeklyWords: 30_000,
      parallelOrders: 4,
      timeZone: "Europe/Lisbon",
      matchReady: true,
      approvedDaysAgo: 300,
      kycStatus: "approved",
      qaDone: 20,
      stats: STATS,
    },
  },
  tomas: {
    uid: "usr_tomas",
    email: "reader@demo.test",
    displayName: "Tomás Rey",
    emailVerified: true,
    claims: { editor: true },
    profile: { role: "editor", timeZone: "Europe/Madrid" },
    editor: {
      level: "senior",
      headline: "Civil engineer, twenty years of editing",
      degree: "PhD, Civil Engineering, Technical University of Madrid",
      bio: "Reads other editors' work before it's delivered.",
      fields: ["civil-engineering"],
      variants: ["UK", "US"],
      services: ["proofreading"],
      weeklyWords: 30_000,
      parallelOrders: 4,
      timeZone: "Europe/Madrid",
      matchReady: true,
      approvedDaysAgo: 700,
      kycStatus: "approved",
      qaDone: 60,
      stats: STATS,
    },
  },
} satisfies Record<string, CastMember>;

export const READERS_DETAILS: Readonly<Record<keyof typeof READERS, KycDetails>> = {
  ines: {
    legalName: "Ines Duarte",
    dateOfBirth: "1985-02-14",
    addressLine: "Rua da Boavista 112",
    town: "Porto",
    postCode: "4050-107",
    country: "PT",
    taxCountry: "PT",
    tin: "299999998",
    vatId: "",
    vatStatus: "small",
  },
  tomas: {
    legalName: "Tomás Rey",
    dateOfBirth: "1974-06-21",
    addressLine: "Calle de Atocha 60",
    town: "Madrid",
    postCode: "28012",
    country: "ES",
    taxCountry: "ES",
    tin: "12345678Z",
    vatId: "",
    vatStatus: "small",
  },
};
