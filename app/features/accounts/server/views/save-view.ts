import { z } from "zod";
import { conflict, invalid } from "#app/platform/rules/core/errors.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { command } from "#app/platform/server/core/command.ts";
import { VIEWS_LIMIT, VIEW_LISTS, VIEW_SEARCH_LIMIT } from "../../rules/saved-views.ts";
import { ViewName, lockViews, viewOwner } from "./own-views.ts";

/**
 * Saves a list's filters under a name. Saving a name again replaces its filters.
 * @throws conflict at the limit, invalid without filters
 */
export const saveView = command({
  input: z.object({ list: z.enum(VIEW_LISTS), name: ViewName, search: z.string().max(VIEW_SEARCH_LIMIT) }),
  load: (input, ctx) => lockViews(ctx, input.list),
  allow: (actor) => viewOwner(actor) !== null || "Sign in to save a view.",
  async run({ input, thing: views, tx, actor, now }): Promise<{ viewId: string }> {
    const { list, name, search } = input;
    if (search === "")
      throw invalid("nothing-to-save", "There are no filters to save.", "Filter or sort the list first, then save it.");
    const known = views.find((it) => it.name.toLowerCase() === name.toLowerCase());
    if (known) {
      await tx.updateTable("saved_views").set({ name, search }).where("id", "=", known.id).execute();
      return { viewId: known.id };
    }
    if (views.length >= VIEWS_LIMIT)
      throw conflict("too-many-views", `You have ${VIEWS_LIMIT} views already.`, "Delete one to save another.");
    const viewId = newId("view");
    await tx
      .insertInto("saved_views")
      .values({ id: viewId, uid: viewOwner(actor)!, list, name, search, createdAt: now })
      .execute();
    return { viewId };
  },
});
