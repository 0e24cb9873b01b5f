/** A title for an order that was given none: the file's name without its ending. */
export function titleFromName(name: string): string {
  const bare = name
    .replace(/\.[a-z0-9]{1,5}$/i, "")
    .replace(/[_\s]+/g, " ")
    .trim();
  return (bare || name).slice(0, 200);
}
