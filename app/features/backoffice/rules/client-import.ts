import { listCountries } from "#app/platform/rules/core/country.ts";
import { isTimeZone } from "#app/platform/rules/core/time.ts";

/** The columns of a client, with names that other systems give them. */
export const CLIENT_COLUMNS = {
  externalId: { label: "Id in the other system", names: ["id", "client id", "customer id", "user id", "external id"] },
  email: { label: "Email address", names: ["email", "email address", "mail"] },
  name: { label: "Name", names: ["name", "full name", "display name", "client", "customer"] },
  organization: {
    label: "Organization",
    names: ["organization", "company", "institution", "university"],
  },
  country: { label: "Country", names: ["country", "country code"] },
  timeZone: { label: "Time zone", names: ["time zone", "timezone", "tz"] },
} as const satisfies Record<string, { label: string; names: readonly string[] }>;
export type ClientColumn = keyof typeof CLIENT_COLUMNS;
export const CLIENT_COLUMN_NAMES = Object.keys(CLIENT_COLUMNS) as ClientColumn[];
export const REQUIRED_COLUMNS: readonly ClientColumn[] = ["externalId", "email", "name"];

/** Bounds of one file. */
export const IMPORT_LIMITS = { lines: 20_000, bytes: 2_000_000, faultsShown: 100 } as const;

/** Which column of a file each of ours is in, by its number; null for none. */
export type ClientMapping = Readonly<Record<ClientColumn, number | null>>;
export type ClientRow = Readonly<Record<ClientColumn, string>>;
export type ReadRow = { line: number; row: ClientRow };
export type RowFault = { line: number; fault: string };

/** A column's name without hyphens, and in American spelling. */
const plain = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replaceAll("-", "")
    .replaceAll(/[_\s]+/g, " ")
    .replace("isation", "ization");

/** Guesses the columns by their names. */
export function guessMapping(header: readonly string[]): ClientMapping {
  const own = header.map(plain);
  const at = (names: readonly string[]): number | null => {
    for (const name of names) if (own.includes(name)) return own.indexOf(name);
    return null;
  };
  return Object.fromEntries(CLIENT_COLUMN_NAMES.map((key) => [key, at(CLIENT_COLUMNS[key].names)])) as ClientMapping;
}

const EMAIL = /^[^\s@<>",;]{1,64}@[^\s@<>",;]{1,180}\.[^\s@<>",;.]{2,60}$/;

function faultOf(row: ClientRow, countries: ReadonlySet<string>): string | null {
  if (row.externalId === "") return "The id is missing.";
  if (row.externalId.length > 120) return "The id is longer than 120 characters.";
  if (!EMAIL.test(row.email)) return `“${row.email.slice(0, 60)}” isn't an email address.`;
  if (row.name === "" || row.name.length > 80) return "The name is missing or longer than 80 characters.";
  if (/\p{Cc}/u.test(row.name + row.organization)) return "The name or the organization has more than one line.";
  if (row.organization.length > 120) return "The organization is longer than 120 characters.";
  if (row.country !== "" && !countries.has(row.country))
    return `“${row.country.slice(0, 20)}” isn't a country's code, such as DE.`;
  if (row.timeZone !== "" && !isTimeZone(row.timeZone))
    return `“${row.timeZone.slice(0, 40)}” isn't a time zone, such as Europe/Berlin.`;
  return null;
}

/**
 * Reads the lines after the header. Ids and addresses that come twice are a fault from the second time on.
 * @returns the rows that can be imported, and what's wrong with the others, by line
 */
export function readClients(
  lines: readonly (readonly string[])[],
  mapping: ClientMapping,
): { rows: ReadRow[]; faults: RowFault[] } {
  const countries = new Set(listCountries().map(([code]) => code));
  const seen = new Map<string, number>();
  const rows: ReadRow[] = [];
  const faults: RowFault[] = [];
  for (const [i, fields] of lines.entries()) {
    const line = i + 2;
    const value = (key: ClientColumn): string => (mapping[key] === null ? "" : (fields[mapping[key]] ?? "").trim());
    const row: ClientRow = {
      externalId: value("externalId"),
      email: value("email").toLowerCase(),
      name: value("name"),
      organization: value("organization"),
      country: value("country").toUpperCase(),
      timeZone: value("timeZone"),
    };
    const twice = seen.get(`id ${row.externalId}`) ?? seen.get(`email ${row.email}`);
    const fault =
      faultOf(row, countries) ?? (twice === undefined ? null : `The id or the address is on line ${twice} already.`);
    if (fault !== null) {
      faults.push({ line, fault });
      continue;
    }
    seen.set(`id ${row.externalId}`, line);
    seen.set(`email ${row.email}`, line);
    rows.push({ line, row });
  }
  return { rows, faults };
}
