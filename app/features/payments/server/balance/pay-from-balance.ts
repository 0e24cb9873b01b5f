import { z } from "zod";
import { dayOf } from "#app/platform/rules/core/day.ts";
import { type Actor, zoneOf } from "#app/platform/rules/core/actor.ts";
import { conflict, invalid, notFound, refused } from "#app/platform/rules/core/errors.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { formatMoney } from "#app/platform/rules/core/money.ts";
import { command } from "#app/platform/server/core/command.ts";
import { aboveLimit, can as canIn, costCenterFault } from "#app/features/organizations/rules/organization.ts";
import { type OwnOrganization, lockOrganization } from "#app/features/organizations/server/find-organization.ts";
import { can } from "#app/features/orders/rules/can.ts";
import { moveOrder, orderFact } from "#app/features/orders/server/lifecycle/move-order.ts";
import { type Order, lockOrder } from "#app/features/orders/server/views/find-order.ts";
import { closeCheckout } from "../checkout/close-checkout.ts";
import type { Payment } from "../checkout/find-payment.ts";
import { amountsOf } from "../checkout/order-amounts.ts";
import { type Changed, agreeToPay, readyToPay, whyUnpayable } from "../checkout/ready-to-pay.ts";
import { applyPayment, nextAttempt } from "../checkout/settle-payment.ts";
import { creditFault } from "../../rules/credit.ts";

import type { Standing } from "../../rules/ledger/ledger.ts";
import { usedOf } from "../credit/find-credit.ts";
import { accountOf, overdueOf } from "../credit/statements.ts";
import { otherCurrency, spentThisMonth, standingOf } from "./balance.ts";
import { checkOwnBalance } from "./own-balance.ts";
import { approvedFor, endRequestsOf } from "./spending-requests.ts";
import type { CommandContext } from "#app/platform/server/core/command.ts";

type Paid = { paid: true } | { open: Payment } | Changed;

const Asked = z.object({
  orderId: z.string(),
  /** The terms or the purchase order to order on; null for what's prepaid. */
  creditLineId: z.string().nullable().default(null),
  costCenter: z.string().trim().max(60, "Use at most 60 characters.").default(""),
  /** From the author's own balance; otherwise from the account of the organization that pays. */
  own: z.boolean().default(false),
  /** As for a payment by card. Organizations need none. */
  earlyStart: z.string().max(40).nullable().default(null),
});

/** Takes an order's price from its author's balance, or puts it on its organization's account, or says why not. */
const spend = command({
  input: Asked,
  async load({ orderId }, ctx) {
    const order = await lockOrder(ctx.tx, orderId);
    if (!can.view(ctx.actor, order)) throw notFound("order");
    return order;
  },
  allow: (actor, order) => can.pay(actor, order) || "Only the order's author can pay for it.",
  async run({ input, thing: priced, ...ctx }): Promise<Paid> {
    const { organizationId } = priced;
    if (input.own ? organizationId !== null : organizationId === null)
      throw conflict(
        "no_payer",
        input.own ? "An organization pays for this order." : "No organization pays for this order.",
        "Choose who pays, then try again.",
      );
    // A button that's pressed twice pays once.
    if (priced.paidAt !== null && (await isPaidFromBalance(ctx, priced))) return { paid: true };
    const problem = whyUnpayable(priced, ctx.now, zoneOf(ctx.actor));
    if (problem) throw problem;
    await agreeToPay(ctx, priced, input.earlyStart);
    const ready = await readyToPay(ctx, priced, null);
    if ("changed" in ready) return ready;
    if (ready.open) return { open: ready.open };
    const { order } = ready;
    const paidFrom =
      organizationId === null
        ? { cardLabel: "Balance", cardFingerprint: await checkOwnBalance(ctx, order), creditLineId: null }
        : await accountFor(ctx, order, organizationId, input);
    const payment = await ctx.tx
      .insertInto("payments")
      .values({
        id: newId("payment"),
        orderId: order.id,
        method: "balance",
        provider: "none",
        ...paidFrom,
        attempt: await nextAttempt(ctx, order.id),
        status: "succeeded",
        amountMinor: order.totalMinor,
        currency: order.currency,
        ...partsOf(order),
        createdAt: ctx.now,
        succeededAt: ctx.now,
        checkedAt: ctx.now,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    const waiting = order.status === "quoted" ? await moveOrder(ctx, order, "begin_payment") : order;
    const about = { paymentId: payment.id, amountMinor: payment.amountMinor };
    await orderFact(ctx, waiting, "payment.started", about, payment.id);
    await applyPayment(ctx, waiting, null, { ...payment, moved: null });
    await endRequestsOf(ctx, order.id);
    return { paid: true };
  },
});

/** What a payment says of the organization that pays, which is locked. @throws as `checkSpending`; invalid (cost_center) */
async function accountFor(ctx: CommandContext, order: Order, organizationId: string, input: z.output<typeof Asked>) {
  const organization = await lockOrganization(ctx.tx, ctx.actor, organizationId);
  const { creditLineId, costCenter } = input;
  await checkSpending(ctx, order, organization, creditLineId);
  const fault = costCenterFault(costCenter, organization);
  if (fault !== null) throw invalid("cost_center", fault, "Nothing was ordered yet.", { costCenter: fault });
  return {
    creditLineId,
    cardLabel: `${creditLineId === null ? "Balance" : "Account"} of ${organization.name}`,
    costCenter: organization.costCenterRule === "none" ? "" : costCenter,
  };
}

function partsOf(order: Order) {
  const { listMinor, discountMinor, creditMinor, taxMinor } = amountsOf(order);
  return { listMinor, discountMinor, creditMinor, taxMinor };
}

async function isPaidFromBalance({ tx }: CommandContext, order: Order): Promise<boolean> {
  const paid = await tx
    .selectFrom("payments")
    .select("id")
    .where("orderId", "=", order.id)
    .where("method", "=", "balance")
    .where("status", "=", "succeeded")
    .executeTakeFirst();
  return paid !== undefined;
}

/**
 * Whether the organization pays for it now.
 * @param organization locked
 * @throws refused, conflict (over_limit, balance_short, credit_refused)
 */
async function checkSpending(
  ctx: CommandContext,
  order: Order,
  organization: OwnOrganization,
  creditLineId: string | null,
): Promise<void> {
  const { totalMinor, currency } = order;
  if (currency !== organization.currency) throw otherCurrency(organization, currency);
  const money = (amount: number) => formatMoney(amount, currency);
  if (!canIn.order(ctx.actor, organization))
    throw refused(
      `You can't order for ${organization.role === null ? "this organization" : organization.name} anymore.`,
    );
  const of = { organizationId: organization.id, uid: order.userId! };
  const spentMinor = await spentThisMonth(of, ctx.now, ctx.tx);
  const above = aboveLimit(organization, { totalMinor, spentMinor, currency });
  if (above && (await approvedFor(ctx.tx, order)) < totalMinor)
    throw conflict("over_limit", above.why, "Ask for approval, or pay by card. Nothing was ordered yet.");
  const standing = await standingOf(organization.id, ctx.tx);
  if (creditLineId !== null) return checkCredit(ctx, order, organization, { creditLineId, standing });
  const balanceMinor = standing.prepaidMinor;
  if (balanceMinor < totalMinor)
    throw conflict(
      "balance_short",
      `The balance of ${organization.name} is ${money(balanceMinor)}, and this order costs ${money(totalMinor)}.`,
      "Ask one of its managers to add funds, or pay by card. Nothing was taken from the balance.",
    );
}

/** @throws conflict (credit_refused): it ended, too little of it is left, or a statement is overdue */
async function checkCredit(
  ctx: CommandContext,
  order: Order,
  organization: OwnOrganization,
  { creditLineId, standing }: { creditLineId: string; standing: Standing },
): Promise<void> {
  const line = await ctx.tx
    .selectFrom("credit_lines")
    .selectAll()
    .where("id", "=", creditLineId)
    .where("organizationId", "=", organization.id)
    .executeTakeFirst();
  if (!line) throw notFound("credit");
  const fault = creditFault(line, {
    usedMinor: (await usedOf([line], standing, ctx.tx)).get(line.id)!,
    totalMinor: order.totalMinor,
    currency: order.currency,
    today: dayOf(ctx.now),
    overdue: overdueOf(await accountOf(organization.id, ctx.tx), ctx.now),
  });
  if (fault !== null)
    throw conflict(
      "credit_refused",
      fault,
      `Choose another way to pay, or ask a manager of ${organization.name}. Nothing was ordered yet.`,
    );
}

const ROUNDS = 4;

/**
 * Pays for an order from its author's balance or from what its organization has prepaid, or places it on the
 * organization's terms or purchase order.
 * A checkout by card that's open is closed first; if it was paid in the meantime, that payment counts. Safe to repeat.
 * @throws not-found, refused; invalid (cost_center); conflict (over_limit, balance_short, credit_refused, and as
 *   startPayment)
 */
export async function payFromBalance(actor: Actor, input: z.input<typeof Asked>): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) {
    const done = await spend(actor, input);
    if ("paid" in done) return;
    if ("changed" in done) throw done.changed;
    await closeCheckout(done.open);
  }
  throw conflict(
    "payment_pending",
    "A payment by card is on its way.",
    "This page will show it as soon as it arrives.",
  );
}
