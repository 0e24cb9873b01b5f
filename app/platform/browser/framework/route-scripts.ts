/** The router's file that loads the script of a page. */
export const ROUTE_MODULES = /react-router\/dist\/.*routeModules\.js/;
const LOADS = /await (import\((?:\s|\/\*[^*]*\*\/)*route\.module\s*\))/;
const RELOADS = /window\.location\.reload\(\);\s*return new Promise\(\(\) => \{\}\);/;

/**
 * The router's loading of a page's script, with our limit of time and our answer to a failure (core/chunks.ts) in place of an endless
 * reload; the router has no setting for either. Null where its source is no longer what this replaces: then the build and
 * route-scripts.test.ts fail.
 */
export function takeOverRouteScripts(code: string): string | null {
  if (!LOADS.test(code) || !RELOADS.test(code)) return null;
  return code
    .replace(LOADS, "await globalThis.__stetChunks.withinLimit($1)")
    .replace(RELOADS, "return globalThis.__stetChunks.chunkFailed(error);");
}
