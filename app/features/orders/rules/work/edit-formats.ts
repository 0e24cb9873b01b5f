/**
 * Each kind of manuscript: what it's edited in, how an edited copy is checked, and what its author gets. Every sentence on
 * screen about it comes from this table.
 */
import { joinWords } from "#app/platform/rules/text/join-words.ts";
import type { FindingKind } from "#app/features/documents/rules/gate/findings.ts";
import type { GateResult } from "#app/features/documents/rules/docx/change-stats.ts";

const EDIT_FORMATS = ["word", "latex", "pdf", "uncompared"] as const;
/** `word`: also manuscripts of other formats that were converted to Word. `uncompared`: those that couldn't be. */
export type EditFormat = (typeof EDIT_FORMATS)[number];

type FormatWords = {
  /** Beside the box for the editor's copy. */
  upload: string;
  /** Above the button that submits: what happens then. */
  atSubmit: string;
  /** What a second reader does with the first editor's copy. */
  reading: string;
  /** In one sentence, once a copy has passed: what was found. */
  passed: string;
  /** What was compared for that. */
  compared: string;
  /** The edited copy, as its author sees it. */
  label: string;
  /** The same for a reply letter to reviewers. */
  replyLabel: string;
  /** What its author gets, in the middle of a sentence. */
  gets: string;
  /** What we do with a copy after it was submitted, in the middle of a sentence. */
  making: string;
  /** Kinds of content that are compared in the whole copy, so that its author is told if none of them changed. */
  kinds: readonly FindingKind[];
};

export const EDIT_FORMAT_WORDS: Readonly<Record<EditFormat, FormatWords>> = {
  word: {
    upload: "A .docx with every change tracked.",
    atSubmit:
      "When you submit, we reject all changes in each copy and check that the author's text returns, word for word. Then we make the clean copy.",
    reading: "edit in it with Track Changes on and your own name",
    passed: "Every edit is tracked.",
    compared:
      "With its changes rejected, the copy matches the manuscript: words, pictures, equations, fields, links, headers, and footers. The comments that came with the manuscript are still there.",
    label: "Tracked changes and comments",
    replyLabel: "Reply letter, with tracked changes",
    gets: "tracked changes, clean copy",
    making: "making the clean copy",
    kinds: ["number", "citation", "reference", "quotation", "equation"],
  },
  latex: {
    upload:
      "The author's LaTeX source with your edits, in the same format. We compare it with the manuscript, and list what changed besides the text.",
    atSubmit:
      "When you submit, we compare your source with the author's and look for braces, environments, and a document class that don't compile. If we can, we then make a Word file that shows the changes in text and formulas as tracked changes.",
    reading: "edit it",
    passed: "We found no new mistakes in braces, environments, or the document class.",
    compared:
      "We didn't compile it. Changed formulas, citations, labels, commands, and files are listed below, and so are changed numbers and quotations. Comments in the source aren't compared.",
    label: "Edited LaTeX source",
    replyLabel: "Reply letter, edited LaTeX source",
    gets: "edited LaTeX source",
    making: "preparing the edited source",
    kinds: ["number", "citation", "quotation", "equation"],
  },
  pdf: {
    upload: "The author's PDF with your annotations. Annotate it, don't edit the pages.",
    atSubmit:
      "When you submit, we check that every page still shows what the author's page shows. Your annotations are the edits, and there's no clean copy of a PDF.",
    reading: "annotate it under your own name",
    passed: "We found no changes in the pages.",
    compared:
      "We compared text and its position, pictures, lines, and form fields. Pages that we couldn't read completely are named below. Your edits are the annotations.",
    label: "Annotated PDF",
    replyLabel: "Reply letter, annotated PDF",
    gets: "annotated PDF",
    making: "preparing the annotated PDF",
    kinds: [],
  },
  uncompared: {
    upload:
      "The author's file with your edits, in the same format. We can't compare it, so tell the author what you changed.",
    atSubmit: "We can't compare this copy with the manuscript, so we ask a reviewer to look at it.",
    reading: "edit it",
    passed: "We can't compare this copy with the manuscript.",
    compared: "",
    label: "Edited copy",
    replyLabel: "Reply letter, edited copy",
    gets: "edited copy",
    making: "preparing the edited copy",
    kinds: [],
  },
};

/** What an edited copy is, by its manuscript's format, and whether there's a Word file that the edits are made in. */
export const editFormatOf = (format: string | null | undefined, hasWordFile: boolean): EditFormat =>
  hasWordFile ? "word" : format === "pdf" ? "pdf" : format === "tex" || format === "tex-zip" ? "latex" : "uncompared";

/** The same for a copy that was checked. */
export const checkedFormatOf = (gate: Pick<GateResult, "format"> | null): EditFormat =>
  !gate ? "uncompared" : gate.format === "tex" ? "latex" : (gate.format ?? "word");

/** One sentence for each kind among an order's copies, in the order of the table. */
export const sentencesFor = (formats: readonly EditFormat[], of: "atSubmit" | "passed"): string =>
  EDIT_FORMATS.filter((format) => formats.includes(format))
    .map((format) => EDIT_FORMAT_WORDS[format][of])
    .join(" ");

/** "tracked changes, clean copy, and editor's letter". What was delivered before formats were recorded says less. */
export const deliveredParts = (formats: readonly EditFormat[] | undefined): string => {
  const parts = EDIT_FORMATS.filter((format) => formats?.includes(format)).flatMap((format) =>
    EDIT_FORMAT_WORDS[format].gets.split(", "),
  );
  return joinWords([...(parts.length > 0 ? parts : ["edited manuscript"]), "editor's letter"]);
};

/** Kinds of content that were compared in every copy. The pages of a PDF can't have other content than before. */
export function comparedKinds(formats: readonly EditFormat[]): FindingKind[] {
  const [first, ...others] = formats.filter((format) => format !== "pdf");
  if (first === undefined) return [];
  return EDIT_FORMAT_WORDS[first].kinds.filter((kind) =>
    others.every((other) => EDIT_FORMAT_WORDS[other].kinds.includes(kind)),
  );
}

/** The one format of all copies, or null if there are several or nothing is known of them. */
const onlyFormat = (formats: readonly EditFormat[] = []): EditFormat | null =>
  new Set(formats).size === 1 ? formats[0]! : null;

/** What a blocked submission's editor looks for on its page. */
export const blockedBy = (formats?: readonly EditFormat[]): string =>
  onlyFormat(formats) === "word" ? "what's not tracked" : "why";

const WORKING: Readonly<Record<EditFormat, string>> = {
  word: "Edit with Track Changes on",
  latex: "Edit the LaTeX source",
  pdf: "Annotate the PDF",
  uncompared: "Edit the file in its own format",
};

/** How the editor works on the manuscript, at the beginning of a sentence. Lists don't know the formats. */
export function workingIn(formats: readonly EditFormat[] = []): string {
  const only = onlyFormat(formats);
  if (only !== null) return WORKING[only];
  return formats.length === 0 ? "Edit the manuscript" : "Edit each file in its own format";
}

/** What a second reader does, for the format of most importance among the copies. */
export const readingOf = (formats: readonly EditFormat[]): string =>
  EDIT_FORMAT_WORDS[EDIT_FORMATS.find((format) => formats.includes(format)) ?? "uncompared"].reading;

/** "making the clean copy". */
export const makingOf = (formats: readonly EditFormat[]): string =>
  joinWords(
    EDIT_FORMATS.filter((format) => formats.includes(format)).map((format) => EDIT_FORMAT_WORDS[format].making),
  ) || "preparing the delivery";
