import { z } from "zod";
import { type Actor, uidOf } from "#app/platform/rules/core/actor.ts";
import { conflict, invalid } from "#app/platform/rules/core/errors.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { reasonText } from "#app/platform/server/core/reason-text.ts";
import { command } from "#app/platform/server/core/command.ts";
import { json } from "#app/platform/server/core/database.ts";
import { isChargeable } from "../../rules/change/charge.ts";
import { countToApply } from "../../rules/change/word-difference.ts";
import { changeOrder, orderFact } from "../lifecycle/move-order.ts";
import { type Order, lockOrder, quotedPrice } from "../views/find-order.ts";
import { listOrderFiles } from "../work/find-work.ts";
import { wordDifferences, wordSideOf } from "./word-differences.ts";
import { type Recount, recount } from "./recount.ts";
import { type WordsSettled, settleWords } from "./settle-words.ts";

const MOST_WORDS = 2_000_000;

const Report = z.object({
  orderId: z.string(),
  words: z.coerce
    .number("Enter a whole number of words.")
    .int("Enter a whole number of words.")
    .min(1, "Enter a whole number of words.")
    .max(MOST_WORDS, "Enter at most 2,000,000 words."),
  reason: reasonText("Say how you counted and where the difference is.", 10),
});
type Report = z.infer<typeof Report>;

const mayReport = (actor: Actor, order: Order) =>
  wordSideOf(actor, order) !== null || "Only the order's editor and our staff can report a word count.";

/** @throws conflict if the order's word count can't be changed now */
function requireReportable(order: Order): void {
  if (!isChargeable(order))
    throw conflict(
      "not_reportable",
      "The word count can't be changed at this point.",
      "It can be changed while an editor is working on the order, before it's submitted.",
    );
}

const prepare = command({
  input: Report,
  load: ({ orderId }, { tx }) => lockOrder(tx, orderId),
  allow: mayReport,
  async run({ thing: order, tx, input }) {
    requireReportable(order);
    quotedPrice(order);
    if (input.words === order.billableWords)
      throw invalid("same_words", "That's the count the author paid for.", "", {
        words: "That's the count the author paid for.",
      });
    return { order, files: await listOrderFiles(order.id, tx) };
  },
});

const saveReport = (recounted: Recount | null) =>
  command({
    input: Report,
    load: ({ orderId }, { tx }) => lockOrder(tx, orderId),
    allow: mayReport,
    async run({
      input,
      thing: order,
      ...ctx
    }): Promise<WordsSettled | { outcome: "waits"; amountMinor: 0; currency: string }> {
      requireReportable(order);
      if (await wordDifferences.activeOf(ctx.tx, order.id).executeTakeFirst())
        throw conflict(
          "words_open",
          "Another word count was already reported for this order.",
          "That one has to be settled first. You can follow it on the order page.",
        );
      const side = wordSideOf(ctx.actor, order)!;
      const difference = await ctx.tx
        .insertInto("word_differences")
        .values({
          id: newId("wordDifference"),
          orderId: order.id,
          reportedBy: uidOf(ctx.actor)!,
          side,
          paidWords: order.billableWords,
          reportedWords: input.words,
          recountedWords: recounted?.billable ?? null,
          reason: input.reason,
          createdAt: ctx.now,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      const applies = countToApply(difference);
      const { id: differenceId, paidWords, reportedWords, recountedWords } = difference;
      await orderFact(
        ctx,
        order,
        "words.reported",
        { differenceId, paidWords, reportedWords, recountedWords, waits: applies === null },
        differenceId,
      );
      if (applies === null) return { outcome: "waits", amountMinor: 0, currency: order.currency };
      if (recounted && applies === recounted.billable) return settleByRecount(recounted);
      return settleWords(ctx, order, difference, applies);

      /** Replaces the receipts too, so that everyone sees the count that the price is calculated from. */
      async function settleByRecount(by: Recount): Promise<WordsSettled> {
        for (const { fileId, receipt } of by.receipts)
          await ctx.tx
            .updateTable("files")
            .set({ receipt: json(receipt) })
            .where("id", "=", fileId)
            .execute();
        const counted = await changeOrder(ctx, order, { words: by.words });
        return settleWords(ctx, counted, difference, by.billable);
      }
    },
  });

/**
 * The editor or staff report that an order's word count differs from the one that was paid. We count the stored files
 * again. If our count agrees, or staff reported it, the difference is settled at once. Otherwise staff decide.
 * @throws not-found, refused, invalid; conflict (not_reportable, words_open, charge_open, custom_price)
 */
export async function reportWords(actor: Actor, input: z.input<typeof Report>) {
  const { order, files } = await prepare(actor, input);
  return saveReport(await recount(order, files))(actor, input);
}
