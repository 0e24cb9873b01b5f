import { href, redirect } from "react-router";
import { goToCheckout } from "#app/features/payments/server/checkout/go-to-checkout.ts";
import { shareFrom, sharedIntents } from "#app/features/payments/server/shared-quotes/share-intents.ts";
import { excludedFromForm, patchFromForm } from "#app/features/orders/rules/draft/choices-form.ts";
import { findDraft } from "#app/features/orders/server/drafts/find-draft.ts";
import { removeFile } from "#app/features/orders/server/uploads/remove-file.ts";
import { saveDraft } from "#app/features/orders/server/drafts/save-draft.ts";
import { listOwnFiles } from "#app/features/orders/server/views/list-files.ts";
import { notFound } from "#app/platform/rules/core/errors.ts";
import { type FormRequest, type Intent, intent } from "#app/platform/server/requests/page-frame.ts";
import type { QuoteReason } from "../../rules/quote-flow.ts";
import { acceptOffer } from "../../server/accept-offer.ts";
import { counterOffer, refuseOffer } from "../../server/answer-offer.ts";
import { requestQuote } from "../../server/request-quote.ts";
import { withdrawRequest } from "../../server/withdraw-request.ts";

type Args = { params: object };

const pageOf = (orderId: string): string => `${href("/order/custom-quote")}?order=${orderId}`;

/** The button that was clicked. */
export const quoteIntentOf = (form: FormData): string => {
  const pressed = form.get("intent");
  return typeof pressed === "string" ? pressed : "";
};

async function saveForm({ actor, form, text }: FormRequest<Args>): Promise<void> {
  const orderId = text("orderId");
  const order = await findDraft(actor, orderId);
  if (!order) throw notFound("order");
  // Already sent: there's nothing to save, and the request answers the second click.
  if (order.status === "quote_requested") return;
  const files = await listOwnFiles(order.id);
  const excluded = excludedFromForm(
    form,
    (id) => files.find((f) => f.id === id)?.receipt?.sections.map((s) => s.id) ?? [],
  );
  await saveDraft(actor, { orderId, patch: { ...patchFromForm(form), excluded } });
}

const onOffer = ({ text }: FormRequest<Args>) => ({ quoteId: text("quoteId"), offerId: text("offerId") });

/** What the buttons of the custom quote's page do. */
export const quoteIntents: Record<string, Intent<Args>> = {
  remove: intent({ command: removeFile, input: ({ text }) => ({ fileId: text("fileId") }) }),
  save: saveForm,
  request: async (asked) => {
    await saveForm(asked);
    const { actor, text } = asked;
    await requestQuote(actor, {
      orderId: text("orderId"),
      quoteRequirements: text("quoteRequirements"),
      quoteWantedAt: text("quoteWantedAt"),
      reason: text("reason") as QuoteReason,
    });
    return redirect(pageOf(text("orderId")));
  },
  accept: async (asked) => {
    const { orderId } = await acceptOffer(asked.actor, onOffer(asked));
    return goToCheckout(asked.actor, orderId, asked.form);
  },
  share: async (asked) => shareFrom(asked, (await acceptOffer(asked.actor, onOffer(asked))).orderId),
  ...sharedIntents,
  counter: intent({
    command: counterOffer,
    input: (asked) => ({
      ...onOffer(asked),
      note: asked.text("note"),
      total: asked.text("total"),
      wantedAt: asked.text("wantedAt"),
    }),
    done: "Changes requested. We'll send you a new offer.",
  }),
  refuse: intent({
    command: refuseOffer,
    input: (asked) => ({ ...onOffer(asked), note: asked.text("note") }),
    done: "Offer declined. We'll see what else we can do.",
  }),
  withdraw: intent({
    command: withdrawRequest,
    input: ({ text }) => ({ quoteId: text("quoteId") }),
    done: "Request withdrawn. Your files and choices are saved as a draft.",
  }),
};
