/** `npm run -s admin -- COMMAND`: lets the operator manage admins, with the settings of `npm start`. */
import "./require-node.ts";
import path from "node:path";
import { build, isStale } from "./build-if-stale.ts";
import { withoutEmpty } from "./environment.ts";

type ServerBuild = { administer: (args: readonly string[]) => Promise<{ text: string; ok: boolean }> };

const ROOT = path.resolve(import.meta.dirname, "..");
const env = withoutEmpty(process.env);
for (const name of Object.keys(process.env)) if (env[name] === undefined) delete process.env[name];
process.env["NODE_ENV"] = "production";
process.env["LOG"] ??= "error";

if (env["DATABASE_URL"] === undefined) {
  console.error(
    "Set DATABASE_URL and the other settings your server runs with (docs/operations.md). The demo has its own admins: see README.md.",
  );
  process.exit(1);
}
try {
  if (isStale(ROOT)) await build(ROOT, new AbortController().signal);
  const { administer } = (await import(path.join(ROOT, "build/server/index.js"))) as ServerBuild;
  const { text, ok } = await administer(process.argv.slice(2));
  (ok ? console.log : console.error)(text);
  process.exit(ok ? 0 : 1);
} catch (error) {
  // A wrong setting needs its message, but no stack.
  console.error(error instanceof Error && error.name === "ConfigError" ? error.message : error);
  process.exit(1);
}
