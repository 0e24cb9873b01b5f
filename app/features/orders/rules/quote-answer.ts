import { formatBusinessDays } from "#app/platform/rules/core/time.ts";

/**
 * How soon a request for a custom quote is answered, in business days. Used by quotes and by the texts about ordering.
 */
export const QUOTE_ANSWER_DAYS = 1;
/** The same in words: "1 business day". */
export const QUOTE_ANSWER_TIME = formatBusinessDays(QUOTE_ANSWER_DAYS);
