import { redirect } from "react-router";
import type { Actor } from "#app/platform/rules/core/actor.ts";
import { database } from "#app/platform/server/core/database.ts";
import type { SavedView, ViewList } from "../../rules/saved-views.ts";
import { viewOwner, viewsOf } from "./own-views.ts";

/**
 * The reader's views of a list, for its loader.
 * @throws a redirect to the view that the list opens with, if the URL asks for nothing
 */
export async function openViews(
  actor: Actor,
  list: ViewList,
  { path, search }: { path: string; search: URLSearchParams },
): Promise<SavedView[]> {
  const uid = viewOwner(actor);
  if (!uid) return [];
  const views = await viewsOf(database(), uid, list);
  const chosen = views.find((it) => it.isDefault);
  if (chosen && search.size === 0) throw redirect(`${path}?${chosen.search}`);
  return views;
}
