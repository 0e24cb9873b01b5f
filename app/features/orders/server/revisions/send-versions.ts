import { conflict } from "#app/platform/rules/core/errors.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { formatMoney } from "#app/platform/rules/core/money.ts";
import type { CommandContext } from "#app/platform/server/core/command.ts";
import type { DeadlinePolicy } from "#app/features/pricing/rules/policy.ts";
import { formatWords } from "#app/features/pricing/rules/word-counts.ts";
import { deadlinesOfOrder } from "#app/features/pricing/server/read-deadlines.ts";
import { pricingOfOrder } from "#app/features/pricing/server/read-pricing.ts";
import { type Charge, chargeExpiresAt } from "../../rules/change/charge.ts";
import { mostNewWords, newWordsReason, whereFreeWordsEnd } from "../../rules/change/new-words.ts";
import { openCharge } from "../charges/open-charge.ts";
import { type Order, quotedPrice } from "../views/find-order.ts";
import { listOrderFiles, listSubmissions } from "../work/find-work.ts";
import { totalVersions } from "./find-versions.ts";

type VersionTotals = ReturnType<typeof totalVersions>;
/** New versions that can go with a revision. Null without any. */
export type ToSend = VersionTotals & { charge: Charge | null };

/**
 * The new versions that are sent with a revision requested now, after checking them.
 * @param expectedMinor the price for the words above the free ones, as the author saw it
 * @throws conflict when one can't be compared, has too many new words, or costs something else now
 */
export async function readVersions(ctx: CommandContext, order: Order, expectedMinor: number): Promise<ToSend | null> {
  const pricing = await pricingOfOrder(order, ctx.tx);
  const deadlines = await deadlinesOfOrder(order, ctx.tx);
  const totals = totalVersions(
    order,
    await listOrderFiles(order.id, ctx.tx),
    await listSubmissions(order.id, ctx.tx),
    pricing,
    deadlines,
  );
  if (totals.versions.length === 0) return null;
  const fault = totals.versions.find((version) => version.fault)?.fault;
  if (fault)
    throw conflict(
      fault.counting ? "still_counting" : "bad_version",
      fault.message,
      `${fault.advice} Or remove it and request the revision without it.`,
    );
  const most = order.price ? mostNewWords(quotedPrice(order), totals.freeWords, pricing, deadlines) : totals.freeWords;
  if (totals.newWords > most)
    throw conflict(
      "too_many_new_words",
      `A revision takes at most ${formatWords(most)} in changed and new sentences. This version has ${formatWords(totals.newWords)}.`,
      "Remove it and order a re-edit of it instead. Unchanged sentences are free.",
    );
  const totalMinor = totals.charge?.totalMinor ?? 0;
  if (totalMinor !== expectedMinor)
    throw conflict(
      "amount_changed",
      totalMinor > 0
        ? `The words above the free ones now cost ${formatMoney(totalMinor, order.currency)} instead of ${formatMoney(expectedMinor, order.currency)}.`
        : "The new words are all free now.",
      "Nothing was requested. Check the new version below and request the revision again.",
    );
  return totals;
}

/** The author's deadline to pay for new words or decline. Null if all of them are free. */
export const answerBy = (toSend: ToSend | null, now: Date, policy: DeadlinePolicy): Date | null =>
  toSend?.charge ? chargeExpiresAt(now, policy) : null;

/**
 * Sends the versions with the revision that was just requested, and asks the author to pay for the words that aren't
 * free.
 * @param order in revision
 */
export async function sendVersions(ctx: CommandContext, order: Order, it: ToSend): Promise<void> {
  const round = order.revisionsUsed;
  await ctx.tx
    .updateTable("files")
    .set({ round })
    .where(
      "id",
      "in",
      it.versions.map(({ text }) => text.id),
    )
    .execute();
  const { newWords, freeWords } = it;
  const opened = it.charge
    ? await openCharge(ctx, order, {
        kind: "new_words",
        reason: newWordsReason({ newWords, freeWords }),
        charge: it.charge,
      })
    : null;
  await ctx.tx
    .insertInto("revision_versions")
    .values({
      id: newId("revisionVersion"),
      orderId: order.id,
      round,
      status: opened ? "charged" : "free",
      newWords,
      freeWords,
      chargeId: opened?.id ?? null,
      lastFree: opened
        ? whereFreeWordsEnd(
            it.versions.flatMap(({ sentences }) => sentences),
            freeWords,
          )
        : null,
      createdAt: ctx.now,
      decidedAt: opened ? null : ctx.now,
    })
    .execute();
}
