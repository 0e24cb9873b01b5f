import { invalid } from "#app/platform/rules/core/errors.ts";
import type { CsvColumn } from "#app/platform/rules/text/csv.ts";
import { csvRecords } from "#app/platform/rules/text/csv-records.ts";
import { CONVENTION_KEYS, type Decision, PARTS, PART_CODES, SHEET_LIMITS, titleOf, typedDecision } from "./entry.ts";

/** A style sheet as a file: one entry a line. Import reads what export writes. */
export const SHEET_COLUMNS: readonly CsvColumn<Decision>[] = [
  { header: "Part", value: (one) => PARTS[one.part] },
  { header: "About", value: (one) => titleOf(one.key) },
  { header: "Use", value: (one) => one.form },
  { header: "Not", value: (one) => one.others.join("; ") },
  { header: "Note", value: (one) => one.note },
];

const broken = (message: string) => invalid("csv", message, "Nothing was imported. Correct the file and try again.");
/** A spreadsheet's apostrophe before what it would run as a formula. */
const plain = (said: string | undefined): string => (said ?? "").trim().replace(/^'(?=[=+\-@])/, "");

/**
 * The entries of a CSV file with the columns Use and, if it has them, Part, Not, and Note.
 * @throws invalid naming the first line that can't be read
 */
export function readSheetCsv(text: string): Decision[] {
  const [header = [], ...records] = csvRecords(text.replace(/^\uFEFF/, ""), SHEET_LIMITS.entries, broken);
  const titles = header.map((title) => title.trim().toLowerCase());
  const at = (name: string): number => titles.indexOf(name);
  if (at("use") < 0) throw broken("The first line of this file must name its columns, with “Use” among them.");
  if (records.length === 0) throw broken("This file has no entries.");
  return records.map((record, i) => {
    const cell = (name: string): string => plain(record[at(name)]);
    const said = cell("part").toLowerCase();
    const part = said === "" ? "words" : PART_CODES.find((code) => PARTS[code].toLowerCase() === said || code === said);
    if (!part)
      throw broken(
        `Line ${i + 2}: “${cell("part")}” isn't a part of a style sheet. Use one of: ${Object.values(PARTS).join(", ")}.`,
      );
    const read = typedDecision({ part, form: cell("use"), others: cell("not"), note: cell("note") });
    if ("fault" in read) throw broken(`Line ${i + 2}: ${read.fault}`);
    const about = cell("about");
    const convention = about ? conventionNamed(about) : null;
    return convention ? { ...read, key: convention } : read;
  });
}

const conventionNamed = (title: string): string | null => CONVENTION_KEYS.find((key) => titleOf(key) === title) ?? null;
