const LISTS = {
  and: new Intl.ListFormat("en-US", { type: "conjunction" }),
  or: new Intl.ListFormat("en-US", { type: "disjunction" }),
};

/** "one", "one and two", "one, two, and three", or the same with "or". Empty for none. */
export const joinWords = (words: readonly string[], last: keyof typeof LISTS = "and"): string =>
  LISTS[last].format(words);
