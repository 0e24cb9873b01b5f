import { z } from "zod";
import { notFound } from "#app/platform/rules/core/errors.ts";
import { isId } from "#app/platform/rules/core/ids.ts";
import { command } from "#app/platform/server/core/command.ts";
import { json } from "#app/platform/server/core/database.ts";
import { titleFromName } from "../../rules/order-title.ts";
import { readChoices } from "../../rules/draft/choices.ts";
import { can } from "../../rules/can.ts";
import { autoTitle } from "../drafts/auto-title.ts";
import { lockOwn } from "../drafts/find-draft.ts";
import { changeOrder } from "../lifecycle/move-order.ts";
import { asDraft } from "../lifecycle/reopen-order.ts";

/** Removes one of the client's files, and the copy made from it, from an unpaid order. Safe to repeat. */
export const removeFile = command({
  input: z.object({ fileId: z.string() }),
  async load({ fileId }, ctx) {
    const file = isId("file", fileId)
      ? await ctx.tx
          .selectFrom("files")
          .selectAll()
          .where("id", "=", fileId)
          .where("purpose", "in", ["source", "reference"])
          .executeTakeFirst()
      : undefined;
    if (!file) throw notFound("file");
    return { file, order: await lockOwn(ctx, file.orderId) };
  },
  allow: (actor, { order }) =>
    can.edit(actor, order) || "Only the author can change an order, and only before it's paid.",
  async run({ thing: { file, order }, ...ctx }): Promise<void> {
    const draft = await asDraft(ctx, order);
    await ctx.tx
      .updateTable("files")
      .set({ removedAt: ctx.now })
      .where("removedAt", "is", null)
      .where((e) =>
        e.or([e("id", "=", file.id), e.and([e("sourceFileId", "=", file.id), e("purpose", "=", "working")])]),
      )
      .execute();
    const choices = readChoices(draft.choices);
    const excluded = choices.excluded?.filter((x) => x.fileId !== file.id);
    // A title that was only the file's name is removed with the file.
    const named = file.purpose === "source" && !choices.title && draft.title === titleFromName(file.name);
    await changeOrder(ctx, draft, {
      ...(excluded?.length === choices.excluded?.length
        ? {}
        : { choices: json({ ...choices, excluded }), choicesVersion: draft.choicesVersion + 1 }),
      ...(named ? { title: await autoTitle(ctx.tx, draft.id) } : {}),
    });
  },
});
