/**
 * The add-ons with a price of their own. A new one is a row here: the order form, the calculator, changes of an order,
 * receipts, quotes, samples, and the policy's figures follow. They're taxed like the work.
 */
type AddOn = {
  label: string;
  /** What it is, on the order form. */
  hint: string;
  /** Its line on the receipt. */
  line: string;
  /** Its name in the address of the price calculator, which links contain. */
  param: string;
  /** What is counted, and how a form asks for it; null for one price per order. */
  unit: { one: string; many: string; ask: string } | null;
  /** The first policy's price, in cents per unit or order. */
  unitMinor: number;
  /** The most billable words it can be ordered for, or null for no limit. */
  maxWords: number | null;
  /** Whether an editor does it and is paid a share of it. */
  editorWorks: boolean;
};

export const ADD_ONS = {
  journalFormatting: {
    label: "Journal formatting",
    hint: "Formatted to the journal's guidelines, which you add as a reference file.",
    line: "journal-formatting",
    param: "formatting",
    unit: null,
    unitMinor: 4_500,
    maxWords: 8_000,
    editorWorks: true,
  },
  referenceStyling: {
    label: "Reference styling",
    hint: "Reference list entries formatted to the style guide.",
    line: "reference-styling",
    param: "references",
    unit: { one: "entry", many: "entries", ask: "References to style" },
    unitMinor: 40,
    maxWords: null,
    editorWorks: true,
  },
  coverLetter: {
    label: "Cover-letter edit",
    hint: "Your letter to the journal's editor. Add it as a reference file.",
    line: "cover-letter",
    param: "cover",
    unit: null,
    unitMinor: 2_500,
    maxWords: null,
    editorWorks: true,
  },
  figuresAndTables: {
    label: "Figures and tables",
    hint: "We check words, numbers, and captions in figures and tables.",
    line: "figures-and-tables",
    param: "figures",
    unit: { one: "figure or table", many: "figures and tables", ask: "Figures and tables" },
    unitMinor: 300,
    maxWords: null,
    editorWorks: true,
  },
} as const satisfies Record<string, AddOn>;

type Table = typeof ADD_ONS;
export type AddOnCode = keyof Table;
/** Those that are counted, and those that are ordered or not. */
export type CountedCode = { [K in AddOnCode]: Table[K]["unit"] extends null ? never : K }[AddOnCode];
export type TickedCode = Exclude<AddOnCode, CountedCode>;
export type AddOnLine = Table[AddOnCode]["line"];

export const ADD_ON_CODES = Object.keys(ADD_ONS) as AddOnCode[];
export const ADD_ON_LINES: readonly AddOnLine[] = ADD_ON_CODES.map((code) => ADD_ONS[code].line);
export const isCounted = (code: AddOnCode): code is CountedCode => ADD_ONS[code].unit !== null;
export const COUNTED_CODES = ADD_ON_CODES.filter(isCounted);
export const TICKED_CODES = ADD_ON_CODES.filter((code): code is TickedCode => !isCounted(code));

/** What is ordered besides the work: how many of each, or whether. A second reader is a share of the work's price. */
export type AddOns = { [K in CountedCode]?: number } & { [K in TickedCode]?: boolean } & { secondReader?: boolean };

/** How many of an add-on are ordered; 1 for one that's ordered or not. */
export function quantity(addOns: AddOns, code: AddOnCode): number {
  const ordered = addOns[code];
  return ordered === true ? 1 : ordered || 0;
}

/** A row per add-on, for what every add-on has. */
export const eachAddOn = <T>(make: (code: AddOnCode) => T): Record<AddOnCode, T> =>
  Object.fromEntries(ADD_ON_CODES.map((code) => [code, make(code)])) as Record<AddOnCode, T>;
