import { redirect } from "react-router";
import { clientPathOf } from "#app/features/accounts/server/sign-in/client-path-of.ts";
import { payFromBalance } from "#app/features/payments/server/balance/pay-from-balance.ts";
import { askToSpend } from "#app/features/payments/server/balance/spending-requests.ts";
import { goToCheckout } from "#app/features/payments/server/checkout/go-to-checkout.ts";
import { shareFrom, sharedIntents } from "#app/features/payments/server/shared-quotes/share-intents.ts";
import { uidOf } from "#app/platform/rules/core/actor.ts";
import { saveBilling } from "#app/features/accounts/server/settings/save-billing.ts";
import { joinByDomain } from "#app/features/organizations/server/domains/join-by-domain.ts";
import { checkVatId } from "#app/features/tax/server/check-vat-id.ts";
import type { FormRequest, Intent } from "#app/platform/server/requests/page-frame.ts";
import { patchFromForm } from "../../rules/draft/choices-form.ts";
import { choosePayer } from "../../server/drafts/choose-payer.ts";
import { findOrder } from "../../server/views/find-order.ts";
import { askForQuote } from "../../server/drafts/quote-order.ts";
import { saveDraft } from "../../server/drafts/save-draft.ts";
import { draftIntents, excludedIn } from "../order-new/intents.ts";

type Args = { params: object };

async function saveForm(asked: FormRequest<Args>) {
  const { actor, form, text } = asked;
  // While a payment is in progress, the order keeps its price.
  if (form.get("status") === "awaiting_payment") return;
  await saveDraft(actor, {
    orderId: text("orderId"),
    patch: { ...patchFromForm(form), excluded: await excludedIn(asked) },
  });
}

/** Saves the billing details on the form and checks a VAT ID, before the order is priced with the resulting tax. */
async function saveBillingIn({ actor, form, text }: FormRequest<Args>) {
  const uid = uidOf(actor);
  if (!uid || form.get("country") === null) return;
  await saveBilling(actor, {
    uid,
    name: text("name"),
    organization: text("organization"),
    address: text("address"),
    country: text("country"),
    state: text("state"),
    vatId: text("vatId"),
    ...(form.get("billingSeen") === null ? {} : { seen: text("billingSeen") }),
  });
  await checkVatId(actor);
}

/** Says who pays, as chosen on the form. Without the choice, nothing changes. */
async function choosePayerIn({ actor, form, text }: FormRequest<Args>) {
  if (form.get("payer") === null) return;
  await choosePayer(actor, {
    orderId: text("orderId"),
    organizationId: text("payer") || null,
    titleHidden: form.has("titleHidden"),
  });
}

/** Saves the form and freezes the price that was seen. @returns the order's id */
async function priceIn(asked: FormRequest<Args>): Promise<string> {
  await saveForm(asked);
  await saveBillingIn(asked);
  await choosePayerIn(asked);
  const { actor, text } = asked;
  const orderId = text("orderId");
  const seen = { totalMinor: Number(text("seenTotal")), windowMs: Number(text("seenWindow")) };
  await askForQuote(actor, { orderId, ...(text("seenTotal") ? { seen } : {}) });
  return orderId;
}

/** What the buttons of the order form do. */
export const formIntents: Record<string, Intent<Args>> = {
  ...draftIntents,
  save: saveForm,
  billing: async (asked) => {
    await saveForm(asked);
    await saveBillingIn(asked);
  },
  payer: async (asked) => {
    await saveForm(asked);
    await choosePayerIn(asked);
  },
  /** Joins the organization of the author's address, and lets it pay. */
  institution: async (asked) => {
    const { actor, text } = asked;
    await saveForm(asked);
    const { organizationId, name } = await joinByDomain(actor, { organizationId: text("institution") });
    await choosePayer(actor, { orderId: text("orderId"), organizationId, titleHidden: false });
    return { done: `You're a member of ${name} now, and it pays for this order.` };
  },
  /** Freezes the price, and asks the organization's managers to pay above the author's limits. */
  ask: async (asked) => {
    const { actor, text } = asked;
    const orderId = await priceIn(asked);
    const { organization } = await askToSpend(actor, { orderId, note: text("note") });
    return { done: `Asked. We'll tell you when a manager of ${organization} answers.` };
  },
  "pay-from-own": async (asked) => {
    const { actor, text } = asked;
    const orderId = await priceIn(asked);
    await payFromBalance(actor, { orderId, own: true, earlyStart: text("earlyStart") });
    return redirect(clientPathOf(actor, `/order-success?order=${orderId}`));
  },
  "pay-by-card": async (asked) => goToCheckout(asked.actor, await priceIn(asked), asked.form),
  /** The payment starts only if the price is the one the client saw. */
  pay: async (asked) => {
    const { actor } = asked;
    const orderId = await priceIn(asked);
    if ((await findOrder(orderId))?.organizationId == null) return goToCheckout(actor, orderId, asked.form);
    const { text } = asked;
    await payFromBalance(actor, { orderId, creditLineId: text("credit") || null, costCenter: text("costCenter") });
    return redirect(clientPathOf(actor, `/order-success?order=${orderId}`));
  },
  share: async (asked) => shareFrom(asked, await priceIn(asked)),
  ...sharedIntents,
};
