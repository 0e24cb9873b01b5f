/**
 * `npm run build`: the browser's and the server's files in parallel, because neither uses the whole machine. The
 * server's include a list of the browser's, which is therefore read last. Each has its own process: the router makes
 * Vite share its plugins between them, and then the styles of one may be written with the other's fonts.
 */
import "../boot/require-node.ts";
import "./small-pages.ts";
import { fork } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { build, createBuilder } from "vite";
import { CHAT_BOOT } from "../app/features/support/ui/chat/chat-boot.ts";
import { CHUNK_GUARD } from "../app/platform/browser/core/chunks.ts";
import { lightManifest } from "../app/platform/browser/framework/route-manifest.ts";
import { firstScript } from "../app/platform/rules/public-pages/first-script.ts";

const ROOT = path.resolve(import.meta.dirname, "..");
process.env["NODE_ENV"] = "production";
rmSync(path.join(ROOT, "build"), { recursive: true, force: true });
const server = fork(path.join(import.meta.dirname, "build-server.ts"));
const serverBuilt = once(server, "exit");
const builder = await createBuilder({ root: ROOT, logLevel: "warn" });
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
/** The script that public pages begin with. */
const writeFirstScript = () => {
  const code = firstScript({ guard: CHUNK_GUARD, chat: CHAT_BOOT });
  const hash = createHash("sha256").update(code).digest("hex").slice(0, 8);
  writeFileSync(path.join(ROOT, `build/client/assets/first-${hash}.js`), code);
};
await builder.build(builder.environments["client"]!);
writeFirstScript();
await buildServiceWorker();
// It may have failed already, which its exit code says.
server.send("client built", () => {});
const [code] = await serverBuilt;
if (code !== 0) process.exit(1);
for (const part of ["client", "server"]) rmSync(path.join(ROOT, "build", part, ".vite"), { recursive: true });
const assets = path.join(ROOT, "build/client/assets");
const manifests = readdirSync(assets).filter((name) => /^manifest-\w+\.js$/.test(name));
if (manifests.length !== 1) throw new Error(`The build has ${manifests.length} lists of pages, not one.`);
for (const name of manifests)
  writeFileSync(path.join(assets, name), lightManifest(readFileSync(path.join(assets, name), "utf8")));
// The router leaves something open after a build, so the process wouldn't end by itself.
process.exit(0);
