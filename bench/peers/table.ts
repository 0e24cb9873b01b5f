/** The table of figures: its arithmetic, and how it's written. */

/** Stet and a peer at the same thing, once per round. */
export type Comparison = {
  what: string;
  unit: string;
  peer: string;
  ours: readonly number[];
  /** In the same rounds. */
  theirs: readonly number[];
  /** The ratio to reach, Stet's figure divided by the peer's; null if there's no goal for it. */
  goal: number | null;
  /** Whether a higher figure is better, such as a rate, or a lower one, such as a time. */
  better: "higher" | "lower";
};

export type Figure = {
  what: string;
  unit: string;
  peer: string;
  /** Medians. */
  ours: number;
  theirs: number;
  /** The median of the rounds' ratios, and its range. */
  ratio: number;
  lowest: number;
  highest: number;
  goal: number | null;
  better: "higher" | "lower";
  /** Null without a goal. */
  reached: boolean | null;
};

/** The middle value, or the mean of the two in the middle. @throws if there are none */
export function median(values: readonly number[]): number {
  if (values.length === 0) throw new Error("There is no median of nothing.");
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[upper]! : (sorted[upper - 1]! + sorted[upper]!) / 2;
}

/** The share `q` (0 to 1) of values is below this one. @throws if there are none */
export function quantile(values: readonly number[], q: number): number {
  if (values.length === 0) throw new Error("There is no quantile of nothing.");
  return values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * q))]!;
}

/** @throws if the two weren't measured in the same rounds, or a figure is zero or none */
export function compare({ ours, theirs, ...about }: Comparison): Figure {
  if (ours.length !== theirs.length)
    throw new Error(`${about.what}: ${ours.length} rounds of ours and ${theirs.length} of theirs can't be compared.`);
  const ratios = ours.map((value, round) => value / theirs[round]!);
  if (![...ours, ...ratios].every((value) => Number.isFinite(value) && value > 0))
    throw new Error(`${about.what}: a round measured nothing.`);
  const ratio = median(ratios);
  const { goal, better } = about;
  return {
    ...about,
    ours: median(ours),
    theirs: median(theirs),
    ratio,
    lowest: Math.min(...ratios),
    highest: Math.max(...ratios),
    reached: goal === null ? null : better === "higher" ? ratio >= goal : ratio <= goal,
  };
}

/** Three significant digits, and all digits before the point. */
export function show(value: number): string {
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : 2;
  return new Intl.NumberFormat("en-US", { maximumFractionDigits: digits, minimumFractionDigits: digits }).format(value);
}

const goalOf = ({ goal, better }: Figure): string =>
  goal === null ? "" : `${better === "higher" ? "at least" : "at most"} ${goal}×`;
const outcomeOf = ({ reached }: Figure): string => (reached === null ? "" : reached ? "reached" : "not reached");

/** The figures as a Markdown table. */
export function markdown(figures: readonly Figure[]): string {
  const rows = figures.map((it) =>
    [
      `${it.what}, ${it.unit}`,
      show(it.ours),
      `${it.peer}: ${show(it.theirs)}`,
      `${show(it.ratio)}× (${show(it.lowest)} to ${show(it.highest)})`,
      goalOf(it),
      outcomeOf(it),
    ].join(" | "),
  );
  return [
    "| what | Stet | compared with | ratio (rounds) | goal | |",
    "|---|---|---|---|---|---|",
    ...rows.map((row) => `| ${row} |`),
  ].join("\n");
}

/**
 * A document with the text between `<!-- name -->` and `<!-- end of name -->` replaced.
 * @throws if the document doesn't have both, in this order
 */
export function replacePart(document: string, name: string, text: string): string {
  const [from, to] = [`<!-- ${name} -->`, `<!-- end of ${name} -->`];
  const begin = document.indexOf(from);
  const end = document.indexOf(to);
  if (begin < 0 || end < begin) throw new Error(`The document has no place for the figures of ${name}.`);
  return `${document.slice(0, begin + from.length)}\n\n${text}\n\n${document.slice(end)}`;
}
