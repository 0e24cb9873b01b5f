/**
 * A number with its noun in English: `count(1, "order")` is "1 order", `count(2_300, "order")` "2,300 orders". The plural
 * adds an s to the last word; give it where it's another ("entries", "orders differ").
 */
export const count = (n: number, one: string, many?: string): string =>
  `${n.toLocaleString("en-US")} ${plural(n, one, many)}`;

/** The noun alone, where the number is elsewhere: `plural(2, "order")` is "orders". */
export const plural = (n: number, one: string, many = `${one}s`): string => (n === 1 ? one : many);

/** Counts beside the views of a list stop one after this, and show "300+". */
export const COUNT_LIMIT = 300;
export const boundedCount = (n: number): string => (n > COUNT_LIMIT ? `${COUNT_LIMIT}+` : String(n));
