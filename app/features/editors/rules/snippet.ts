/** Sentences that an editor writes often. Typing their shortcut inserts them: ";serial" and a space. */
export type Snippet = { name: string; body: string };

export const SNIPPET_LIMITS = { name: 30, body: 2_000, each: 100 } as const;

/** A shortcut as it's kept: lower case, without its semicolon. */
export const snippetName = (typed: string): string => typed.trim().replace(/^;/, "").toLowerCase();

/** Whether a shortcut can be typed: letters, digits, and hyphens. */
export const isSnippetName = (name: string): boolean =>
  name.length <= SNIPPET_LIMITS.name && /^[\p{L}\p{N}][\p{L}\p{N}-]*$/u.test(name);

/**
 * What a text gets for a shortcut that was just typed with a space or a line break after it, or null.
 * @param caret where the typing is
 */
export function snippetAt(
  text: string,
  caret: number,
  snippets: readonly Snippet[],
): { from: number; to: number; body: string } | null {
  const before = text.slice(Math.max(0, caret - SNIPPET_LIMITS.name - 3), caret);
  const typed = /(?:^|\s);([\p{L}\p{N}][\p{L}\p{N}-]*)\s$/u.exec(before)?.[1];
  const snippet = typed && snippets.find((one) => one.name === typed.toLowerCase());
  if (!snippet) return null;
  // The space after the shortcut stays.
  return { from: caret - typed.length - 2, to: caret - 1, body: snippet.body };
}
