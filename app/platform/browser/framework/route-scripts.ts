/** The router's file that loads the script of a page. */
export const ROUTE_MODULES = /react-router\/dist\/.*routeModules\.js/;
const LOADS = /await (import\((?:\s|\/\*[^*]*\*\/)*route\.module\s*\))/;
const RELOADS = /window\.location\.reload\(\);\s*return new Promise\(\(\) => \{\}\);/;

/**
 * Replaces the router's loading of page scripts with our time limit and our handling of failures (core/chunks.ts),
 * because its own reloads endlessly and has no setting for either. Null if the router's source no longer matches: then
 * the build and route-scripts.test.ts fail.
 */
export function takeOverRouteScripts(code: string): string | null {
  if (!LOADS.test(code) || !RELOADS.test(code)) return null;
  return code
    .replace(LOADS, "await globalThis.__stetChunks.withinLimit($1)")
    .replace(RELOADS, "return globalThis.__stetChunks.chunkFailed(error);");
}
