/** The sentence around a place, roughly: enough to look for a word in it. At most `REACH` characters each way. */
const REACH = 400;

export function sentenceAround(text: string, from: number, to: number): string {
  let start = from;
  for (; start > 0 && from - start < REACH; start--) if (endsSentence(text, start - 1)) break;
  let end = to;
  for (; end < text.length && end - to < REACH; end++) if (endsSentence(text, end)) break;
  return text.slice(start, end);
}

/** A full stop, question mark, or exclamation mark before a space and a capital. Decimal points aren't. */
function endsSentence(text: string, at: number): boolean {
  const c = text.charCodeAt(at);
  if (c === 10) return true;
  if (c !== 46 && c !== 63 && c !== 33) return false;
  return text.charCodeAt(at + 1) === 32 && /\p{Lu}/u.test(text.charAt(at + 2));
}
