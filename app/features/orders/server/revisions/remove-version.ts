import { z } from "zod";
import { notFound } from "#app/platform/rules/core/errors.ts";
import { isId } from "#app/platform/rules/core/ids.ts";
import { command } from "#app/platform/server/core/command.ts";
import { can } from "../../rules/can.ts";
import { lockOwn } from "../drafts/find-draft.ts";
import { changeOrder } from "../lifecycle/move-order.ts";
import { removeVersions } from "./replace-version.ts";

/**
 * The author removes a new version before they request the revision. Safe to repeat. A version that was sent with a
 * revision stays.
 */
export const removeVersion = command({
  input: z.object({ fileId: z.string() }),
  async load({ fileId }, ctx) {
    const file = isId("file", fileId)
      ? await ctx.tx
          .selectFrom("files")
          .selectAll()
          .where("id", "=", fileId)
          .where("purpose", "=", "version")
          .executeTakeFirst()
      : undefined;
    if (!file) throw notFound("file");
    return { file, order: await lockOwn(ctx, file.orderId) };
  },
  allow: (actor, { order }) => can.decide(actor, order) || "Only the author can remove a new version.",
  async run({ thing: { file, order }, ...ctx }): Promise<void> {
    if (file.removedAt) return;
    await removeVersions(ctx, order.id, file.sourceFileId);
    await changeOrder(ctx, order, {});
  },
});
