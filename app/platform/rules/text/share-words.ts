const FRACTIONS: Readonly<Record<number, string>> = { 2_000: "a fifth", 2_500: "a quarter", 5_000: "half" };

/** A share in basis points, as used in a sentence: "a quarter", "35%". */
export const shareWords = (bp: number): string => FRACTIONS[bp] ?? `${bp / 100}%`;
