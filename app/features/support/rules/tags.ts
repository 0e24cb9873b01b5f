/** How many tags a ticket can have, and how many different ones there can be. */
export const MOST_TAGS = { ofTicket: 8, inAll: 100 } as const;
export const TAG_LIMIT = 30;

/**
 * A tag as it's stored: lower case, words joined by single spaces. Null if nothing is left, it's too long, or it has
 * other characters than letters, digits, spaces, and hyphens.
 */
export function tagOf(typed: string): string | null {
  const tag = typed.normalize("NFC").trim().toLowerCase().split(" ").filter(Boolean).join(" ");
  return tag.length > 0 && tag.length <= TAG_LIMIT && /^[\p{L}\p{N} -]+$/u.test(tag) ? tag : null;
}
