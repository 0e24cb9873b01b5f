/**
 * The file that the German tax portal imports into a One Stop Shop return (Bundeszentralamt für Steuern, "Import von
 * Umsätzen in die Steuererklärung für die OSS EU-Regelung", version 2.0): UTF-8, record type 1 for each country, record
 * type 2 for the services supplied there under one rate, and record type 6 for each earlier quarter that's corrected,
 * with the tax declared for it so far and the right one.
 */
import { decimalMoney } from "#app/platform/rules/core/money.ts";
import type { DeclaredCorrection, ReturnRow } from "./returns.ts";

/** The portal uses the Union's code for Greece. */
const country = (place: string): string => (place === "GR" ? "EL" : place);
const line = (...fields: readonly string[]): string => `${fields.join(",")}\r\n`;

/** What a return of the One Stop Shop declares, in minor units of its currency. */
export type OneStopReturn = {
  rows: readonly ReturnRow[];
  corrections: readonly DeclaredCorrection[];
  /** What was booked by hand on its account, so that no member state is known. */
  withoutStateMinor: number;
};

/** Why a return can't be imported, as a sentence, or null if it can. */
export function ossImportFault({ rows, corrections, withoutStateMinor }: OneStopReturn): string | null {
  if ([...rows, ...corrections].some((one) => one.isUnknown))
    return "Some amounts aren't known yet, because a reference rate is missing.";
  if (withoutStateMinor !== 0)
    return "An entry by hand has no member state, and the portal wants one for each amount. Take the entry back, or type this return in by hand.";
  if (corrections.some((it) => it.declaredMinor === null))
    return "A quarter that's corrected has no return that was filed here, so what was declared isn't known. Type this return in by hand.";
  if (corrections.length === 0 && rows.every((row) => row.baseMinor === 0))
    return "There are no supplies in this quarter.";
  return rows.some((row) => row.baseMinor < 0 || row.taxMinor < 0) ||
    corrections.some((it) => (it.declaredMinor ?? 0) + it.taxMinor < 0)
    ? "The portal imports no amounts below zero. Type this return in by hand."
    : null;
}

/** A return that has no fault, as the portal imports it. In euros. */
export function ossImport({ rows, corrections }: OneStopReturn, currency: string): string {
  const supplied = rows.filter((row) => row.baseMinor > 0 && row.taxMinor > 0);
  return [
    "#v2.0\r\n",
    ...new Set([...supplied, ...corrections].map(({ place }) => line("1", country(place)))),
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
    ...corrections.map((it) =>
      line(
        "6",
        country(it.place),
        it.from.slice(0, 4),
        String(Math.ceil(Number(it.from.slice(5, 7)) / 3)),
        decimalMoney(it.declaredMinor ?? 0, currency),
        decimalMoney((it.declaredMinor ?? 0) + it.taxMinor, currency),
      ),
    ),
  ].join("");
}
