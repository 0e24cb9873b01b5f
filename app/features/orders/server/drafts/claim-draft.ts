import { z } from "zod";
import { notFound } from "#app/platform/rules/core/errors.ts";
import { command } from "#app/platform/server/core/command.ts";
import { can } from "../../rules/can.ts";
import { findClaimable } from "./find-draft.ts";
import { type Order, lockOrder } from "../views/find-order.ts";
import { changeOrder } from "../lifecycle/move-order.ts";

/** Gives a visitor's draft to their account when they sign in, by the key in the browser's cookie. */
export const claimDraft = command({
  input: z.object({ guestKeyHash: z.string().min(1) }),
  async load({ guestKeyHash }, { tx, actor }) {
    const draft = await findClaimable(actor, guestKeyHash, tx);
    if (!draft) throw notFound("draft");
    const order = await lockOrder(tx, draft.id);
    // Somebody else claimed it first: another tab, or another person at this computer.
    if (order.userId !== null) throw notFound("draft");
    return order;
  },
  allow: (actor, order, { guestKeyHash }) =>
    can.claim(actor, order, guestKeyHash) || "This draft was started in another browser.",
  run: async ({ thing, actor, ...ctx }): Promise<Order> =>
    changeOrder({ ...ctx, actor }, thing, { userId: actor.kind === "person" ? actor.uid : null, guestKeyHash: null }),
});
