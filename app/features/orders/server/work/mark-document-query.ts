import { z } from "zod";
import { conflict, notFound } from "#app/platform/rules/core/errors.ts";
import { command } from "#app/platform/server/core/command.ts";
import { AT_WORK } from "../../rules/flow.ts";
import { can } from "../../rules/can.ts";
import { lockOrder } from "../views/find-order.ts";
import { listOrderFiles, workFiles } from "./find-work.ts";

/** The editor marks whether a comment in their copy is a question to the author. Safe to repeat. */
export const markDocumentQuery = command({
  input: z.object({ orderId: z.string(), queryId: z.string(), asks: z.enum(["yes", "no"]) }),
  load: (input, { tx }) => lockOrder(tx, input.orderId),
  allow: (actor, order) => can.work(actor, order) || "Only the editor of this order can mark comments as questions.",
  run: async ({ input, thing: order, tx }) => {
    if (!AT_WORK.includes(order.status))
      throw conflict("not_at_work", "This order isn't being worked on now, so its comments can't be changed.");
    const copies = workFiles(await listOrderFiles(order.id, tx), order.assignedTo).flatMap((work) =>
      work.tracked ? [work.tracked.id] : [],
    );
    const row =
      copies.length === 0
        ? undefined
        : await tx
            .selectFrom("document_queries")
            .select("id")
            .where("id", "=", input.queryId)
            .where("fileId", "in", copies)
            .executeTakeFirst();
    if (!row) throw notFound("comment");
    await tx
      .updateTable("document_queries")
      .set({ marked: input.asks === "yes" })
      .where("id", "=", row.id)
      .execute();
    return { asks: input.asks === "yes" };
  },
});
