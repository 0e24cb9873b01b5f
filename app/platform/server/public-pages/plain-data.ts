/** The router's scripts with a page's data: one with a piece of it, and one that says there is no more. */
const PIECE = /<script\b[^>]*>window\.__reactRouterContext\.streamController\.enqueue\((".*?")\);<\/script>/g;
const END = /<script\b[^>]*>window\.__reactRouterContext\.streamController\.close\(\);<\/script>/g;
/** In the router's encoding, where a value's place in the list would be. */
const NULL = -5;
const UNDEFINED = -7;

class NotPlain extends Error {}

/**
 * The value at a place of the router's list, in which each value and each property's name is listed once.
 * @throws NotPlain for what JSON can't say
 */
function valueAt(place: number, list: readonly unknown[]): unknown {
  if (place === NULL) return null;
  if (place < 0) throw new NotPlain();
  const value = list[place];
  if (Array.isArray(value)) {
    // A date, a promise, or another type, with its letter.
    if (typeof value[0] === "string") throw new NotPlain();
    return value.map((it: number) => valueAt(it, list));
  }
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value as Record<string, number>)
      .filter(([, it]) => it !== UNDEFINED)
      .map(([name, it]) => [String(list[Number(name.slice(1))]), valueAt(it, list)]),
  );
}

/**
 * A page whose data is JSON instead of the router's list, which takes a third more with brotli. The first script turns
 * it into that list before the page is hydrated (rules/public-pages/first-script.ts). Unchanged if there's something in
 * the data that JSON can't say.
 */
export function withPlainData(html: string): string {
  const pieces = [...html.matchAll(PIECE)];
  if (pieces.length !== 1 || html.match(END)?.length !== 1) return html;
  try {
    const list = JSON.parse(JSON.parse(pieces[0]![1]!) as string) as unknown[];
    const data = JSON.stringify(valueAt(0, list)).replaceAll("<", "\\u003c");
    return html.replace(PIECE, () => `<script type="application/json" data-page="">${data}</script>`).replace(END, "");
  } catch (error) {
    if (error instanceof NotPlain) return html;
    throw error;
  }
}
