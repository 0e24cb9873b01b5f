import { type FormRequest, type Intent, intent } from "#app/platform/server/requests/page-frame.ts";
import { emailSharedQuote } from "./email-shared-quote.ts";
import { revokeSharedQuote } from "./revoke-shared-quote.ts";
import { shareQuote } from "./share-quote.ts";

type Args = { params: object };

const TITLE_CHOICE: Readonly<Record<string, boolean>> = { yes: true, no: false };

/** Shares an order's quote as the form says, once the order has its price. */
export async function shareFrom({ actor, text }: FormRequest<Args>, orderId: string): Promise<{ done: string }> {
  const { number } = await shareQuote(actor, {
    orderId,
    // Refused with a message if nothing was chosen.
    showTitle: TITLE_CHOICE[text("showTitle")] as boolean,
    earlyStart: text("earlyStart") || null,
  });
  return { done: `Quote ${number} is ready. Its link is below the price.` };
}

/** What an author does with a shared quote. */
export const sharedIntents: Record<string, Intent<Args>> = {
  shareEmail: intent({
    command: emailSharedQuote,
    input: ({ text }) => ({ sharedQuoteId: text("sharedQuoteId"), shareEmail: text("shareEmail") }),
    done: ({ email }) => `Quote sent to ${email}.`,
  }),
  unshare: intent({
    command: revokeSharedQuote,
    input: ({ text }) => ({ sharedQuoteId: text("sharedQuoteId") }),
    done: "Quote taken back. Its link doesn't work anymore.",
  }),
};
