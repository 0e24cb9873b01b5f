/**
 * Business policy as figures: numbers by key, such as `pricing.mills.copyediting.7d`. The code says what each figure
 * means and its default; a version of the policy holds the numbers that apply.
 */
import { dayOf, isDay } from "#app/platform/rules/core/day.ts";
import { formatMoney, CURRENCY, moneySymbol } from "#app/platform/rules/core/money.ts";
import { DAY, HOUR, MINUTE, formatDay } from "#app/platform/rules/core/time.ts";

/** Null where the thing isn't offered or has no limit. */
export type Figures = Readonly<Record<string, number | null>>;

/** How people type a figure: decimals, what one of it is in the code's unit, and the words around it. */
const UNITS = {
  mills: { decimals: 3, scale: 1_000, before: moneySymbol(CURRENCY), after: "per word" },
  money: { decimals: 2, scale: 100, before: moneySymbol(CURRENCY), after: "" },
  bp: { decimals: 2, scale: 100, before: "", after: "%" },
  /** Thousandths of a percent: 9975 is 9.975%. */
  taxRate: { decimals: 3, scale: 1_000, before: "", after: "%" },
  words: { decimals: 0, scale: 1, before: "", after: "words" },
  pace: { decimals: 0, scale: 1, before: "", after: "words per hour" },
  times: { decimals: 0, scale: 1, before: "", after: "times the limit" },
  stars: { decimals: 1, scale: 10, before: "", after: "stars" },
  count: { decimals: 0, scale: 1, before: "", after: "" },
  days: { decimals: 0, scale: DAY, before: "", after: "days" },
  hours: { decimals: 0, scale: HOUR, before: "", after: "hours" },
  minutes: { decimals: 0, scale: MINUTE, before: "", after: "minutes" },
  /** One of the figure's `choices`. */
  choice: { decimals: 0, scale: 1, before: "", after: "" },
  /** A calendar day, as the number of days since January 1, 1970. */
  date: { decimals: 0, scale: 1, before: "", after: "" },
} as const;
export type FigureUnit = keyof typeof UNITS;

export type Figure = {
  key: string;
  /** With the table it's in, such as "Copyediting, 7 days", for lists of changes. */
  label: string;
  unit: FigureUnit;
  /** The range in the code's unit: mills, cents, basis points, words, milliseconds. */
  least: number;
  most: number;
  /** What an empty field means. Without it, the field has to be filled. */
  empty?: string;
  /** For a choice: what each value means. A value never changes its meaning, because versions store it. */
  choices?: readonly FigureChoice[];
};
export type FigureChoice = { value: number; label: string };

/** Rows of figures, as on the form. A null is a cell without a figure. */
export type FigureTable = {
  title: string;
  /** A sentence on what the figures do. */
  intro: string;
  /** What to know when changing them. */
  hint?: string;
  columns: readonly string[];
  rows: readonly { label: string; figures: readonly (Figure | null)[] }[];
  /**
   * For a list: how many empty rows the form offers after those that are filled. Others aren't shown until they're
   * needed.
   */
  spare?: number;
};

/** One page of the form. */
export type FigureSubject = { id: string; title: string; summary: string; tables: readonly FigureTable[] };

/** Something that figures can't say together: the figure to look at, and what to do. */
export type FigureFault = { key: string; message: string };

export const figuresOf = (subjects: readonly FigureSubject[]): readonly Figure[] =>
  subjects.flatMap((s) => s.tables.flatMap((t) => t.rows.flatMap((r) => r.figures.filter((f) => f !== null))));

/** A figure as its field shows it: "0.030", "20.00", "20,000", "7". */
export function figureText({ unit }: Pick<Figure, "unit">, value: number | null): string {
  if (value === null) return "";
  if (unit === "choice") return String(value);
  if (unit === "date") return dayOf(value * DAY);
  const { decimals, scale } = UNITS[unit];
  const number = value / scale;
  if (unit === "bp" || unit === "taxRate") return String(number);
  return number.toLocaleString("en-US", { minimumFractionDigits: decimals, maximumFractionDigits: 3 });
}

/** A figure in a table whose heads name the unit: "$0.030", "25%", "20,000", "7". */
export function figureCell(figure: Pick<Figure, "unit" | "empty" | "choices">, value: number | null): string {
  const { unit, empty } = figure;
  if (value === null) return empty ?? "none";
  if (unit === "choice" || unit === "date") return figureWords(figure, value);
  const { before, after } = UNITS[unit];
  return `${before}${figureText({ unit }, value)}${after === "%" ? after : ""}`;
}

/** A figure as a sentence has it: "$0.030 per word", "25%", "20,000 words", "7 days". */
export function figureWords(
  { unit, empty, choices }: Pick<Figure, "unit" | "empty" | "choices">,
  value: number | null,
): string {
  if (value === null) return empty ?? "none";
  if (unit === "choice") return choices?.find((it) => it.value === value)?.label ?? String(value);
  if (unit === "date") return formatDay(new Date(value * DAY), "UTC");
  if (unit === "money") return formatMoney(value, CURRENCY);
  const { before, after, scale } = UNITS[unit];
  const text = `${before}${figureText({ unit }, value)}`;
  if (after === "" || after === "%") return `${text}${after}`;
  return `${text} ${value === scale && unit !== "mills" ? after.replace(/s\b/, "") : after}`;
}

const TYPED = /^(\d{1,3}(?:,\d{3})+|\d{1,9})(?:\.(\d{1,4}))?$/;

/** The typed text as a figure, or the message for its field. */
export function readFigure(figure: Figure, typed: string): { value: number | null } | { fault: string } {
  const text = typed
    .trim()
    .replace(/^\$\s*/, "")
    .replace(/%$/, "")
    .trimEnd();
  if (text === "")
    return figure.empty ? { value: null } : { fault: `Enter a figure, such as ${figureText(figure, figure.least)}.` };
  if (figure.unit === "choice") {
    const chosen = figure.choices?.find((it) => String(it.value) === text);
    return chosen ? { value: chosen.value } : { fault: "Choose one of the options." };
  }
  if (figure.unit === "date") return readDate(figure, text);
  const { decimals, scale } = UNITS[figure.unit];
  const found = TYPED.exec(text);
  const fraction = found?.[2] ?? "";
  if (!found || fraction.length > decimals)
    return {
      fault:
        decimals === 0
          ? "Enter a whole number."
          : `Enter a number with up to ${decimals} decimals, such as 1.${"5".padEnd(decimals, "0")}.`,
    };
  const whole = Number(found[1]!.replaceAll(",", ""));
  const value = whole * scale + (decimals === 0 ? 0 : Number(fraction.padEnd(decimals, "0")));
  if (value < figure.least || value > figure.most)
    return { fault: `Enter a figure from ${figureText(figure, figure.least)} to ${figureText(figure, figure.most)}.` };
  return { value };
}

function readDate(figure: Figure, text: string): { value: number } | { fault: string } {
  if (!isDay(text)) return { fault: "Enter a date, such as 2026-12-24." };
  const value = Date.parse(`${text}T00:00:00Z`) / DAY;
  if (value < figure.least || value > figure.most)
    return { fault: `Enter a date from ${figureWords(figure, figure.least)} to ${figureWords(figure, figure.most)}.` };
  return { value };
}

type Branch = { [name: string]: unknown };

/** The number at a key's path in a document, such as `volume.0.offBp` in the pricing policy. */
export function figureAt(document: object, path: string): number | null {
  const found = path.split(".").reduce<unknown>((at, name) => (at as Branch)[name], document);
  if (found !== null && typeof found !== "number") throw new Error(`${path} is no figure`);
  return found;
}

/**
 * A part of the policy with a version's figures in it. Figures of other parts are left alone, and one the version
 * doesn't know keeps the default.
 * @param part the beginning of its keys, such as "pricing"
 */
export function withFigures<T extends object>(defaults: T, part: string, figures: Figures): T {
  const document = structuredClone(defaults);
  for (const [key, value] of Object.entries(figures)) {
    if (!key.startsWith(`${part}.`)) continue;
    const path = key.slice(part.length + 1).split(".");
    const last = path.pop()!;
    const branch = path.reduce<Branch | undefined>((at, name) => at?.[name] as Branch | undefined, document as Branch);
    // A figure of an earlier version that the code no longer has is left out.
    if (branch && last in branch) branch[last] = value;
  }
  return document;
}

/**
 * The figures of a part of the policy as a document has them, by key.
 * @param part the beginning of its keys, such as "pricing"
 */
export const figuresIn = (subjects: readonly FigureSubject[], part: string, document: object): Figures =>
  Object.fromEntries(figuresOf(subjects).map(({ key }) => [key, figureAt(document, key.slice(part.length + 1))]));

export type FigureChange = { key: string; label: string; before: string; after: string };

/** What differs, in words: "Copyediting, 7 days: $0.030 per word" to "$0.032 per word". In the order of the form. */
export function figureChanges(known: readonly Figure[], before: Figures, after: Figures): FigureChange[] {
  return known.flatMap((figure) => {
    const [was, is] = [before[figure.key] ?? null, after[figure.key] ?? null];
    if (was === is) return [];
    return [{ key: figure.key, label: figure.label, before: figureWords(figure, was), after: figureWords(figure, is) }];
  });
}

export const changeSentence = (change: FigureChange): string => `${change.label}: ${change.before} to ${change.after}`;

/**
 * A draft's own changes on top of a newer version than the one it began with. The draft's figure wins where both
 * changed it.
 */
export function rebaseFigures(began: Figures, draft: Figures, newest: Figures): Figures {
  const own = Object.entries(draft).filter(([key, value]) => (began[key] ?? null) !== value);
  return { ...newest, ...Object.fromEntries(own) };
}
