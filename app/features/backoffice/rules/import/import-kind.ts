/** A column of a file to import, with names that other systems give it. */
export type ImportColumn = { label: string; names: readonly string[]; required?: true };
/** A line's values by our columns, all as text. */
export type ImportRow<Key extends string = string> = Readonly<Record<Key, string>>;

/** What can be imported from another system, one line each. */
export type ImportKind<Key extends string = string> = {
  /** "client"; what a line is called. */
  noun: string;
  columns: Readonly<Record<Key, ImportColumn>>;
  /** Columns whose values come once in a file, and what to call them. */
  once: readonly Key[];
  onceWords: string;
  /**
   * Reads lines of a file, knowing all of them. @param today "2026-11-29"
   * @returns what reads one: the row to keep, or a sentence about what's wrong
   */
  reader(rows: readonly ImportRow<Key>[], today: string): (row: ImportRow<Key>) => ImportRow<Key> | string;
};

/** Bounds of one file. */
export const IMPORT_LIMITS = { lines: 20_000, bytes: 2_000_000, faultsShown: 100 } as const;

/** Which column of a file each of ours is in, by its number; null for none. */
export type ImportMapping = Readonly<Record<string, number | null>>;
export type ReadRow = { line: number; row: ImportRow };
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
export function guessMapping(kind: ImportKind, header: readonly string[]): ImportMapping {
  const own = header.map(plain);
  return Object.fromEntries(
    Object.entries(kind.columns).map(([key, { names }]) => {
      const name = names.find((one) => own.includes(one));
      return [key, name === undefined ? null : own.indexOf(name)];
    }),
  );
}

/** The columns that a file has to have, and this mapping doesn't. */
export const missingColumns = (kind: ImportKind, mapping: ImportMapping): string[] =>
  Object.keys(kind.columns).filter((key) => kind.columns[key]!.required && (mapping[key] ?? null) === null);

const LONGEST_ID = 120;

/** What's wrong with an id of another system, or null. */
export const idFault = (id: string): string | null =>
  id === "" ? "The id is missing." : id.length > LONGEST_ID ? `The id is longer than ${LONGEST_ID} characters.` : null;

const EMAIL = /^[^\s@<>",;]{1,64}@[^\s@<>",;]{1,180}\.[^\s@<>",;.]{2,60}$/;

/** What's wrong with an email address, or null. */
export const emailFault = (email: string): string | null =>
  EMAIL.test(email) ? null : `“${email.slice(0, 60)}” isn't an email address.`;

/** What's wrong with a text, or null. @param what its name, as a sentence begins */
export function textFault(what: string, text: string, most: number, required = false): string | null {
  if (required && (text === "" || text.length > most)) return `${what} is missing or longer than ${most} characters.`;
  if (text.length > most) return `${what} is longer than ${most} characters.`;
  return /\p{Cc}/u.test(text) ? `${what} has more than one line.` : null;
}

/**
 * Reads the lines after the header. What may come once is a fault from the second time on.
 * @param today "2026-11-29"
 * @returns the rows that can be imported, and what's wrong with the others, by line
 */
export function readLines(
  kind: ImportKind,
  lines: readonly (readonly string[])[],
  mapping: ImportMapping,
  today: string,
): { rows: ReadRow[]; faults: RowFault[] } {
  const keys = Object.keys(kind.columns);
  const all = lines.map((fields) =>
    Object.fromEntries(
      keys.map((key) => {
        const at = mapping[key] ?? null;
        return [key, at === null ? "" : (fields[at] ?? "").trim()];
      }),
    ),
  );
  const read = kind.reader(all, today);
  const seen = new Map<string, number>();
  const rows: ReadRow[] = [];
  const faults: RowFault[] = [];
  for (const [i, values] of all.entries()) {
    const line = i + 2;
    const row = read(values);
    if (typeof row === "string") {
      faults.push({ line, fault: row });
      continue;
    }
    const marks = kind.once.map((key) => `${key} ${row[key]}`);
    const twice = marks.map((mark) => seen.get(mark)).find((at) => at !== undefined);
    if (twice !== undefined) {
      faults.push({ line, fault: `${kind.onceWords} is on line ${twice} already.` });
      continue;
    }
    for (const mark of marks) seen.set(mark, line);
    rows.push({ line, row });
  }
  return { rows, faults };
}
