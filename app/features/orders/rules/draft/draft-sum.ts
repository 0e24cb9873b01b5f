import {
  type ReEditCount,
  SENTENCE_KINDS,
  chargedReceipt,
  noneOf,
} from "#app/features/documents/rules/re-edit/re-edit-count.ts";
import { billableWords, type CountReceipt } from "#app/features/documents/rules/readers/receipt.ts";
import type { CapacityQuestion } from "#app/features/editors/rules/free-words.ts";
import type { OfferInput } from "#app/features/pricing/rules/offer.ts";
import type { Discount } from "#app/features/pricing/rules/price-receipt.ts";
import { formatWords } from "#app/features/pricing/rules/word-counts.ts";
import { isManuscript } from "./file-role.ts";
import type { OrderChoices } from "./choices.ts";
import type { DraftFile } from "./choice-patch.ts";

/** A draft's file with its count, in the browser and on the server. */
export type CountedFile = DraftFile & {
  receipt: CountReceipt | null;
  /** For a new version of a delivered manuscript: how much is changed or new. */
  reEdit?: ReEditCount | null;
};

export type DraftSum = {
  /** Words of the sections to edit, counted as Word counts. */
  words: number;
  /**
   * Billable words: references at half or not at all, rounded up once over all files. For a re-edit, only changed and
   * new sentences.
   */
  billable: number;
  /** Words of reference lists in included sections. */
  references: number;
  figures: number;
  tables: number;
  referenceEntries: number;
  /** Words of the reply letter in a response to reviewers: not billed by the word. */
  letterWords: number;
  /** Whether any of the files is a PDF, which is edited with annotations. */
  pdf: boolean;
  /** Any of the counts is an estimate. */
  estimate: boolean;
  /** Words to edit, grouped by how they compare with the delivery; null if any file is counted in full. */
  reEdit: ReEditCount["words"] | null;
};

/** Words of the whole manuscript, left-out sections included; 0 while a file is being counted. */
export function manuscriptWords(files: readonly CountedFile[]): number {
  const sources = files.filter(isManuscript);
  return sources.some((file) => file.state !== "counted")
    ? 0
    : sources.reduce((sum, file) => sum + (file.receipt?.words ?? 0), 0);
}

/** The sum over all counted files to edit, without excluded sections. The same in the browser and on the server. */
export function draftSum(
  files: readonly CountedFile[],
  choices: Pick<OrderChoices, "excluded" | "referencesChecked">,
): DraftSum {
  const ready = files.filter((f) => f.state === "counted" && f.receipt);
  const counted = ready.filter(isManuscript);
  const receipts = counted.map((f) => chargedReceipt(f.receipt!, f.reEdit ?? null));
  const index = new Map(counted.map((f, i) => [f.id, i]));
  const excluded = (choices.excluded ?? []).flatMap((e) =>
    index.has(e.fileId) ? [{ file: index.get(e.fileId)!, section: e.section }] : [],
  );
  const out = new Set(excluded.map((e) => `${e.file}:${e.section}`));
  let words = 0;
  let references = 0;
  receipts.forEach((receipt, file) => {
    for (const section of receipt.sections) {
      if (out.has(`${file}:${section.id}`)) continue;
      words += section.words;
      if (section.references) references += section.words;
    }
  });
  const total = (of: (r: CountReceipt) => number) => receipts.reduce((n, r) => n + of(r), 0);
  return {
    words,
    billable: billableWords(receipts, { excluded, referencesChecked: choices.referencesChecked ?? false }),
    references,
    figures: total((r) => r.figures),
    tables: total((r) => r.tableCount),
    referenceEntries: total((r) => r.referenceEntries),
    letterWords: ready.find((f) => f.role === "reply_letter")?.receipt?.words ?? 0,
    pdf: counted.some((f) => f.pdf),
    estimate: receipts.some((r) => r.estimate),
    reEdit: counted.length > 0 && counted.every((f) => f.reEdit && !f.reEdit.fallback) ? reEditWords() : null,
  };

  function reEditWords(): ReEditCount["words"] {
    const sums = noneOf();
    counted.forEach((file, index) => {
      const edited = new Set(
        file
          .receipt!.sections.filter((s) => !out.has(`${index}:${s.id}`) && (!s.references || choices.referencesChecked))
          .map((s) => s.id),
      );
      for (const section of file.reEdit!.sections)
        if (edited.has(section.id)) for (const kind of SENTENCE_KINDS) sums[kind] += section.words[kind];
      sums.removed += file.reEdit!.words.removed;
    });
    return sums;
  }
}

/**
 * Why fewer words are billed than counted, in one sentence: the reference list is billed at half or not at all. Null if
 * there's nothing to explain.
 */
export function whyBillable(sum: DraftSum, choices: Pick<OrderChoices, "referencesChecked">): string | null {
  const { words, billable, references, reEdit } = sum;
  const off = choices.referencesChecked ? Math.floor(references / 2) : references;
  if (reEdit || references === 0 || words - billable !== off) return null;
  return `${formatWords(words)} in all. ${formatWords(references)} of references ${choices.referencesChecked ? "are billed at half" : "aren't billed"}.`;
}

/** A draft as input for the price list: everything but service and turnaround. */
export function offerInput(sum: DraftSum, choices: OrderChoices, discount: Discount | null): OfferInput {
  return {
    billableWords: sum.billable,
    reEdit: sum.reEdit,
    reviewers: choices.forReviewers ? { letterWords: sum.letterWords } : null,
    estimatePdf: sum.pdf,
    addOns: choices.addOns ?? {},
    discount,
    consentOverflow: choices.consentOverflow ?? false,
  };
}

/** A draft as input for the capacity check. */
export const capacityQuestion = (words: number, choices: OrderChoices): CapacityQuestion => ({
  words,
  subfield: choices.subfield ?? null,
  variant: choices.variant ?? null,
  secondReader: choices.addOns?.secondReader ?? false,
});
