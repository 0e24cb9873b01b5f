import { z } from "zod";
import type { Actor } from "#app/platform/rules/core/actor.ts";
import { conflict } from "#app/platform/rules/core/errors.ts";
import { command } from "#app/platform/server/core/command.ts";
import { can } from "#app/features/orders/rules/can.ts";
import { may } from "#app/platform/rules/core/duties.ts";
import { orderFact } from "#app/features/orders/server/lifecycle/move-order.ts";
import type { Order } from "#app/features/orders/server/views/find-order.ts";
import { lockByToken, stateOf } from "./find-shared-quote.ts";

const Input = z.object({ token: z.string().max(200) });
/** The author trying their own link, or staff helping them. */
const isOurs = (actor: Actor, order: Order): boolean => can.pay(actor, order) || may(actor, "care");

/**
 * Notes that somebody opened a shared quote, and tells its author the first time. The page sends it once its script
 * runs, so a mail server that looks at links opens nothing.
 * @throws not-found
 */
export const openSharedQuote = command({
  input: Input,
  load: ({ token }, ctx) => lockByToken(ctx, token),
  allow: () => true,
  async run({ thing: { quote, order }, ...ctx }): Promise<void> {
    if (quote.openedAt || isOurs(ctx.actor, order)) return;
    await ctx.tx.updateTable("shared_quotes").set({ openedAt: ctx.now }).where("id", "=", quote.id).execute();
    await orderFact(ctx, order, "shared_quote.opened", { number: quote.number }, quote.id);
  },
});

/**
 * Asks the author for a new quote, once. Safe to repeat.
 * @throws not-found; conflict if this one can be paid, or is paid
 */
export const askForQuoteAgain = command({
  input: Input,
  load: ({ token }, ctx) => lockByToken(ctx, token),
  allow: () => true,
  async run({ thing, ...ctx }): Promise<void> {
    const { quote, order } = thing;
    const state = await stateOf(thing, ctx.now, ctx.tx);
    if (state !== "expired" && state !== "replaced")
      throw conflict("not_over", "You can't ask for a new quote here.", "Reload the page to see what applies now.");
    if (quote.askedAt) return;
    await ctx.tx.updateTable("shared_quotes").set({ askedAt: ctx.now }).where("id", "=", quote.id).execute();
    await orderFact(ctx, order, "shared_quote.asked", { number: quote.number, expired: state === "expired" }, quote.id);
  },
});
