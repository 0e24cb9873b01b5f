/** The router's list of all pages, as it writes it for the browser. */
const WRITTEN = /^(window\.__reactRouterManifest=)(\{.*\})(;?)$/s;

type Manifest = {
  entry: { imports: string[] };
  routes: Record<string, Record<string, unknown>>;
};

/**
 * The router's list of all pages without what a browser has no use for: each page's list of files (the server's copy names them in
 * the page that is opened; later ones import their own) and every "no". Nearly half of it, compressed, on each page with a script.
 * @throws Error where the router writes it in another way now
 */
export function lightManifest(code: string): string {
  const [, start, json, end] = WRITTEN.exec(code) ?? [];
  if (json === undefined) throw new Error("react-router writes its list of pages in another way now");
  const manifest = JSON.parse(json) as Manifest;
  manifest.entry.imports = [];
  for (const [id, route] of Object.entries(manifest.routes))
    manifest.routes[id] = Object.fromEntries(
      Object.entries(route).filter(([name, value]) => name !== "imports" && value !== false),
    );
  return `${start}${JSON.stringify(manifest)}${end}`;
}
