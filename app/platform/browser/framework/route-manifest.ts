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

/** How long a script's hash is. Names differ by page too, so 42 bits are plenty. The bundler takes no fewer. */
export const HASH = 7;
/** A script that's named after its page is its hash alone. @throws Error for a name that a hash could be */
function shortOf(id: string, script: string): string {
  if (script.slice(0, -HASH) === `${id.slice(id.lastIndexOf("/") + 1)}-`) return script.slice(-HASH);
  if (script.length <= HASH) throw new Error(`The script ${script} of the page ${id} has no hash`);
  return script;
}

/**
 * A page as a line: its parent, path, flags, script, and styles. Parents and styles are places among the names.
 * @throws Error if there's something that a line has no place for
 */
function lineOf(id: string, { id: _id, ...route }: Record<string, unknown>, names: string[]): string {
  const placeOf = (name: string): number => {
    if (!names.includes(name)) names.push(name);
    return names.indexOf(name);
  };
  const { parentId, path, module, css = [], ...flags } = route;
  const unknown = Object.keys(flags).find((name) => !FLAGS.includes(name));
  const [, script] = MODULE.exec(String(module)) ?? [];
  const styles = (css as string[]).map((address) => STYLES.exec(address)?.slice(1).join(""));
  if (unknown !== undefined || script === undefined || styles.includes(undefined))
    throw new Error(`react-router says something new of the page ${id}: ${JSON.stringify(route)}`);
  const line = [
    parentId === undefined ? "" : placeOf(parentId as string),
    typeof path === "string" ? path : "",
    FLAGS.reduce((bits, name, i) => bits | (flags[name] ? 1 << i : 0), path === undefined ? 0 : HAS_PATH),
    shortOf(id, script),
    styles.map((name) => placeOf(name!)).join(" "),
  ];
  if (line.join("").includes("|")) throw new Error(`The page ${id} has a name that a line can't have`);
  return line.join("|");
}

/** "orders~my-orders" for a screen of a feature, as most pages are. */
const nameOf = (id: string): string => {
  if (id.includes("~")) throw new Error(`The page ${id} has a name that a line can't have`);
  return id.replace(/^features\/([a-z-]+)\/screens\//, "$1~");
};

/** Makes pages of lines again, in the browser. */
const READ_LINES = `((m,s)=>{const t={};for(const k in m.routes){const[p,a,b,f,c]=m.routes[k].split("|"),id=k.replace(/(.*)~/,"features/$1/screens/"),r=t[id]={id,module:"/assets/"+(f[${HASH}]?f:id.replace(/.*\\//,"")+"-"+f)+".js"};if(p)r.parentId=s[p];if(b&${HAS_PATH})r.path=a;${JSON.stringify(FLAGS)}.forEach((n,i)=>{if(b>>i&1)r[n]=!0});if(c)r.css=c.split(" ").map(i=>"/assets/"+s[i].replace(/#?$/,".css$&"))}m.routes=t;return m})`;

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
  const names: string[] = [];
  const routes = Object.entries(manifest.routes).map(([id, route]) => [
    nameOf(id),
    lineOf(
      id,
      Object.fromEntries(
        Object.entries(route).filter(
          ([name, value]) => !OF_SERVER.includes(name) && value !== false && value !== undefined,
        ),
      ),
      names,
    ),
  ]);
  return `${start}${READ_LINES}(${JSON.stringify({ ...manifest, routes: Object.fromEntries(routes) as unknown })},${JSON.stringify(names)})${end}`;
}
