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

/** What's true of a page, or isn't said. */
const FLAGS = ["index", "hasAction", "hasLoader", "hasErrorBoundary", "hasClientAction"];
/** Comes after the flags: a page without a path isn't one with an empty path. */
const HAS_PATH = 1 << FLAGS.length;
const MODULE = /^\/assets\/(.+)\.js$/;
const STYLES = /^\/assets\/([^ |]+)\.css(#?)$/;

/**
 * A page as a line: its parent, path, flags, script, and styles.
 * @throws Error if there's something that a line has no place for
 */
function lineOf(id: string, { id: _id, ...route }: Record<string, unknown>): string {
  const { parentId = "", path, module, css = [], ...flags } = route;
  const unknown = Object.keys(flags).find((name) => !FLAGS.includes(name));
  const [, script] = MODULE.exec(String(module)) ?? [];
  const styles = (css as string[]).map((address) => STYLES.exec(address)?.slice(1).join(""));
  const line = [
    parentId,
    path ?? "",
    FLAGS.reduce((bits, name, i) => bits | (flags[name] ? 1 << i : 0), path === undefined ? 0 : HAS_PATH),
    script,
    styles.join(" "),
  ];
  if (unknown !== undefined || script === undefined || styles.includes(undefined) || line.join("").includes("|"))
    throw new Error(`react-router says something new of the page ${id}: ${JSON.stringify(route)}`);
  return line.join("|");
}

/** Makes pages of lines again, in the browser. */
const READ_LINES = `(m=>{for(const id in m.routes){const[p,a,b,f,c]=m.routes[id].split("|"),r=m.routes[id]={id,module:"/assets/"+f+".js"};if(p)r.parentId=p;if(b&${HAS_PATH})r.path=a;${JSON.stringify(FLAGS)}.forEach((n,i)=>{if(b>>i&1)r[n]=!0});if(c)r.css=c.split(" ").map(f=>"/assets/"+f.replace(/#?$/,".css$&"))}return m})`;

/**
 * The router's list of all pages without what a browser has no use for, every "no", and names said twice. A third of
 * it, compressed, on each page with a script.
 * @throws Error where the router writes it in another way now
 */
export function lightManifest(code: string): string {
  const [, start, json, end] = WRITTEN.exec(code) ?? [];
  if (json === undefined) throw new Error("react-router writes its list of pages in another way now");
  const manifest = JSON.parse(json) as Manifest;
  manifest.entry.imports = [];
  const routes = Object.entries(manifest.routes).map(([id, route]) => [
    id,
    lineOf(
      id,
      Object.fromEntries(
        Object.entries(route).filter(
          ([name, value]) => !OF_SERVER.includes(name) && value !== false && value !== undefined,
        ),
      ),
    ),
  ]);
  return `${start}${READ_LINES}(${JSON.stringify({ ...manifest, routes: Object.fromEntries(routes) as unknown })})${end}`;
}
