/** Builds the application where the build is missing or older than what it is made of. */
import { spawnSync } from "node:child_process";
import { readdirSync, statSync, utimesSync } from "node:fs";
import path from "node:path";

const SOURCES = [
  "app",
  "boot",
  "db",
  "content",
  "tools/precompress.ts",
  "vite.config.ts",
  "react-router.config.ts",
  "package-lock.json",
];
/** Written by every build; its time of change is set to the moment the build began. */
const STAMP = "build/server/index.js";

/** True if there is no build under `root` or a source is newer than it. Tests and their doubles are no sources. */
export function isStale(root: string): boolean {
  const built = statSync(path.join(root, STAMP), { throwIfNoEntry: false })?.mtimeMs;
  if (built === undefined) return true;
  return SOURCES.some((source) => newestChange(path.join(root, source)) > built);
}

/** @throws when the build fails, with what it said. */
export function build(root: string): void {
  const begun = new Date();
  const run = spawnSync("npm", ["run", "--silent", "build"], {
    cwd: root,
    encoding: "utf8",
    env: { ...process.env, NODE_ENV: "production" },
  });
  if (run.status !== 0) throw new Error(`The build failed.\n${run.error?.message ?? ""}${run.stdout}${run.stderr}`);
  // What was edited while it was being built counts as newer.
  utimesSync(path.join(root, STAMP), begun, begun);
}

/** Milliseconds since the epoch; folders count too, so that a removed file is seen. */
function newestChange(location: string): number {
  const found = statSync(location, { throwIfNoEntry: false });
  if (found === undefined) return 0;
  let newest = found.mtimeMs;
  if (!found.isDirectory()) return newest;
  for (const entry of readdirSync(location, { withFileTypes: true })) {
    if (/\.test\.tsx?$/.test(entry.name) || (entry.isDirectory() && entry.name === "testing")) continue;
    newest = Math.max(newest, newestChange(path.join(location, entry.name)));
  }
  return newest;
}
