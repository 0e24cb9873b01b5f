import { goToCheckout } from "#app/features/payments/server/go-to-checkout.ts";
import type { FormRequest, Intent } from "#app/platform/server/core/page-frame.ts";
import { patchFromForm } from "../../rules/choices-form.ts";
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

/** What the buttons of the order form do. */
export const formIntents: Record<string, Intent<Args>> = {
  ...draftIntents,
  save: saveForm,
  /** Saves the form and prices the order on the server. The payment starts only if the price is the one the client saw. */
  pay: async (asked) => {
    await saveForm(asked);
    const { actor, text } = asked;
    const orderId = text("orderId");
    const seen = { totalMinor: Number(text("seenTotal")), windowMs: Number(text("seenWindow")) };
    await askForQuote(actor, { orderId, ...(text("seenTotal") ? { seen } : {}) });
    return goToCheckout(actor, orderId, asked.form);
  },
};
