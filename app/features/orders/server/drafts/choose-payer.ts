import { z } from "zod";
import { conflict, refused } from "#app/platform/rules/core/errors.ts";
import { type CommandContext, command } from "#app/platform/server/core/command.ts";
import { can as canIn } from "#app/features/organizations/rules/organization.ts";
import { lockOrganization } from "#app/features/organizations/server/find-organization.ts";
import { can } from "../../rules/can.ts";
import { changeOrder } from "../lifecycle/move-order.ts";
import { currencyOfDraft, soldIn } from "#app/features/pricing/rules/currency-prices.ts";
import { pricingNow } from "#app/features/pricing/server/read-pricing.ts";
import type { Currency } from "#app/platform/rules/core/money.ts";
import { json } from "#app/platform/server/core/database.ts";
import { readChoices } from "../../rules/draft/choices.ts";
import type { Order } from "../views/find-order.ts";
import { lockOwn } from "./find-draft.ts";
import { asDraft } from "../lifecycle/reopen-order.ts";
import { contractAt } from "#app/features/pricing/server/find-contract.ts";
import { taxAgain } from "./follow-billing.ts";

/**
 * Says who pays for an order that isn't paid: its author, or an organization they belong to, which then is the buyer on
 * the invoice. A price that's held gets the tax of the new buyer. If either has prices of its own, or an organization
 * another currency, it's calculated again instead.
 * @throws refused for an organization of others; conflict while a payment is open or once it's paid
 */
export const choosePayer = command({
  input: z.object({
    orderId: z.string(),
    organizationId: z.string().nullable(),
    /** Whether the organization's managers see "Manuscript of ..." instead of the title. */
    titleHidden: z.boolean(),
  }),
  load: ({ orderId }, ctx) => lockOwn(ctx, orderId),
  allow: (actor, order) =>
    (actor.kind === "person" && can.edit(actor, order)) || "Sign in as the author of this order first.",
  async run({ input, thing: order, ...ctx }): Promise<void> {
    if (order.organizationId === input.organizationId && order.titleHidden === input.titleHidden) return;
    const isOther = order.organizationId !== input.organizationId;
    if (isOther && order.status !== "draft" && order.status !== "quoted")
      throw conflict(
        "paying",
        "A payment for this order is open.",
        "Change the order first, then choose who pays. You haven't been charged.",
      );
    let currency: Currency | null = null;
    if (input.organizationId !== null) {
      const organization = await lockOrganization(ctx.tx, ctx.actor, input.organizationId);
      if (!canIn.order(ctx.actor, organization))
        throw refused(`You can't order for ${organization.role === null ? "this organization" : organization.name}.`);
      if (isOther) currency = await otherCurrency(ctx, order, organization.currency);
    }
    const repriced =
      order.status === "quoted" &&
      isOther &&
      (currency !== null || (await haveContract(ctx, [order.organizationId, input.organizationId])));
    const changed = await changeOrder(ctx, repriced ? await asDraft(ctx, order) : order, {
      ...(currency === null
        ? {}
        : {
            choices: json({ ...readChoices(order.choices), currency }),
            choicesVersion: order.choicesVersion + 1,
          }),
      organizationId: input.organizationId,
      titleHidden: input.organizationId !== null && input.titleHidden,
    });
    if (changed.status === "quoted") await taxAgain(ctx, changed);
  },
});

/**
 * The currency of an organization, if the order's price is to be in it and isn't yet. A custom price stays as it was
 * offered.
 */
async function otherCurrency(ctx: CommandContext, order: Order, its: Currency): Promise<Currency | null> {
  const listed = await pricingNow(ctx);
  const own = order.status === "draft" ? currencyOfDraft(readChoices(order.choices), listed) : order.currency;
  return own === its || order.price?.custom || !soldIn(listed).includes(its) ? null : its;
}

/** Whether one of these organizations has agreed prices. */
async function haveContract({ tx, now }: CommandContext, ids: readonly (string | null)[]): Promise<boolean> {
  for (const id of ids) if (id !== null && (await contractAt(id, now, tx))) return true;
  return false;
}
