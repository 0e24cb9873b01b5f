/** Where the brace that opens at `open` closes; the end of the source when it never does. */
export function matching(source: string, open: number): number {
  let depth = 0;
  for (let i = open; i < source.length; i++) {
    const c = source.charCodeAt(i);
    if (c === 92) i++;
    else if (c === 123) depth++;
    else if (c === 125 && --depth === 0) return i;
  }
  return source.length;
}
