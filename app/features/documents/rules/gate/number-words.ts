/** Numbers written out in English. */
const UNITS = [
  "zero",
  "one",
  "two",
  "three",
  "four",
  "five",
  "six",
  "seven",
  "eight",
  "nine",
  "ten",
  "eleven",
  "twelve",
  "thirteen",
  "fourteen",
  "fifteen",
  "sixteen",
  "seventeen",
  "eighteen",
  "nineteen",
];
const TENS = ["", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];

/** A whole number below 100 as a word; null for others. */
export function numberWord(value: string): string | null {
  if (!/^\d{1,2}$/.test(value)) return null;
  const n = Number(value);
  return n < 20 ? (UNITS[n] as string) : `${TENS[Math.floor(n / 10)]}${n % 10 > 0 ? `-${UNITS[n % 10]}` : ""}`;
}
