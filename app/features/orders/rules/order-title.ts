/** The title of an order without one: the file's name without its extension. */
export function titleFromName(name: string): string {
  const bare = name
    .replace(/\.[a-z0-9]{1,5}$/i, "")
    .replace(/[_\s]+/g, " ")
    .trim();
  return (bare || name).slice(0, 200);
}
