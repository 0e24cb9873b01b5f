import { count } from "#app/platform/rules/core/count.ts";

/** The billable words of a price, in the same form on every page: "5,000 billable words". */
export const formatBillable = (words: number): string => count(words, "billable word");

/** "5,000 words", "1 word". */
export const formatWords = (words: number): string => count(words, "word");
