import { z } from "zod";
import { conflict } from "#app/platform/rules/core/errors.ts";
import { command } from "#app/platform/server/core/command.ts";
import type { Reader } from "#app/platform/server/core/database.ts";
import { can } from "../../rules/can.ts";
import { lockOrder } from "../views/find-order.ts";
import { WRITING } from "../work/write-letter.ts";
import { type WordDifference, differencesOf, unpaidDifference } from "./word-differences.ts";

/** The unpaid difference that limits an order's edit to the paid words, or null. */
export const findUnpaid = async (orderId: string, db: Reader): Promise<WordDifference | null> =>
  unpaidDifference(await differencesOf(db, orderId).execute());

/** If an order is edited only up to the paid words, its editor states where the edit ends. It's added to the letter. */
export const sayWhereEditEnds = command({
  input: z.object({
    orderId: z.string(),
    lastEdited: z.string().trim().min(3, "Quote the last words you edited.").max(300, "Use at most 300 characters."),
  }),
  load: ({ orderId }, { tx }) => lockOrder(tx, orderId),
  allow: (actor, order) => can.work(actor, order) || "Only the editor of this order can say where the edit ends.",
  async run({ input, thing: order, tx }): Promise<void> {
    const unpaid = await findUnpaid(order.id, tx);
    if (!unpaid || !WRITING.includes(order.status))
      throw conflict("not_partial", "This order is edited to its end.", "You don't need to say where the edit ends.");
    await tx
      .updateTable("word_differences")
      .set({ lastEdited: input.lastEdited })
      .where("id", "=", unpaid.id)
      .execute();
  },
});
