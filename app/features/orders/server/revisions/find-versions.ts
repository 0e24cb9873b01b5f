import type { Selectable } from "kysely";
import type { RevisionVersionsTable } from "#db/schema.ts";
import type { ReEditSentence } from "#app/features/documents/rules/re-edit/re-edit-count.ts";
import type { DeadlinePolicy, PricingPolicy } from "#app/features/pricing/rules/policy.ts";
import type { Reader } from "#app/platform/server/core/database.ts";
import { readChoices } from "../../rules/draft/choices.ts";
import { draftSum } from "../../rules/draft/draft-sum.ts";
import { chargeForNewWords, freeNewWords, versionFault } from "../../rules/change/new-words.ts";
import { type Order, quotedPrice } from "../views/find-order.ts";
import { asOwnFile } from "../views/list-files.ts";
import { type OrderFile, type Submission, sectionsLeftOut } from "../work/find-work.ts";

export type RevisionVersion = Selectable<RevisionVersionsTable>;

/** The query of an order's new versions and their outcomes, newest first. */
export const versionsOf = (db: Reader, orderId: string) =>
  db.selectFrom("revision_versions").selectAll().where("orderId", "=", orderId).orderBy("round", "desc");

/** The new version of the round that is in progress or was delivered last, or null where that round has none. */
export const versionOfRound = (newestFirst: readonly RevisionVersion[], order: Order): RevisionVersion | null =>
  newestFirst.find((version) => version.round === order.revisionsUsed) ?? null;

/** The new words of a version whose charge the author hasn't paid, or hasn't answered yet. Null if all are included. */
export async function findUnpaidVersion(order: Order, db: Reader): Promise<RevisionVersion | null> {
  if (!order.deliveredAt) return null;
  const version = versionOfRound(await versionsOf(db, order.id).execute(), order);
  return version && !version.deliveredAt && (version.status === "unpaid" || version.status === "charged")
    ? version
    : null;
}

/** The words counted in one version, without sections that were excluded from the order. */
export function countVersion(source: OrderFile, text: OrderFile, order: Order) {
  const { excluded: all = [], referencesChecked } = readChoices(order.choices);
  const left = sectionsLeftOut({ source, text }, all).map(({ id }) => id);
  const excluded = left.map((section) => ({ fileId: text.id, section }));
  const sum = draftSum([{ ...asOwnFile(text), purpose: "source", role: null }], { excluded, referencesChecked });
  const unread = new Set([
    ...left,
    ...(text.receipt?.sections ?? []).filter((s) => s.references && !referencesChecked).map((s) => s.id),
  ]);
  const sentences: ReEditSentence[] = (text.reedit?.listed ?? []).filter(
    (sentence) => sentence.sectionId === null || !unread.has(sentence.sectionId),
  );
  return { newWords: sum.billable, words: sum.reEdit, left: [...unread], sentences };
}

/** The versions that the author has uploaded for the next revision, each with its source. */
export const pendingVersions = (files: readonly OrderFile[]): { source: OrderFile; text: OrderFile }[] =>
  files.flatMap((text) => {
    const source =
      text.purpose === "version" && text.round === null
        ? files.find((file) => file.id === text.sourceFileId && file.purpose === "source")
        : undefined;
    return source ? [{ source, text }] : [];
  });

/** When an order was delivered last, from its submissions. */
const lastDeliveryAt = (submissions: readonly Submission[]): Date | null =>
  submissions.reduce<Date | null>(
    (last, { deliveredAt }) => (deliveredAt && (!last || deliveredAt > last) ? deliveredAt : last),
    null,
  );

/**
 * The totals of the versions for the next revision: new words, free ones, and the charge for the others.
 * @param pricing the price list that the order was sold with
 * @param deadlines and its deadlines
 */
export function totalVersions(
  order: Order,
  files: readonly OrderFile[],
  submissions: readonly Submission[],
  pricing: PricingPolicy,
  deadlines: DeadlinePolicy,
) {
  const deliveredAt = lastDeliveryAt(submissions);
  const versions = pendingVersions(files).map(({ source, text }) => ({
    source,
    text,
    fault: versionFault({
      name: text.name,
      state: text.state,
      format: text.receipt?.format ?? null,
      refusal: text.refusal,
      fallback: text.reedit?.count.fallback ?? null,
      stale: deliveredAt !== null && text.createdAt < deliveredAt,
    }),
    ...countVersion(source, text, order),
  }));
  const newWords = versions.reduce((sum, version) => sum + (version.fault ? 0 : version.newWords), 0);
  const freeWords = freeNewWords(order.billableWords, deadlines);
  return {
    versions,
    newWords,
    freeWords,
    charge: order.price ? chargeForNewWords(quotedPrice(order), newWords - freeWords, pricing) : null,
  };
}
