import { z } from "zod";
import type { Actor } from "#app/platform/rules/core/actor.ts";
import { notFound } from "#app/platform/rules/core/errors.ts";
import type { CommandContext } from "#app/platform/server/core/command.ts";
import { type Reader, lockName } from "#app/platform/server/core/database.ts";
import { VIEW_NAME_LIMIT, VIEWS_LIMIT, type ViewList } from "../../rules/saved-views.ts";

export const ViewName = z
  .string()
  .trim()
  .min(1, "Name the view.")
  .max(VIEW_NAME_LIMIT, `Use at most ${VIEW_NAME_LIMIT} characters.`);

/** Whose views an actor may read and change: their own. */
export const viewOwner = (actor: Actor): string | null =>
  actor.kind === "person" && actor.emailVerified ? actor.uid : null;

/** A person's views of one list, by name. */
export const viewsOf = (db: Reader, uid: string, list: ViewList) =>
  db
    .selectFrom("saved_views")
    .select(["id", "name", "search", "isDefault"])
    .where("uid", "=", uid)
    .where("list", "=", list)
    .orderBy((e) => e.fn("lower", ["name"]))
    .orderBy("id")
    .limit(VIEWS_LIMIT)
    .execute();

/** The actor's views of one list, which nobody else changes until this transaction ends. */
export async function lockViews(ctx: Pick<CommandContext, "tx" | "actor">, list: ViewList) {
  const uid = viewOwner(ctx.actor);
  if (!uid) return [];
  await lockName(ctx.tx, `views ${uid} ${list}`);
  return viewsOf(ctx.tx, uid, list);
}

/** One view of the actor's own, locked with its list. @throws not-found for somebody else's, too */
export async function lockView(ctx: Pick<CommandContext, "tx" | "actor">, viewId: string) {
  const found = await ctx.tx
    .selectFrom("saved_views")
    .select(["id", "list"])
    .where("id", "=", viewId)
    .where("uid", "=", viewOwner(ctx.actor) ?? "")
    .executeTakeFirst();
  if (!found) throw notFound("view");
  const list = found.list as ViewList;
  return { id: found.id, list, all: await lockViews(ctx, list) };
}
