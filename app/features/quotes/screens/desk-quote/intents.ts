import { patchFromForm } from "#app/features/orders/rules/draft/choices-form.ts";
import { type FormRequest, type Intent, intent } from "#app/platform/server/requests/page-frame.ts";
import { askEditor, stopAsking } from "../../server/ask-editor.ts";
import { declineRequest } from "../../server/decline-request.ts";
import { sendAgreedOffer, sendOffer } from "../../server/send-offer.ts";
import { takeBackOffer } from "../../server/take-back-offer.ts";

type Args = { params: { quoteId: string } };

const termsIn = ({ params, form, text }: FormRequest<Args>) => ({
  quoteId: params.quoteId,
  current: text("current"),
  service: text("service"),
  addOns: patchFromForm(form).addOns ?? {},
  total: text("total"),
  dueAt: text("dueAt"),
  note: text("note"),
});
const onOffer = ({ params, text }: FormRequest<Args>) => ({ quoteId: params.quoteId, offerId: text("offerId") });

/** What the buttons of a request's page do. */
export const deskQuoteIntents = (): Record<string, Intent<Args>> => ({
  send: intent({ command: sendOffer, input: termsIn, done: "Offer sent." }),
  ask: intent({
    command: askEditor,
    input: (asked) => ({ ...termsIn(asked), editorId: asked.text("editorId"), brief: asked.text("brief") }),
    done: "Editor asked. We'll tell you when they answer.",
  }),
  send_agreed: intent({ command: sendAgreedOffer, input: onOffer, done: "Offer sent." }),
  stop_asking: intent({ command: stopAsking, input: onOffer, done: "Offer discarded. We've told the editor." }),
  take_back: intent({
    command: takeBackOffer,
    input: (asked) => ({ ...onOffer(asked), reason: asked.text("reason") }),
    done: "Offer taken back. We've told the author.",
  }),
  decline: intent({
    command: declineRequest,
    input: ({ params, text }) => ({ quoteId: params.quoteId, reason: text("reason") }),
    done: "Request closed. We've told the author.",
  }),
});
