/**
 * `npm run build`: the browser's and the server's files in parallel, because neither uses the whole machine. The
 * server's include a list of the browser's, which is therefore read last.
 */
import "../boot/require-node.ts";
import "./small-pages.ts";
import { createHash } from "node:crypto";
import { readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { type Plugin, build, createBuilder } from "vite";
import { CHAT_BOOT } from "../app/features/support/ui/chat-boot.ts";
import { CHUNK_GUARD } from "../app/platform/browser/core/chunks.ts";
import { lightManifest } from "../app/platform/browser/framework/route-manifest.ts";
import { firstScript } from "../app/platform/rules/public-pages/first-script.ts";

const ROOT = path.resolve(import.meta.dirname, "..");
/** The router's module with the URLs of the browser's files. */
const LIST_OF_FILES = /virtual:react-router\/server-manifest$/;

process.env["NODE_ENV"] = "production";
rmSync(path.join(ROOT, "build"), { recursive: true, force: true });
const clientBuilt = Promise.withResolvers<void>();
// A failure is reported below.
clientBuilt.promise.catch(() => {});
const waitForClient: Plugin = {
  name: "wait-for-client",
  applyToEnvironment: ({ name }) => name === "ssr",
  load: {
    order: "pre",
    filter: { id: LIST_OF_FILES },
    handler: () => clientBuilt.promise.then(() => null),
  },
};
const builder = await createBuilder({ root: ROOT, logLevel: "warn", plugins: [waitForClient] });
/** A separate file at a fixed URL, which shares nothing with the application's. */
const buildServiceWorker = () =>
  build({
    configFile: false,
    root: ROOT,
    logLevel: "warn",
    publicDir: false,
    build: {
      outDir: "build/client",
      emptyOutDir: false,
      target: "es2022",
      reportCompressedSize: false,
      rollupOptions: {
        input: "app/platform/browser/offline/service-worker.ts",
        output: { format: "iife", entryFileNames: "sw.js" },
      },
    },
  });
const { client, ssr } = builder.environments;
/** The script that public pages begin with. */
const writeFirstScript = () => {
  const code = firstScript({ guard: CHUNK_GUARD, chat: CHAT_BOOT });
  const hash = createHash("sha256").update(code).digest("hex").slice(0, 8);
  writeFileSync(path.join(ROOT, `build/client/assets/first-${hash}.js`), code);
};
const buildClient = async () => {
  await builder.build(client!);
  writeFirstScript();
  await buildServiceWorker();
};
await Promise.all([buildClient().then(clientBuilt.resolve, clientBuilt.reject), builder.build(ssr!)]);
for (const part of ["client", "server"]) rmSync(path.join(ROOT, "build", part, ".vite"), { recursive: true });
const assets = path.join(ROOT, "build/client/assets");
const manifests = readdirSync(assets).filter((name) => /^manifest-\w+\.js$/.test(name));
if (manifests.length !== 1) throw new Error(`The build has ${manifests.length} lists of pages, not one.`);
for (const name of manifests)
  writeFileSync(path.join(assets, name), lightManifest(readFileSync(path.join(assets, name), "utf8")));
// The router leaves something open after a build, so the process wouldn't end by itself.
process.exit(0);
