/** An amount as people type it, "1,250" or "$1250.50", in cents. Null for anything else. */
export function centsTyped(text: string): number | null {
  const found = /^\$?\s*(\d{1,3}(?:,\d{3})+|\d{1,9})(?:\.(\d{1,2}))?$/.exec(text.trim());
  if (!found) return null;
  return Number(found[1]!.replaceAll(",", "")) * 100 + Number((found[2] ?? "").padEnd(2, "0"));
}
