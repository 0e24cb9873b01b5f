import type { Insertable } from "kysely";
import type { EditorsTable, UsersTable } from "#db/schema.ts";
import type { Claims, Person } from "#app/platform/rules/core/actor.ts";

/**
 * The cast's password in tests, the same as the demo supervisor's (boot/environment.ts). For tests only: the build must
 * not contain it.
 */
export const CAST_PASSWORD = "demo-password";

export type CastMember = {
  uid: string;
  email: string;
  displayName: string;
  emailVerified: boolean;
  claims: Claims;
  profile: Pick<Insertable<UsersTable>, "role" | "timeZone"> & { billing?: Record<string, string> };
  editor?: Omit<
    Insertable<EditorsTable>,
    "uid" | "createdAt" | "fields" | "variants" | "services" | "stats" | "calendar" | "quietHours"
  > & {
    fields: string[];
    variants: string[];
    services: string[];
    approvedDaysAgo?: number;
    stats: { qa: number; rating: number; onTime: number; response: number };
  };
};

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7];
export const CAST_CALENDAR = { workdays: WEEKDAYS, away: [] as string[] };

export const CAST = {
  amara: {
    uid: "usr_amara",
    email: "client@demo.test",
    displayName: "Dr. Amara Osei",
    emailVerified: true,
    claims: {},
    profile: {
      role: "client",
      timeZone: "Africa/Accra",
      billing: { name: "Dr. Amara Osei", address: "14 Liberation Road, Accra", country: "GH" },
    },
  },
  mei: {
    uid: "usr_mei",
    email: "client2@demo.test",
    displayName: "Mei-Ling Tan",
    emailVerified: true,
    claims: {},
    profile: {
      role: "client",
      timeZone: "Asia/Singapore",
      billing: { name: "Mei-Ling Tan", address: "22 Kent Ridge Crescent, Singapore", country: "SG" },
    },
  },
  jonas: {
    uid: "usr_jonas",
    email: "editor@demo.test",
    displayName: "Jonas Weber",
    emailVerified: true,
    claims: { editor: true },
    profile: { role: "editor", timeZone: "Europe/Berlin" },
    editor: {
      level: "standard",
      headline: "Environmental scientist, eleven years of editing",
      degree: "PhD, Environmental Science, University of Freiburg",
      bio: "Edits research articles and theses in the environmental and life sciences.",
      fields: ["environmental-science", "ecology", "climate-science", "hydrology"],
      variants: ["US", "UK"],
      services: ["proofreading", "copyediting", "substantive", "expert"],
      weeklyWords: 60_000,
      // People who try the demo order more than once.
      parallelOrders: 12,
      timeZone: "Europe/Berlin",
      matchReady: true,
      approvedDaysAgo: 400,
      kycStatus: "approved",
      qaDone: 14,
      stats: { qa: 92, rating: 4.8, onTime: 0.98, response: 0.9 },
    },
  },
  priya: {
    uid: "usr_priya",
    email: "editor2@demo.test",
    displayName: "Priya Raman",
    emailVerified: true,
    claims: { editor: true },
    profile: { role: "editor", timeZone: "Asia/Kolkata" },
    editor: {
      level: "trial",
      headline: "Ecologist and science writer",
      degree: "PhD, Ecology, Indian Institute of Science",
      bio: "Edits manuscripts in ecology, public health and the social sciences.",
      fields: ["ecology", "environmental-science", "public-health", "epidemiology"],
      variants: ["UK", "US"],
      services: ["proofreading", "copyediting"],
      weeklyWords: 40_000,
      parallelOrders: 8,
      timeZone: "Asia/Kolkata",
      matchReady: true,
      approvedDaysAgo: 60,
      kycStatus: "approved",
      qaDone: 3,
      stats: { qa: 86, rating: 4.6, onTime: 1, response: 0.8 },
    },
  },
  noor: {
    uid: "usr_noor",
    email: "newcomer@demo.test",
    displayName: "Noor Haddad",
    emailVerified: true,
    claims: { editor: true },
    profile: { role: "editor", timeZone: "Europe/Amsterdam" },
    editor: {
      level: "trial",
      headline: "Sociologist",
      degree: "PhD, Sociology, University of Amsterdam",
      bio: "",
      fields: ["sociology"],
      variants: ["UK"],
      services: ["proofreading"],
      timeZone: "Europe/Amsterdam",
      matchReady: false,
      kycStatus: "submitted",
      stats: { qa: 0, rating: 0, onTime: 0, response: 0 },
    },
  },
  sam: {
    uid: "usr_sam",
    email: "support@demo.test",
    displayName: "Sam Okafor",
    emailVerified: true,
    claims: { support: true },
    profile: { role: "client", timeZone: "Europe/London" },
  },
  ada: {
    uid: "usr_ada",
    email: "admin@demo.test",
    displayName: "Ada Lindqvist",
    emailVerified: true,
    claims: { admin: true },
    profile: { role: "admin", timeZone: "Europe/Stockholm" },
  },
  ben: {
    uid: "usr_ben",
    email: "admin2@demo.test",
    displayName: "Ben Castillo",
    emailVerified: true,
    claims: { admin: true },
    profile: { role: "admin", timeZone: "America/New_York" },
  },
  farah: {
    uid: "usr_farah",
    email: "finance@demo.test",
    displayName: "Farah Aziz",
    emailVerified: true,
    claims: { finance: true },
    profile: { role: "client", timeZone: "Asia/Dubai" },
  },
  cleo: {
    uid: "usr_cleo",
    email: "content@demo.test",
    displayName: "Cleo Martin",
    emailVerified: true,
    claims: { content: true },
    profile: { role: "client", timeZone: "Europe/Paris" },
  },
  uma: {
    uid: "usr_uma",
    email: "unverified@demo.test",
    displayName: "Uma Novak",
    emailVerified: false,
    claims: {},
    profile: { role: "client", timeZone: "Europe/Ljubljana" },
  },
} as const satisfies Record<string, CastMember>;

export type CastName = keyof typeof CAST;

/** A cast member as the actor of a command. */
export const personOf = (name: CastName): Person => actorOf(CAST[name]);

/** Somebody of the demo as the actor of a command. */
export function actorOf(m: CastMember): Person {
  return {
    kind: "person",
    uid: m.uid,
    email: m.email,
    emailVerified: m.emailVerified,
    displayName: m.displayName,
    role: m.profile.role ?? "client",
    isAdmin: m.claims.admin ?? false,
    isEditor: m.claims.editor ?? false,
    isSupport: m.claims.support ?? false,
    photoURL: null,
    claims: m.claims,
    timeZone: m.profile.timeZone ?? null,
  };
}
