import { z } from "zod";
import { invalid } from "#app/platform/rules/core/errors.ts";
import { command } from "#app/platform/server/core/command.ts";
import { ViewName, lockView, viewOwner } from "./own-views.ts";

/** Renames one's own view. @throws invalid if another one has the name */
export const renameView = command({
  input: z.object({ viewId: z.string().max(64), name: ViewName }),
  load: (input, ctx) => lockView(ctx, input.viewId),
  allow: (actor) => viewOwner(actor) !== null,
  async run({ input, thing: view, tx }): Promise<void> {
    const same = input.name.toLowerCase();
    if (view.all.some((it) => it.id !== view.id && it.name.toLowerCase() === same))
      throw invalid("view-name", `You already have a view named ${input.name}.`, "Choose another name.", {
        name: "Choose another name.",
      });
    await tx.updateTable("saved_views").set({ name: input.name }).where("id", "=", view.id).execute();
  },
});
