import { z } from "zod";
import { zoneOf } from "#app/platform/rules/core/actor.ts";
import { notFound } from "#app/platform/rules/core/errors.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { type CommandContext, command } from "#app/platform/server/core/command.ts";
import { json } from "#app/platform/server/core/database.ts";
import { requireOpenShop } from "#app/features/company/server/find-shop.ts";
import { can } from "#app/features/orders/rules/can.ts";
import { sharedQuoteMsOf } from "#app/features/orders/server/read-answers.ts";
import { changeOrder, orderFact } from "#app/features/orders/server/lifecycle/move-order.ts";
import { type Order, lockOrder, quotedPrice } from "#app/features/orders/server/views/find-order.ts";
import { invoiceNumber, invoiceSeries } from "../../rules/invoices/invoice.ts";
import { quoteDocument } from "../../rules/invoices/quote-document.ts";
import { sharedQuoteExpiresAt } from "../../rules/shared-quote.ts";
import { agreeToPay, whyUnpayable } from "../checkout/ready-to-pay.ts";
import { buyerOf, sellerDetails } from "../invoices/invoice-parties.ts";
import { takeNumber } from "../invoices/take-number.ts";
import { type SharedQuote, findCurrent, hasSamePrice } from "./find-shared-quote.ts";

/**
 * Shares an order's held price, so that somebody else can pay it: a formal quote with a number, and a link. The price
 * is then held for longer. Sharing it again gives the same quote, unless the order's price has changed since.
 * @throws not-found, refused; invalid early_start if the author must ask for work to begin first; conflict
 * (already_paid, price_over, not_quoted, not_payable)
 */
export const shareQuote = command({
  input: z.object({
    orderId: z.string(),
    showTitle: z.boolean({ error: "Choose whether the manuscript's title is shown." }),
    earlyStart: z.string().max(40).nullable().default(null),
  }),
  async load({ orderId }, ctx) {
    const order = await lockOrder(ctx.tx, orderId);
    if (!can.view(ctx.actor, order)) throw notFound("order");
    return order;
  },
  allow: (actor, order) => can.pay(actor, order) || "Only the order's author can share its quote.",
  async run({ input, thing: order, ...ctx }): Promise<SharedQuote> {
    const problem = whyUnpayable(order, ctx.now, zoneOf(ctx.actor));
    if (problem) throw problem;
    await requireOpenShop(ctx.tx);
    await agreeToPay(ctx, order, input.earlyStart);
    const before = await findCurrent(order.id, ctx.tx);
    if (before && hasSamePrice(before, order)) {
      if (before.showTitle === input.showTitle) return before;
      await ctx.tx
        .updateTable("shared_quotes")
        .set({ showTitle: input.showTitle })
        .where("id", "=", before.id)
        .execute();
      return { ...before, showTitle: input.showTitle };
    }
    if (before) await endSharedQuote(ctx, before.id, "replaced");
    return issue(ctx, await hold(ctx, order), input.showTitle);
  },
});

/** Holds the price of a price list for as long as a shared quote is valid. An offer keeps its end: an editor waits. */
async function hold(ctx: CommandContext, order: Order): Promise<Order> {
  const { quotedAt, quoteExpiresAt } = order;
  if (order.price?.custom || !quotedAt || !quoteExpiresAt) return order;
  const until = sharedQuoteExpiresAt(quotedAt, await sharedQuoteMsOf(order, ctx.tx));
  return until > quoteExpiresAt ? changeOrder(ctx, order, { quoteExpiresAt: until }) : order;
}

async function issue(ctx: CommandContext, order: Order, showTitle: boolean): Promise<SharedQuote> {
  const id = newId("sharedQuote");
  const validUntilAt = order.quoteExpiresAt!;
  const series = invoiceSeries("quote", ctx.now);
  const [seller, buyer] = [await sellerDetails(ctx.tx), await buyerOf(order, ctx.tx)];
  const receipt = quotedPrice(order);
  // Last, because its row stays locked until the transaction ends.
  const number = invoiceNumber(series, await takeNumber(ctx.tx, series));
  const document = quoteDocument({
    number,
    issuedAt: ctx.now,
    validUntilAt,
    orderId: order.number,
    seller,
    buyer,
    receipt,
  });
  const quote = await ctx.tx
    .insertInto("shared_quotes")
    .values({
      id,
      number,
      orderId: order.id,
      quotedAt: order.quotedAt!,
      price: json(receipt),
      document: json(document),
      showTitle,
      validUntilAt,
      createdAt: ctx.now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await orderFact(ctx, order, "shared_quote.created", { number, validUntilAt: validUntilAt.toISOString() }, id);
  return quote;
}

/** Ends a shared quote: its link says why. */
export async function endSharedQuote(
  ctx: Pick<CommandContext, "tx" | "now">,
  id: string,
  why: "revoked" | "replaced",
): Promise<void> {
  await ctx.tx
    .updateTable("shared_quotes")
    .set({ endedAt: ctx.now, endedWhy: why })
    .where("id", "=", id)
    .where("endedAt", "is", null)
    .execute();
}
