/** What a CSV file says above and below its table: the account, its currency, and its balances. */
import { ibanProblem } from "#app/platform/rules/core/iban.ts";
import { labelOf } from "./csv-words.ts";
import { digitsOf } from "#app/platform/rules/core/money.ts";
import { CURRENCY_CODES } from "./currencies.ts";
import { decimalOf, minorOf, readAmount } from "./file-amounts.ts";

export type FileFacts = {
  /** "" if it isn't named. */
  account: string;
  currency: string | null;
  /** The opening and closing balance that its lines lead between, in minor units of a currency. */
  balances: (currency: string, movedMinor: number) => { opening: number | null; closing: number | null };
};

/** A label with its values: of a row whose first cell is the label, or "Account Number : 900023207". */
function pairOf(record: readonly string[]): { label: string; values: string[] } | null {
  const cells = record.map((one) => one.trim()).filter((one) => one !== "");
  const [first, ...rest] = cells;
  if (first === undefined) return null;
  const colon = first.indexOf(":");
  if (rest.length === 0 && colon > 0) return { label: first.slice(0, colon), values: [first.slice(colon + 1).trim()] };
  return { label: first.replace(/:\s*$/, ""), values: rest };
}

const IBAN_LIKE = /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]){11,30}/;

/** The IBAN in a text: of what looks like one, the longest beginning whose check digits are right. */
function ibanIn(text: string): string | null {
  const found = IBAN_LIKE.exec(text)?.[0].replaceAll(" ", "");
  if (found === undefined) return null;
  for (let length = Math.min(found.length, 34); length >= 15; length--)
    if (ibanProblem(found.slice(0, length)) === null) return found.slice(0, length);
  return null;
}

/** The number in "Business Account 999-061234-5". */
function numberIn(text: string): string {
  if (/^[\d\s./-]+[A-Z]?$/.test(text)) return text;
  return text.split(/\s+/).findLast((word) => (word.match(/\d/g) ?? []).length >= 4) ?? "";
}

/** How many rows above and below a table are looked at. */
const MOST_ROWS = 100;
const endsOf = <T>(rows: readonly T[]): readonly T[] =>
  rows.length <= 2 * MOST_ROWS ? rows : [...rows.slice(0, MOST_ROWS), ...rows.slice(-MOST_ROWS)];

/** @param outside the rows that aren't lines @param titles of the table, whose row is left out */
export function factsOf(outside: readonly string[][], titles: readonly string[]): FileFacts {
  const table = titles.join("\n");
  const pairs = endsOf(outside)
    .filter((record) => record.map((one) => one.trim()).join("\n") !== table)
    .map(pairOf)
    .filter((pair) => pair !== null)
    .map((pair) => ({ ...pair, means: labelOf(pair.label) }));
  const ofLabel = (label: string) => pairs.filter((pair) => pair.means === label);
  const ibans = [...ofLabel("iban"), ...ofLabel("account"), ...pairs].flatMap(({ label, values }) => [
    ...values.map(ibanIn),
    ibanIn(label),
  ]);
  const numbers = ofLabel("account").flatMap(({ values }) => values.map(numberIn));
  const account = ibans.find((one) => one !== null) ?? numbers.find((one) => one !== "") ?? "";
  const codes = [...ofLabel("currency"), ...ofLabel("opening"), ...ofLabel("closing"), ...pairs].flatMap(({ values }) =>
    values.flatMap((value) => value.split(" ")),
  );
  const currency = codes.find((one) => CURRENCY_CODES.has(one)) ?? null;
  const stated = (["opening", "closing"] as const).map((label) =>
    ofLabel(label).flatMap(({ values }) => {
      const decimal = decimalOf(values);
      return values.map((value) => readAmount(value, decimal)).find((one) => one !== null) ?? [];
    }),
  );
  const balances = (wanted: string, movedMinor: number) => {
    const [openings, closings] = stated.map((amounts) =>
      amounts.map((one) => minorOf(one, digitsOf(wanted))).filter((one) => one !== null),
    ) as [number[], number[]];
    // Some files call the balance before their lines the last one, too.
    for (const opening of [...openings, ...closings])
      if (closings.includes(opening + movedMinor)) return { opening, closing: opening + movedMinor };
    return { opening: openings[0] ?? null, closing: closings.at(-1) ?? null };
  };
  return { account, currency, balances };
}
