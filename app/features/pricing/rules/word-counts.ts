const number = new Intl.NumberFormat("en-US");

/** The billable words of a price, in the same form on every page: "5,000 billable words". */
export const formatBillable = (words: number): string =>
  `${number.format(words)} billable ${words === 1 ? "word" : "words"}`;

/** "5,000 words", "1 word". */
export const formatWords = (words: number): string => `${number.format(words)} ${words === 1 ? "word" : "words"}`;
