import { z } from "zod";
import { reasonText } from "#app/platform/server/core/reason-text.ts";
import { may } from "#app/platform/rules/core/duties.ts";
import { command } from "#app/platform/server/core/command.ts";
import { isChargeable } from "../../rules/change/charge.ts";
import { conflict } from "#app/platform/rules/core/errors.ts";
import { settleWords } from "./settle-words.ts";
import { wordDifferences } from "./word-differences.ts";

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
  load: ({ differenceId }, ctx) => wordDifferences.lock(ctx, differenceId),
  allow: (actor) => may(actor, "care") || "Only our staff can decide on a word count.",
  async run({ input, thing: { order, row: difference }, ...ctx }) {
    wordDifferences.requireOpen(difference);
    if (!isChargeable(order))
      throw conflict("moved_on", "The order has moved on, so its word count can't be changed anymore.");
    return settleWords(ctx, order, difference, input.words, input.note);
  },
});

/** Staff decline a report: the paid count stays. */
export const declineWords = command({
  input: z.object({ differenceId: z.string(), note: Note }),
  load: ({ differenceId }, ctx) => wordDifferences.lock(ctx, differenceId),
  allow: (actor) => may(actor, "care") || "Only our staff can decide on a word count.",
  async run({ input, thing: { order, row }, ...ctx }): Promise<void> {
    wordDifferences.requireOpen(row);
    await wordDifferences.end(ctx, order, row, "declined", input.note);
  },
});
