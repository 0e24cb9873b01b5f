import { z } from "zod";
import { command } from "#app/platform/server/core/command.ts";
import { lockView, viewOwner } from "./own-views.ts";

/** Makes a view the one its list opens with, instead of another, or no longer. */
export const chooseView = command({
  input: z.object({ viewId: z.string().max(64), on: z.boolean() }),
  load: (input, ctx) => lockView(ctx, input.viewId),
  allow: (actor) => viewOwner(actor) !== null,
  async run({ input, thing: view, tx, actor }): Promise<void> {
    await tx
      .updateTable("saved_views")
      .set({ isDefault: false })
      .where("uid", "=", viewOwner(actor)!)
      .where("list", "=", view.list)
      .where("isDefault", "=", true)
      .execute();
    if (input.on) await tx.updateTable("saved_views").set({ isDefault: true }).where("id", "=", view.id).execute();
  },
});
