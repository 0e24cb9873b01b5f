import type { Spot } from "../finding.ts";
import type { Entry } from "./entries.ts";
import type { Numbered } from "./in-text.ts";
import { type Add, authorsWords, fold, isSlip, labelOf, spotOf } from "./report.ts";

/** A number this far after the end of the list is none of a citation. */
const BEYOND = 10;

/** Numeric citations against a numbered list. @param sure whether every number is surely a citation */
export function byNumber(
  entries: readonly Entry[],
  numbers: readonly Numbered[],
  copies: ReadonlyMap<Entry, Entry>,
  sure: boolean,
  add: Add,
): void {
  const listed = entries.filter((one) => one.number !== null);
  const have = new Map(listed.map((one) => [one.number!, one]));
  const last = listed.reduce((most, one) => Math.max(most, one.number!), 0);
  const first = new Map<number, Numbered>();
  for (const one of numbers) {
    const entry = have.get(one.number);
    if (entry) {
      if (!first.has(one.number)) first.set(one.number, one);
      if (one.name) checkName(one, entry, add);
    } else if (one.number > last && one.number <= last + BEYOND && !one.inCell)
      add("out-of-range", `[${one.number}] is cited, and the list ends at ${last}.`, [one.spot], { folded: !sure });
  }
  const unseen = listed.filter((one) => !first.has(one.number!) && !copies.has(one));
  for (const one of unseen)
    add("not-cited", `Entry ${one.number}, ${labelOf(one)}, is listed and not cited.`, [spotOf(one)], {
      folded: unseen.length > listed.length * 0.3,
    });
  // In the order of first appearance, if nearly all are: some lists are in order of the alphabet.
  // Tables and figures stand elsewhere in print.
  const inText = new Map<number, Numbered>();
  for (const one of numbers)
    if (have.has(one.number) && !one.inCell && !inText.has(one.number)) inText.set(one.number, one);
  const order = [...inText.keys()];
  const wrong: [number, number][] = [];
  for (let i = 1; i < order.length; i++) if (order[i]! < order[i - 1]!) wrong.push([order[i - 1]!, order[i]!]);
  for (const [early, late] of wrong)
    add("order", `[${early}] appears before [${late}].`, [inText.get(early)!.spot, inText.get(late)!.spot], {
      folded: !sure || wrong.length > Math.max(3, order.length * 0.15),
    });
}

function checkName({ name, etAl, spot, number }: Numbered, entry: Entry, add: Add): void {
  const author = entry.authors[0];
  if (!author || !name) return;
  // Some lists run the initials into the name: "FabreziM".
  const family = author.replace(/(?<=\p{Ll})\p{Lu}{1,3}$/u, "");
  const isSame = fold(family) === fold(name) || fold(family).endsWith(` ${fold(name)}`);
  if (isSame && etAl && entry.complete && entry.authors.length < 3 && !entry.more)
    add("etal-count", `“${name} et al. [${number}]”: the entry has ${authorsWords(entry)}.`, [wide(spot, name, etAl)]);
  else if (!isSame && name.length > 4 && isSlip(fold(name), fold(family)))
    add("name-differs", `“${name}” in the text, “${family}” in the list.`, [wide(spot, name, etAl)], {
      forms: [
        { form: family, count: 1 },
        { form: name, count: 1 },
      ],
    });
}

const wide = ({ block, from, to }: Spot, name: string, etAl: boolean): Spot => ({
  block,
  from: Math.max(0, from - name.length - (etAl ? 8 : 1)),
  to,
});
