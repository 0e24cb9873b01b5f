import { z } from "zod";
import { reasonText } from "#app/platform/server/core/reason-text.ts";
import { SYSTEM, uidOf } from "#app/platform/rules/core/actor.ts";
import { may } from "#app/platform/rules/core/duties.ts";
import type { Fact } from "#app/platform/rules/core/fact.ts";
import { type CommandContext, command, transact } from "#app/platform/server/core/command.ts";
import { isChargeable } from "../../rules/change/charge.ts";
import { conflict } from "#app/platform/rules/core/errors.ts";
import { orderFact } from "../lifecycle/move-order.ts";
import { type Order, lockOrder } from "../views/find-order.ts";
import { type WordDifference, differencesOf, lockDifference } from "./find-difference.ts";
import { requireOpenDifference, settleWords } from "./settle-words.ts";

const Note = reasonText("Enter a reason. The editor will see it.", 5);

/** Staff decide which count applies when our own counter and the editor disagree. */
export const decideWords = command({
  input: z.object({
    differenceId: z.string(),
    words: z.coerce
      .number("Enter a whole number of words.")
      .int("Enter a whole number of words.")
      .min(1, "Enter a whole number of words.")
      .max(2_000_000, "Enter at most 2,000,000 words."),
    note: Note,
  }),
  load: ({ differenceId }, ctx) => lockDifference(ctx, differenceId),
  allow: (actor) => may(actor, "care") || "Only our staff can decide on a word count.",
  async run({ input, thing: { order, difference }, ...ctx }) {
    requireOpenDifference(difference);
    if (!isChargeable(order))
      throw conflict("moved_on", "The order has moved on, so its word count can't be changed anymore.");
    return settleWords(ctx, order, difference, input.words, input.note);
  },
});

/** Staff decline a report: the paid count stays. */
export const declineWords = command({
  input: z.object({ differenceId: z.string(), note: Note }),
  load: ({ differenceId }, ctx) => lockDifference(ctx, differenceId),
  allow: (actor) => may(actor, "care") || "Only our staff can decide on a word count.",
  async run({ input, thing: { order, difference }, ...ctx }): Promise<void> {
    requireOpenDifference(difference);
    await end(ctx, difference, "declined", input.note);
    const { id, paidWords, reportedWords } = difference;
    await orderFact(ctx, order, "words.declined", { differenceId: id, paidWords, reportedWords, note: input.note }, id);
  },
});

/** The person who reported a count withdraws it before it's settled. Withdrawing twice does nothing. */
export const withdrawWords = command({
  input: z.object({ differenceId: z.string() }),
  load: ({ differenceId }, ctx) => lockDifference(ctx, differenceId),
  allow: (actor, { difference }) =>
    uidOf(actor) === difference.reportedBy || "Only the person who reported a word count can withdraw it.",
  async run({ thing: { order, difference }, ...ctx }): Promise<void> {
    if (difference.status === "withdrawn") return;
    requireOpenDifference(difference);
    await end(ctx, difference, "withdrawn", null);
    const { id, paidWords } = difference;
    await orderFact(ctx, order, "words.withdrawn", { differenceId: id, paidWords }, id);
  },
});

const end = (
  ctx: CommandContext,
  difference: WordDifference,
  status: "declined" | "withdrawn" | "ended",
  note: string | null,
) =>
  ctx.tx
    .updateTable("word_differences")
    .set({ status, note, decidedAt: ctx.now })
    .where("id", "=", difference.id)
    .execute();

/** Reaction: ends a report that staff haven't decided when its order was submitted, reassigned, held or canceled. */
export async function endWordReport(fact: Fact): Promise<void> {
  await transact(SYSTEM, async (ctx) => {
    const order: Order = await lockOrder(ctx.tx, fact.orderId!);
    const open = await differencesOf(ctx.tx, order.id).where("status", "=", "open").executeTakeFirst();
    if (!open || isChargeable(order)) return;
    await end(ctx, open, "ended", null);
    await orderFact(ctx, order, "words.ended", { differenceId: open.id, paidWords: open.paidWords }, open.id);
  });
}
