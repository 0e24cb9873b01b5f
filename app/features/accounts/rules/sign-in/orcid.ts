/**
 * Whether a text is an ORCID iD: 16 digits in groups of four. The last is their check digit (ISO 7064, MOD 11-2).
 */
export function isOrcid(text: string): boolean {
  if (!/^\d{4}-\d{4}-\d{4}-\d{3}[\dX]$/.test(text)) return false;
  const digits = text.replaceAll("-", "");
  let total = 0;
  for (const digit of digits.slice(0, 15)) total = (total + Number(digit)) * 2;
  const check = (12 - (total % 11)) % 11;
  return digits[15] === (check === 10 ? "X" : String(check));
}

/** An ORCID iD as it's to be shown: its whole address (info.orcid.org/brand-guidelines). */
export const orcidAddress = (orcid: string): string => `https://orcid.org/${orcid}`;
