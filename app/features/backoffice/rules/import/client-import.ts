import { listCountries } from "#app/platform/rules/core/country.ts";
import { isTimeZone } from "#app/platform/rules/core/time.ts";
import { type ImportColumn, type ImportKind, emailFault, idFault, textFault } from "./import-kind.ts";

/** The columns that everybody who's imported has. */
export const PERSON_COLUMNS = {
  externalId: {
    label: "Id in the other system",
    names: ["id", "external id", "user id", "client id", "customer id", "editor id", "freelancer id"],
    required: true,
  },
  email: { label: "Email address", names: ["email", "email address", "mail"], required: true },
  name: {
    label: "Name",
    names: ["name", "full name", "display name", "client", "customer", "editor"],
    required: true,
  },
  timeZone: { label: "Time zone", names: ["time zone", "timezone", "tz"] },
} as const satisfies Record<string, ImportColumn>;

/** What's wrong with a person's own columns, or null. */
export function personFault(row: Readonly<Record<keyof typeof PERSON_COLUMNS, string>>): string | null {
  return (
    idFault(row.externalId) ??
    emailFault(row.email) ??
    textFault("The name", row.name, 80, true) ??
    (row.timeZone === "" || isTimeZone(row.timeZone)
      ? null
      : `“${row.timeZone.slice(0, 40)}” isn't a time zone, such as Europe/Berlin.`)
  );
}

type ClientColumn = keyof typeof PERSON_COLUMNS | "organization" | "country";

export const CLIENT_IMPORT: ImportKind<ClientColumn> = {
  noun: "client",
  columns: {
    ...PERSON_COLUMNS,
    organization: { label: "Organization", names: ["organization", "company", "institution", "university"] },
    country: { label: "Country", names: ["country", "country code"] },
  },
  once: ["externalId", "email"],
  onceWords: "The id or the address",
  reader() {
    const countries = new Set(listCountries().map(([code]) => code));
    return (typed) => {
      const row = { ...typed, email: typed.email.toLowerCase(), country: typed.country.toUpperCase() };
      const fault =
        personFault(row) ??
        textFault("The organization", row.organization, 120) ??
        (row.country === "" || countries.has(row.country)
          ? null
          : `“${row.country.slice(0, 20)}” isn't a country's code, such as DE.`);
      return fault ?? row;
    };
  },
};
