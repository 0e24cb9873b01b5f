import { fileURLToPath } from "node:url";
import { reactRouter } from "@react-router/dev/vite";
import { type Plugin, defineConfig } from "vite";
import { HASH } from "./app/platform/browser/framework/route-manifest.ts";
import { ROUTE_MODULES, takeOverRouteScripts } from "./app/platform/browser/framework/route-scripts.ts";
import routes from "./app/routes.ts";
import { shortClassNames } from "./tools/class-names.ts";
import { scriptGroups } from "./tools/page-scripts.ts";

/**
 * Where a page's script cannot be loaded, the router reloads the page it is on, again and again. Ours
 * (app/platform/browser/core/chunks.ts) gives the script 120 seconds, loads the page that was asked for once, and then
 * lets its error page explain.
 */
function chunkRecovery(): Plugin {
  let found = false;
  return {
    name: "chunk-recovery",
    apply: "build",
    applyToEnvironment: (environment) => environment.name === "client",
    transform: {
      filter: { id: ROUTE_MODULES },
      handler(code) {
        const taken = takeOverRouteScripts(code);
        if (taken === null) return undefined;
        found = true;
        return { code: taken, map: null };
      },
    },
    buildEnd(error) {
      if (!error && !found)
        this.error(
          "react-router loads its route modules in another way now: see app/platform/browser/framework/route-scripts.ts",
        );
    },
  };
}

/**
 * What the engine takes from Node, for the workers in which a visitor's browser reads files
 * (certificates/ui/check-worker.ts, documents/ui/gate/gate-worker.ts).
 */
function nodeInBrowser(): Plugin {
  return {
    name: "node-in-browser",
    enforce: "pre",
    applyToEnvironment: (environment) => environment.name === "client",
    resolveId: {
      filter: { id: /^(?:node:(?:zlib|buffer)|dictionary-en)$/ },
      handler: (id) =>
        fileURLToPath(new URL(`app/platform/browser/node/${id.replace("node:", "")}.ts`, import.meta.url)),
    },
  };
}

/**
 * Packages of many small files, put into the server's bundle: Node would open 2,000 files at every start of every
 * process.
 */
const BUNDLED = [
  /^@mantine\//,
  /^@?better-/,
  /^@simplewebauthn\//,
  /^@react-email\//,
  /^@peculiar\//,
  "jose",
  "tsyringe",
  "hono",
  "kysely",
  "stripe",
  "zod",
];
/** More of them, which Vite's development server could not run as they are. */
const BUNDLED_IN_BUILD = [
  /^@react-router\//,
  /^@remix-run\//,
  /^@selderee\//,
  /^@tus\//,
  "altcha-lib",
  "cron-parser",
  "dom-serializer",
  "domelementtype",
  "domhandler",
  "domutils",
  "entities",
  "html-to-text",
  "htmlparser2",
  "leac",
  "markdown-it",
  "mdurl",
  "nodemailer",
  "parseley",
  "peberminta",
  "pg-boss",
  "react-router",
  "selderee",
  "srvx",
];

type Listed = { file: string; children?: Listed[] };
const filesOf = (listed: readonly Listed[]): string[] =>
  listed.flatMap(({ file, children = [] }) => [file, ...filesOf(children)]);
/** The files of the pages. */
const PAGES = new RegExp(
  `/app/(?:${["root.tsx", ...filesOf(routes as Listed[])].join("|").replaceAll(".", "\\.")})(?:\\?|$)`,
);
const NONE = /^$/;
/**
 * Which files the router's plugins are for in a build. They ask each file themselves, so the bundler would hand all
 * 5,000 of them to each plugin and wait; that was a quarter of the build.
 */
const FILES_OF: Record<string, RegExp> = {
  "react-router:route-chunks-index": PAGES,
  "react-router:build-client-route": /\?__react-router-build-client-route$/,
  "react-router:split-route-modules": NONE,
  "react-router:virtual-modules": /virtual:react-router/,
  "react-router:dot-server": /\.server/,
  "react-router:dot-client": /\.client/,
  "react-router:route-exports": PAGES,
  "react-router:inject-hmr-runtime": NONE,
  "react-router:hmr-runtime": NONE,
  "react-router:react-refresh-babel": NONE,
};

/** The router's plugins, asked about their own files alone. */
function filtered(plugins: Plugin[], building: boolean): Plugin[] {
  return plugins.map((plugin) => {
    const id = building ? FILES_OF[plugin.name] : undefined;
    if (id === undefined) return plugin;
    const asked: Plugin = { ...plugin };
    for (const hook of ["resolveId", "load", "transform"] as const) {
      const handler = plugin[hook];
      if (typeof handler === "function") Object.assign(asked, { [hook]: { filter: { id }, handler } });
    }
    return asked;
  });
}

export default defineConfig(({ command }) => ({
  // The HTTP server is part of the server build, so routes, endpoints and workers share one module graph.
  environments: {
    client: {
      build: {
        rollupOptions: {
          output: {
            codeSplitting: { groups: scriptGroups },
            // The browser's list of pages has a hash for each. They don't compress, so each character counts.
            entryFileNames: `assets/[name]-[hash:${HASH}].js`,
            chunkFileNames: `assets/[name]-[hash:${HASH}].js`,
          },
        },
      },
    },
    ssr: {
      build: { rollupOptions: { input: "./boot/server.ts" } },
      resolve: {
        noExternal: command === "build" ? [...BUNDLED, ...BUNDLED_IN_BUILD] : BUNDLED,
        // The router leaves it out for those who don't use its package for Node. A package's part for any platform can
        // be a slow substitute: passwords were hashed in JavaScript, on the thread that answers requests.
        conditions: ["node"],
        externalConditions: ["node"],
      },
    },
  },
  // The visitors' chat (support/ui/chat/chat-widget.ts) is built as a worker is: one file that shares nothing with the
  // application's.
  worker: { format: "es", plugins: () => [nodeInBrowser()] },
  plugins: [filtered(reactRouter(), command === "build"), chunkRecovery(), nodeInBrowser()],
  ...(command === "build"
    ? { css: { modules: { generateScopedName: shortClassNames(fileURLToPath(new URL("app", import.meta.url))) } } }
    : {}),
  // Sizes that nobody reads cost a second.
  build: { sourcemap: false, reportCompressedSize: false },
}));
