/**
 * Recognizes the movements of another file: the same account, day, and amount, with the same references or texts. Banks
 * write the same text differently in each format: cut, in capitals, with umlauts spelled out, and without blanks.
 */
import type { StatementLine } from "./bank-statement.ts";

/** A line that is compared. `format` is its file's. */
export type ComparedLine = Pick<StatementLine, "counterparty" | "details" | "reference" | "bankReference"> & {
  format: string;
};

/**
 * How sure it is that two lines of an account, with the same day and amount but from different files, are one movement.
 * A person decides about what is probable.
 */
export type Likeness = "certain" | "probable" | "none";

const SPELLED: Readonly<Record<string, string>> = { Ä: "AE", Ö: "OE", Ü: "UE", ß: "SS", ẞ: "SS", Æ: "AE", Ø: "O" };

/** Capitals and digits alone. */
export const plainText = (text: string): string =>
  text
    .toUpperCase()
    .replaceAll(/[ÄÖÜßẞÆØ]/g, (letter) => SPELLED[letter]!)
    .normalize("NFD")
    .replaceAll(/[^\p{L}\p{N}]/gu, "");

/** The words of a text, without short ones that every line has. */
const wordsOf = (text: string): Set<string> =>
  new Set(
    text
      .split(/[^\p{L}\p{N}]+/u)
      .map(plainText)
      .filter((word) => word.length > 2),
  );

/** Text that one bank cuts and another doesn't is compared from this length on. */
const SHORTEST = 8;
/** The share of the shorter text's words that the other one has, too. */
const SHARED = 0.5;

function score(a: ComparedLine, b: ComparedLine): number {
  if (a.bankReference !== "" && b.bankReference !== "") {
    if (a.bankReference === b.bankReference) return 4;
    // One format's references are the bank's own numbers: two of them are two movements.
    if (a.format === b.format) return 0;
  }
  const [textA, textB] = [a, b].map((line) => plainText(`${line.counterparty}${line.details}`)) as [string, string];
  const [referenceA, referenceB] = [plainText(a.reference), plainText(b.reference)];
  if (referenceA !== "" && (referenceA === referenceB || textB.includes(referenceA))) return 3;
  if (referenceB !== "" && textA.includes(referenceB)) return 3;
  if (referenceA !== "" && referenceB !== "" && a.format === b.format) return 0;
  const [detailsA, detailsB] = [plainText(a.details), plainText(b.details)];
  if (detailsA === detailsB || isPart(detailsA, textB) || isPart(detailsB, textA)) return 2;
  if (textA === "" || textB === "") return 1;
  const [wordsA, wordsB] = [a, b].map((line) => wordsOf(`${line.counterparty} ${line.details}`)) as [
    Set<string>,
    Set<string>,
  ];
  const shared = [...wordsA].filter((word) => wordsB.has(word)).length;
  return shared > 0 && shared >= SHARED * Math.min(wordsA.size, wordsB.size) ? 1 : 0;
}

const isPart = (part: string, whole: string): boolean =>
  part.length >= SHORTEST && (whole.includes(part) || whole.includes(part.slice(0, Math.ceil(part.length * 0.6))));

/**
 * Which new lines repeat known ones. Each known line is repeated by one new line at most, so what a bank booked twice
 * on a day stays twice. All have the same account, day, and amount.
 * @returns the known line of each new one that probably or certainly is one
 */
export function repeatedLines<New extends ComparedLine, Known extends ComparedLine>(
  fresh: readonly New[],
  known: readonly Known[],
): Map<New, { known: Known; likeness: Exclude<Likeness, "none"> }> {
  const pairs = fresh
    .flatMap((one) => known.map((other) => ({ one, other, score: score(one, other) })))
    .filter((pair) => pair.score > 0)
    .toSorted((a, b) => b.score - a.score);
  const found = new Map<New, { known: Known; likeness: Exclude<Likeness, "none"> }>();
  const taken = new Set<Known>();
  for (const { one, other, score: points } of pairs)
    if (!found.has(one) && !taken.has(other)) {
      found.set(one, { known: other, likeness: points === 4 ? "certain" : "probable" });
      taken.add(other);
    }
  return found;
}
