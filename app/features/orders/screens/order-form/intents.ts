import { goToCheckout } from "#app/features/payments/server/checkout/go-to-checkout.ts";
import { shareFrom, sharedIntents } from "#app/features/payments/server/shared-quotes/share-intents.ts";
import { uidOf } from "#app/platform/rules/core/actor.ts";
import { saveBilling } from "#app/features/accounts/server/settings/save-billing.ts";
import { checkVatId } from "#app/features/tax/server/check-vat-id.ts";
import type { FormRequest, Intent } from "#app/platform/server/requests/page-frame.ts";
import { patchFromForm } from "../../rules/draft/choices-form.ts";
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

/** Saves the form and prices the order on the server, unless that's another price than the client saw. */
async function priceForm(asked: FormRequest<Args>): Promise<string> {
  await saveForm(asked);
  await saveBillingIn(asked);
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
  /** The payment starts only if the price is the one the client saw. */
  pay: async (asked) => goToCheckout(asked.actor, await priceForm(asked), asked.form),
  share: async (asked) => shareFrom(asked, await priceForm(asked)),
  ...sharedIntents,
};
