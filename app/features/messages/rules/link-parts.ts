const ADDRESS = /https:\/\/[^\s<>"'`{}|\\^]+/gi;
/** Punctuation that ends a sentence, not a URL. A closing bracket counts only if none was opened in the URL. */
const TAIL = /[.,;:!?…»”’*_~]+$/;

export type TextPart = { text: string; href: string | null };

const count = (text: string, sign: string): number => text.split(sign).length - 1;

function trimmed(found: string): string {
  let link = found;
  for (;;) {
    const before = link;
    link = link.replace(TAIL, "");
    if (
      (link.endsWith(")") && count(link, ")") > count(link, "(")) ||
      (link.endsWith("]") && count(link, "]") > count(link, "["))
    )
      link = link.slice(0, -1);
    if (link === before) return link;
  }
}

/**
 * Splits a text into plain parts and links. Only https, and never with a user name before the host, which can disguise
 * the host.
 */
export function linkParts(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let at = 0;
  for (const match of text.matchAll(ADDRESS)) {
    const link = trimmed(match[0]);
    if (!URL.canParse(link)) continue;
    const url = new URL(link);
    if (url.username || url.password || !url.hostname.includes(".")) continue;
    if (match.index > at) parts.push({ text: text.slice(at, match.index), href: null });
    parts.push({ text: link, href: url.href });
    at = match.index + link.length;
  }
  if (at < text.length) parts.push({ text: text.slice(at), href: null });
  return parts;
}
