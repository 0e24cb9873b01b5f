/**
 * The server's part of a build: a process of its own, started by `tools/build.ts`, which says when the browser's files
 * are written.
 */
import "../boot/require-node.ts";
import "./small-pages.ts";
import path from "node:path";
import { type Plugin, createBuilder } from "vite";

/** The router's module with the URLs of the browser's files. */
const LIST_OF_FILES = /virtual:react-router\/server-manifest$/;

const clientBuilt = new Promise<void>((resolve) => process.once("message", () => resolve()));
// The other process has failed or was stopped.
process.once("disconnect", () => process.exit(1));
const waitForClient: Plugin = {
  name: "wait-for-client",
  applyToEnvironment: ({ name }) => name === "ssr",
  load: {
    order: "pre",
    filter: { id: LIST_OF_FILES },
    handler: () => clientBuilt.then(() => null),
  },
};
const root = path.resolve(import.meta.dirname, "..");
const builder = await createBuilder({ root, logLevel: "warn", plugins: [waitForClient] });
await builder.build(builder.environments["ssr"]!);
// The router leaves something open after a build, so the process wouldn't end by itself.
process.exit(0);
