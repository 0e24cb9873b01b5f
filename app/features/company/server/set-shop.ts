import type { CommandContext } from "#app/platform/server/core/command.ts";
import { lockName } from "#app/platform/server/core/database.ts";
import { forgetPages } from "#app/platform/server/public-pages/html-cache.ts";
import { isShopOpen } from "./find-shop.ts";

/**
 * Opens the shop or closes it, in a command's transaction. Cached pages and open ones follow within a second.
 * @returns false when it already was
 */
export async function setShop(ctx: CommandContext, open: boolean, reason: string): Promise<boolean> {
  await lockName(ctx.tx, "shop");
  if ((await isShopOpen(ctx.tx)) === open) return false;
  const row = {
    openedAt: open ? ctx.now : null,
    openedBy: open && ctx.actor.kind === "person" ? ctx.actor.uid : null,
    changedAt: ctx.now,
  };
  await ctx.tx
    .insertInto("shop")
    .values({ id: 1, ...row })
    .onConflict((c) => c.column("id").doUpdateSet(row))
    .execute();
  if (open) await ctx.fact("shop.opened", { data: {}, topics: ["everyone"] });
  else await ctx.fact("shop.closed", { data: { reason }, topics: ["everyone"] });
  await forgetPages(ctx.tx);
  return true;
}
