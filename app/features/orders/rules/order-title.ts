/** The title of an order without one: the file's name without its extension. */
export function titleFromName(name: string): string {
  const bare = name
    .replace(/\.[a-z0-9]{1,5}$/i, "")
    .replace(/[_\s]+/g, " ")
    .trim();
  return (bare || name).slice(0, 200);
}

/** "J. Kim" of "Jisoo Kim". */
function shortName(name: string): string {
  const parts = name.trim().split(/\s+/);
  const last = parts.at(-1) ?? "";
  return parts.length > 1 ? `${parts[0]!.match(/^./u)![0]}. ${last}` : last;
}

/** A manuscript's title as the organization that pays for it reads it: its author can hide it. */
export const titleForPayer = (order: { title: string; titleHidden: boolean }, author: string): string =>
  order.titleHidden ? `Manuscript of ${shortName(author)}` : order.title;
