/** Every page, from the map of routes, and demo URLs of existing things. */
import routes from "#app/routes.ts";
import type { CastName } from "#db/seed/cast.ts";
import { type Client, signedIn } from "./client.ts";

type Route = { path?: string; index?: boolean; children?: Route[] };

/** The paths of app/routes.ts with `{name}` for a parameter, as in the access table. */
export function existingPaths(of: readonly Route[] = routes as Route[], above = ""): string[] {
  return of
    .flatMap((route) => {
      const here = route.path ? `${above}/${route.path}` : above;
      const own = route.index ? [here || "/"] : route.path && !route.children && route.path !== "*" ? [here] : [];
      return [...own, ...existingPaths(route.children ?? [], here)];
    })
    .map((path) => path.replaceAll(/:(\w+)/g, "{$1}"));
}

/** What a page links to. */
export async function linksOn(client: Client, page: string, pattern: RegExp): Promise<string[]> {
  const html = await (await client.get(page)).text();
  return [...new Set([...html.matchAll(pattern)].map((match) => match[0]))];
}

const ORDER = /ord_[0-9a-z]{26}/g;

/** The demo world's orders, by author and by editor. */
export async function demoOrders(url: string): Promise<Record<"amara" | "mei" | "jonas" | "priya", string[]>> {
  const read = async (who: CastName, page: string) => linksOn(await signedIn(url, who), page, ORDER);
  const [amara, mei, jonas, priya] = await Promise.all([
    read("amara", "/my-orders"),
    read("mei", "/my-orders"),
    read("jonas", "/editor/orders"),
    read("priya", "/editor/orders"),
  ]);
  return { amara, mei, jonas, priya };
}

/** The id of a certificate that the demo world's author had made. */
export async function certificateOf(author: Client, orders: readonly string[]): Promise<string> {
  for (const id of orders) {
    const path = (await linksOn(author, `/order/${id}`, /\/integrity\/verify\/[0-9A-Z]{5}-[0-9A-Z]{5}/g))[0];
    if (path) return path.split("/").at(-1)!;
  }
  throw new Error("No order has a certificate");
}

/** The key in the email that answers Ingrid Solheim, who has no account. */
export async function replyToken(client: Client): Promise<string> {
  const { letters } = await client.json<{ letters: { text: string }[] }>(
    "/auth/mailbox?format=json&to=ingrid.solheim@postlar.example",
  );
  const found = letters.map((letter) => /\/contact\/reply\/([^\s)>\]]+)/.exec(letter.text)?.[1]).find(Boolean);
  if (!found) throw new Error("No letter answers Ingrid Solheim");
  return found;
}
