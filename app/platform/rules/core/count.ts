/**
 * A number with its noun in English: `count(1, "order")` is "1 order", `count(2_300, "order")` "2,300 orders". The plural
 * adds an s to the last word; give it where it's another ("entries", "orders differ").
 */
export const count = (n: number, one: string, many = `${one}s`): string =>
  `${n.toLocaleString("en-US")} ${n === 1 ? one : many}`;
