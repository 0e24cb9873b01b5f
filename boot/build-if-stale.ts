/** Builds the application if the build is missing or older than its sources. */
import { spawn } from "node:child_process";
import { existsSync, readdirSync, statSync, utimesSync } from "node:fs";
import os from "node:os";
import path from "node:path";

const SOURCES = [
  "app",
  "boot",
  "db",
  "content",
  "tools/build.ts",
  "tools/build-server.ts",
  "tools/class-names.ts",
  "tools/precompress.ts",
  "tools/small-pages.ts",
  "vite.config.ts",
  "react-router.config.ts",
  "package-lock.json",
];
/** Written by every build. Its modification time is set to the start of the build. */
const STAMP = "build/server/index.js";
/** Written when all client files have been compressed, and removed by a build. */
const COMPRESSED = "build/client/.compressed";

/** True if there is no build under `root` or a source is newer. Tests and their helpers don't count as sources. */
export function isStale(root: string): boolean {
  const built = statSync(path.join(root, STAMP), { throwIfNoEntry: false })?.mtimeMs;
  if (built === undefined) return true;
  return SOURCES.some((source) => newestChange(path.join(root, source)) > built);
}

/**
 * Builds the application without the compressed copies of its files, which `compress` makes later.
 * @param signal aborts the build @throws with the build's output if it fails
 */
export async function build(root: string, signal?: AbortSignal): Promise<void> {
  const begun = new Date();
  const { code, output } = await run(root, "tools/build.ts", signal);
  if (code !== 0) throw new Error(`The build failed.\n${output}`);
  // Sources edited during the build count as newer.
  utimesSync(path.join(root, STAMP), begun, begun);
}

/** Whether the build's files still lack their compressed copies. */
export const isUncompressed = (root: string): boolean =>
  !existsSync(path.join(root, COMPRESSED)) && existsSync(path.join(root, "tools/precompress.ts"));

/** Creates the compressed copies at low priority. */
export async function compress(root: string, signal?: AbortSignal): Promise<void> {
  const { code, output } = await run(root, "tools/precompress.ts", signal, os.constants.priority.PRIORITY_LOW);
  if (code !== 0) throw new Error(`The built files could not be compressed.\n${output}`);
}

async function run(
  root: string,
  program: string,
  signal?: AbortSignal,
  priority?: number,
): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [program], {
    cwd: root,
    // It runs once: keeping its compiled code would take longer than it ever saves.
    env: { ...process.env, NODE_ENV: "production", NODE_DISABLE_COMPILE_CACHE: "1" },
    stdio: ["ignore", "pipe", "pipe"],
    ...(signal ? { signal } : {}),
  });
  if (priority !== undefined && child.pid !== undefined) os.setPriority(child.pid, priority);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (data) => (output += String(data)));
  return new Promise((resolve) => {
    child.once("error", (error) => resolve({ code: null, output: error.message }));
    child.once("close", (code) => resolve({ code, output }));
  });
}

/** Milliseconds since the epoch. Folders count too, to notice removed files. */
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
