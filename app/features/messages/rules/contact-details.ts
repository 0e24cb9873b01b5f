const EMAIL = /[\p{L}\p{N}._%+-]@[\p{L}\p{N}-]{1,63}\.[\p{L}\p{N}-]/u;
/** Nine or more digits grouped like a phone number. */
const PHONE = /(?:\+[1-9][\d\s().\-/]{7,}|\b00[1-9][\d\s()\-/]{7,}|(?<![.\d])\(?0[1-9][\d\s()-]{6,})\d/g;

/**
 * Contact details a text seems to contain, for advice to its writer. Nothing is blocked or changed.
 * @returns "email address", "phone number", in that order
 */
export function contactDetailsIn(text: string): ("email address" | "phone number")[] {
  const found: ("email address" | "phone number")[] = [];
  if (EMAIL.test(text)) found.push("email address");
  for (const [match] of text.matchAll(PHONE)) {
    const digits = match.replace(/\D/g, "").length;
    if (digits >= 9 && digits <= 16) {
      found.push("phone number");
      break;
    }
  }
  return found;
}

/** Advice to the writer, while typing or after sending, or null. Nothing is blocked. */
export function contactAdvice(text: string, when: "typed" | "sent"): string | null {
  const found = contactDetailsIn(text);
  if (found.length === 0) return null;
  const what = found.map((one) => (one === "email address" ? `an ${one}` : `a ${one}`)).join(" and ");
  return when === "sent"
    ? `Message sent. It seems to contain ${what}. Please keep all messages here, where your order's due dates and guarantees apply.`
    : `This seems to contain ${what}. You can send it, but please keep all messages here, where your order's due dates and guarantees apply.`;
}
