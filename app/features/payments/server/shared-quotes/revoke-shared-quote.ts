import { z } from "zod";
import { conflict } from "#app/platform/rules/core/errors.ts";
import type { Fact } from "#app/platform/rules/core/fact.ts";
import { command } from "#app/platform/server/core/command.ts";
import { database } from "#app/platform/server/core/database.ts";
import { can } from "#app/features/orders/rules/can.ts";
import { orderFact } from "#app/features/orders/server/lifecycle/move-order.ts";
import { closeCheckout } from "../checkout/close-checkout.ts";
import { lockShared } from "./lock-shared-quote.ts";
import { endSharedQuote } from "./share-quote.ts";

/**
 * Takes a shared quote back: its link can't be paid anymore, and a payer's open checkout is closed. The order keeps its
 * price. Safe to repeat.
 * @throws not-found, refused; conflict already_paid
 */
export const revokeSharedQuote = command({
  input: z.object({ sharedQuoteId: z.string() }),
  load: ({ sharedQuoteId }, ctx) => lockShared(ctx, sharedQuoteId),
  allow: (actor, { order }) => can.pay(actor, order) || "Only the order's author can take its quote back.",
  async run({ thing: { quote, order }, ...ctx }): Promise<void> {
    if (quote.endedAt) return;
    if (order.paidAt)
      throw conflict("already_paid", "This order is already paid.", "Open the order to see its progress.");
    await endSharedQuote(ctx, quote.id, "revoked");
    await orderFact(ctx, order, "shared_quote.revoked", { number: quote.number }, quote.id);
  },
});

/** Reaction: closes the checkout that a payer has open with a link that was taken back. */
export async function closePayerCheckout(fact: Fact): Promise<void> {
  const open = await database()
    .selectFrom("payments as p")
    .innerJoin("payment_payers as y", "y.paymentId", "p.id")
    .selectAll("p")
    .where("y.sharedQuoteId", "=", fact.subjectId)
    .where("p.status", "in", ["starting", "open"])
    .executeTakeFirst();
  if (open) await closeCheckout(open);
}
