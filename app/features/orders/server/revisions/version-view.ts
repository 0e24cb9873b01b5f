import { pricingOfOrder } from "#app/features/pricing/server/read-pricing.ts";
import { formatPay } from "#app/platform/rules/core/money.ts";
import { newWordsPay } from "../../rules/draft/editor-shares.ts";
import { fileView } from "../views/file-view.ts";
import type { OrderPage } from "../views/read-order-page.ts";
import { isCached } from "../work/find-delivery.ts";
import { workFiles } from "../work/find-work.ts";
import { countVersion, versionOfRound, totalVersions } from "./find-versions.ts";

/**
 * What the author sees before they request a revision: which files can have a new version, and what each upload costs.
 */
export async function revisionDraft(page: OrderPage) {
  const { order, files, submissions, cleanCopies, deadlines } = page;
  const kept = new Set(cleanCopies.filter(isCached).map((copy) => copy.sourceFileId));
  const { versions, newWords, freeWords, charge } = totalVersions(
    order,
    files,
    submissions,
    await pricingOfOrder(order),
    deadlines,
  );
  return {
    newWords,
    freeWords,
    charge: charge ? { lines: charge.lines, totalMinor: charge.totalMinor, payMs: deadlines.answer.chargeMs } : null,
    ready: versions.every((version) => !version.fault),
    sources: files
      .filter((file) => file.purpose === "source" && kept.has(file.id))
      .map((source) => {
        const waiting = versions.find((version) => version.source.id === source.id);
        return {
          sourceId: source.id,
          name: source.name,
          version: waiting
            ? {
                ...fileView(waiting.text),
                format: waiting.text.receipt?.format ?? "file",
                newWords: waiting.newWords,
                fault: waiting.fault,
                count: waiting.text.reedit?.count ?? null,
                words: waiting.words,
              }
            : null,
        };
      }),
  };
}
export type RevisionDraft = Awaited<ReturnType<typeof revisionDraft>>;

/**
 * The new version that a revision is made in: for its editor with what changed, for its author with what is free. Null
 * if the round has none.
 */
export function revisedTextView(page: OrderPage) {
  const { order, viewer, files, versions, cleanCopies } = page;
  const version = versionOfRound(versions, order);
  if (!version) return null;
  const texts = workFiles(files, order.assignedTo).filter(({ text }) => text.round === version.round);
  return {
    round: version.round,
    status: version.status,
    newWords: version.newWords,
    freeWords: version.freeWords,
    lastFree: version.lastFree,
    delivered: version.deliveredAt !== null,
    /** What the editor is paid for it in addition. Null for the author. */
    pay:
      viewer === "client" || order.newWordsMinor === 0 || !order.assignedTo
        ? null
        : formatPay(newWordsPay(order.newWordsMinor, order.editorLevel ?? "trial", page.pay)),
    copies: viewer === "client" ? [] : cleanCopies.filter(isCached).map(fileView),
    files: texts.map(({ source, text }) => {
      const { words, left, newWords } = countVersion(source, text, order);
      return {
        ...fileView(text),
        format: text.receipt?.format ?? "file",
        sourceId: source.id,
        newWords,
        count: text.reedit?.count ?? null,
        words,
        left,
        listed: viewer === "client" ? [] : (text.reedit?.listed ?? []),
        unlisted: text.reedit?.unlisted ?? 0,
      };
    }),
  };
}
/** The same without quoting the manuscript, for readers who may not open it now. */
export const withoutSentences = (view: RevisedTextView): RevisedTextView => ({
  ...view,
  lastFree: null,
  files: view.files.map((file) => ({ ...file, listed: [] })),
});
export type RevisedTextView = NonNullable<ReturnType<typeof revisedTextView>>;
