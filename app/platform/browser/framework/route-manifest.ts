/** The router's list of all pages, as it writes it for the browser. */
const WRITTEN = /^(window\.__reactRouterManifest=)(\{.*\})(;?)$/s;

type Manifest = {
  entry: { imports: string[] };
  routes: Record<string, Record<string, unknown>>;
};

/**
 * What only the server's copy is for: a page's list of files (those of the page that is opened are named in it; later
 * ones import their own), and a check at its start.
 */
const OF_SERVER = ["imports", "hasDefaultExport"];

/**
 * The router's list of all pages without what a browser has no use for, every "no", and names said twice. More than
 * half of it, compressed, on each page with a script.
 * @throws Error where the router writes it in another way now
 */
export function lightManifest(code: string): string {
  const [, start, json, end] = WRITTEN.exec(code) ?? [];
  if (json === undefined) throw new Error("react-router writes its list of pages in another way now");
  const manifest = JSON.parse(json) as Manifest;
  manifest.entry.imports = [];
  for (const [id, route] of Object.entries(manifest.routes))
    manifest.routes[id] = Object.fromEntries(
      Object.entries(route).filter(([name, value]) => name !== "id" && !OF_SERVER.includes(name) && value !== false),
    );
  return `${start}(m=>{for(const id in m.routes)m.routes[id].id=id;return m})(${JSON.stringify(manifest)})${end}`;
}
