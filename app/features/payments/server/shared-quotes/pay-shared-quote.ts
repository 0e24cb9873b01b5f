import { z } from "zod";
import type { Actor } from "#app/platform/rules/core/actor.ts";
import { conflict, invalid } from "#app/platform/rules/core/errors.ts";
import { command } from "#app/platform/server/core/command.ts";
import { billingFault, withoutUnusedState } from "#app/features/accounts/rules/billing-input.ts";
import { quotedPrice } from "#app/features/orders/server/views/find-order.ts";
import { exemptionsKept, isRegistered, taxFrom } from "#app/features/tax/server/find-tax.ts";
import { PAYER_FIELDS, SHARED_QUOTE_WORDS, payerRefusal } from "../../rules/shared-quote.ts";
import { continueCheckout } from "../checkout/continue-checkout.ts";
import { type Attempt, takePayment } from "../checkout/start-payment.ts";
import { lockByToken, stateOf } from "./find-shared-quote.ts";

const Input = z.object({ token: z.string().max(200), ...PAYER_FIELDS });

/** A payer's attempt. The link is the permission: the author gave it to them. */
export const takePayerAttempt = command({
  input: Input,
  load: ({ token }, ctx) => lockByToken(ctx, token),
  allow: () => true,
  async run({ input: { token: _token, email, poNumber, costCenter, ...typed }, thing, ...ctx }): Promise<Attempt> {
    const { quote, order } = thing;
    const state = await stateOf(thing, ctx.now, ctx.tx);
    if (state !== "open")
      throw conflict(`quote_${state}`, SHARED_QUOTE_WORDS[state].message, SHARED_QUOTE_WORDS[state].advice);
    const fault = billingFault(typed);
    if (fault) throw invalid("vat", fault.message, "Correct it or leave it out.", { [fault.field]: fault.message });
    const billing = withoutUnusedState(typed);
    const { tax } = quotedPrice(order);
    if (billing.country === "" && (tax.evidence || (await isRegistered(ctx.now, ctx.tx)))) {
      const message = "Choose the country for the invoice.";
      throw invalid("billing", message, "Then pay.", { country: message });
    }
    const exemptions = await exemptionsKept(tax, order, billing, ctx.tx);
    const refusal = payerRefusal(tax, await taxFrom(billing, order.quotedAt ?? ctx.now, ctx.tx, exemptions), billing);
    if (refusal)
      throw invalid(
        "tax_changes",
        refusal.message,
        "You haven't been charged. Ask the author to enter your organization's billing details and share the quote again.",
        { [refusal.field]: refusal.message },
      );
    return takePayment(ctx, order, { sharedQuoteId: quote.id, billing, email, poNumber, costCenter });
  },
});

/**
 * Starts paying a shared quote, or continues the same payer's open payment. A checkout that the author or another payer
 * has open is closed first. If that one was paid in the meantime, it counts, and this payer is told.
 * @returns the URL of the provider's page
 * @throws not-found for a wrong link; invalid by field, also where the details would change the tax; conflict
 * (quote_paid, quote_settled, quote_expired, quote_replaced, quote_revoked, coupon_used_up, tax_changed, no_editor_free); busy
 */
export const paySharedQuote = (
  actor: Actor,
  input: z.input<typeof Input>,
): Promise<{ url: string; paymentId: string }> =>
  continueCheckout(async () => {
    const attempt = await takePayerAttempt(actor, input);
    if (!("changed" in attempt)) return attempt;
    const { code } = attempt.changed;
    throw conflict(
      code,
      code === "tax_changed"
        ? "The tax on this quote has changed since it was shared."
        : "The discount on this quote can't be used anymore.",
      "You haven't been charged. Ask the author for a new quote.",
    );
  });
