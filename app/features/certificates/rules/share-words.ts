/** A share as a whole percentage: "100%" only for everything, "0%" only for nothing. */
export function shareWords(part: number, whole: number): string {
  if (part >= whole) return "100%";
  if (part <= 0) return "0%";
  return `${Math.min(99, Math.max(1, Math.round((100 * part) / whole)))}%`;
}
