import { formatBusinessDays } from "#app/platform/rules/core/time.ts";

/** How soon a request for a custom quote is answered, in business days. Quotes read it, and so do the texts about ordering. */
export const QUOTE_ANSWER_DAYS = 1;
/** The same as texts say it: "1 business day". */
export const QUOTE_ANSWER_TIME = formatBusinessDays(QUOTE_ANSWER_DAYS);
