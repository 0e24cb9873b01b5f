type Colleague = { uid: string; displayName: string };

/** What a note says to mention a colleague. */
export const mentionOf = (name: string): string => `@${name}`;

const WORD = /[\p{L}\p{N}]/u;

/** The colleagues whom a note mentions: "@" with their full name, in any case. Of two names, the longer one counts. */
export function mentionsIn(body: string, staff: readonly Colleague[]): string[] {
  const text = body.toLowerCase();
  const named = staff
    .map((it) => ({ uid: it.uid, words: mentionOf(it.displayName).toLowerCase() }))
    .toSorted((a, b) => b.words.length - a.words.length);
  const found = new Set<string>();
  for (let at = text.indexOf("@"); at !== -1; at = text.indexOf("@", at + 1)) {
    const one = named.find(
      ({ words }) => words.length > 1 && text.startsWith(words, at) && !WORD.test(text.charAt(at + words.length)),
    );
    if (one) found.add(one.uid);
  }
  return [...found];
}
