import { z } from "zod";
import { notFound } from "#app/platform/rules/core/errors.ts";
import { command } from "#app/platform/server/core/command.ts";
import { viewOwner } from "./own-views.ts";

/** Deletes one's own view. Deleting it again does nothing. @throws not-found for somebody else's */
export const removeView = command({
  input: z.object({ viewId: z.string().max(64) }),
  async load(input, { tx, actor }) {
    const view = await tx.selectFrom("saved_views").select("uid").where("id", "=", input.viewId).executeTakeFirst();
    if (view && view.uid !== viewOwner(actor)) throw notFound("view");
  },
  allow: (actor) => viewOwner(actor) !== null || "Sign in to delete a view.",
  async run({ input, tx, actor }): Promise<void> {
    await tx.deleteFrom("saved_views").where("id", "=", input.viewId).where("uid", "=", viewOwner(actor)!).execute();
  },
});
