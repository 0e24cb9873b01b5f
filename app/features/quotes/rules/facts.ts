import type {} from "#app/platform/rules/core/fact.ts";
import type { QuoteReason } from "./quote-flow.ts";

type OnQuote = { quoteId: string };
type OnOffer = OnQuote & { offerId: string };

declare module "#app/platform/rules/core/fact.ts" {
  interface FactData {
    "quote.requested": OnQuote & { reason: QuoteReason; words: number; dueAt: string };
    /**
     * An answer is due: `warning` before the promised time is over, `breach` after it and on every business day after
     * that.
     */
    "quote.warned": OnQuote & { level: "warning" | "breach"; dueAt: string };
    /** An editor was asked to agree to an offer before it's sent. */
    "quote.asked": OnOffer & { editorId: string; payMinor: number; expiresAt: string };
    "quote.editor_agreed": OnOffer & { editorId: string };
    "quote.editor_declined": OnOffer & { editorId: string };
    "quote.ask_ended": OnOffer & { editorId: string; why: "expired" | "withdrawn" };
    "quote.offered": OnOffer & {
      totalMinor: number;
      currency: string;
      windowMs: number;
      expiresAt: string;
      editorId: string | null;
    };
    "quote.taken_back": OnOffer & { dueAt: string };
    "quote.countered": OnOffer & { totalMinor: number | null; dueAt: string };
    "quote.refused": OnOffer & { dueAt: string };
    "quote.accepted": OnOffer & { totalMinor: number; currency: string };
    "quote.declined": OnQuote & { by: "staff" | "clock" };
    "quote.withdrawn": OnQuote;
    "quote.expired": OnOffer;
    /** `assigned`: the editor who had agreed was still free and has the order now. */
    "quote.paid": OnOffer & { editorId: string | null; assigned: boolean };
  }
}
