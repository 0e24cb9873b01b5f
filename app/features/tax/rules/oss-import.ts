/**
 * The file that the German tax portal imports into a One Stop Shop return (Bundeszentralamt für Steuern, "Import von
 * Umsätzen in die Steuererklärung für die OSS EU-Regelung", version 2.0): UTF-8, record type 1 for each country, and
 * record type 2 for the services supplied there under one rate. The portal's form asks for corrections of earlier
 * quarters in another way, so they're typed in.
 */
import { decimalMoney } from "#app/platform/rules/core/money.ts";
import type { ReturnRow } from "./returns.ts";

/** The portal uses the Union's code for Greece. */
const country = (place: string): string => (place === "GR" ? "EL" : place);
const line = (...fields: readonly string[]): string => `${fields.join(",")}\r\n`;

/** Why a return can't be imported, as a sentence, or null if it can. */
export function ossImportFault(rows: readonly ReturnRow[]): string | null {
  if (rows.some((row) => row.isUnknown)) return "Some amounts aren't known yet, because a reference rate is missing.";
  if (rows.every((row) => row.baseMinor === 0)) return "There are no supplies in this quarter.";
  return rows.some((row) => row.baseMinor < 0 || row.taxMinor < 0)
    ? "The portal imports no amounts below zero. Type this return in by hand."
    : null;
}

/** @param rows what was supplied in the quarter, in euros */
export function ossImport(rows: readonly ReturnRow[], currency: string): string {
  const supplied = rows.filter((row) => row.baseMinor > 0 && row.taxMinor > 0);
  return [
    "#v2.0\r\n",
    ...new Set(supplied.map((row) => line("1", country(row.place)))),
    ...supplied.map((row) =>
      line(
        "2",
        country(row.place),
        "STANDARD",
        (row.rateBp / 100).toFixed(2),
        decimalMoney(row.baseMinor, currency),
        decimalMoney(row.taxMinor, currency),
      ),
    ),
  ].join("");
}
