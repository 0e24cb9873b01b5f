/**
 * Checks that no text can make a regular expression take more than linear time on a process's main thread. `recheck`
 * analyzes the literals of every file under `app` and `boot` that runs there. Files that are only loaded by a
 * `*-worker.ts` run in threads that are ended after some seconds, so theirs aren't checked.
 *
 * Patterns in `linear-regexes.json` were analyzed before. `node tools/check-regexes.ts --write` adds the new ones.
 */
import { createHash } from "node:crypto";
import { globSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { check } from "recheck";
import { BOUNDED_REGEXES } from "./bounded-regexes.ts";
import { importsOf } from "./check-boundaries.ts";
import { type SourceNode, parseSource, walk } from "./parse-source.ts";

const ROOT = path.resolve(import.meta.dirname, "..");
const ANALYZED = path.join(ROOT, "tools/linear-regexes.json");
/** The analysis of one pattern. One that takes longer has to be simplified, or its text limited. */
const LIMIT_MS = 10_000;

export type FoundRegex = { file: string; line: number; source: string; flags: string };

/** The regular expressions written in a source file. */
export function regexesIn(file: string, code: string): FoundRegex[] {
  const found: FoundRegex[] = [];
  walk(parseSource(file, code).program, (node: SourceNode) => {
    const regex = node["regex"] as { pattern: string; flags: string } | undefined;
    if (node.type === "Literal" && regex)
      found.push({
        file,
        line: code.slice(0, node.start).split("\n").length,
        source: regex.pattern,
        flags: regex.flags,
      });
    return true;
  });
  return found;
}

/** Files that only threads load: reached from a `*-worker.ts`, and from nothing that isn't reached from one alone. */
export function workerOnly(files: ReadonlyMap<string, string>): ReadonlySet<string> {
  const imports = new Map(
    [...files].map(([file, code]) => [
      file,
      importsOf(file, code)
        .filter((it) => !it.typeOnly && files.has(it.target))
        .map((it) => it.target),
    ]),
  );
  const reachedFrom = (starts: readonly string[]): Set<string> => {
    const reached = new Set<string>();
    const waiting = [...starts];
    for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
      if (reached.has(file)) continue;
      reached.add(file);
      waiting.push(...(imports.get(file) ?? []));
    }
    return reached;
  };
  const workers = [...files.keys()].filter((file) => file.endsWith("-worker.ts"));
  const inWorkers = reachedFrom(workers);
  // Everything else runs on the main thread, with what it imports.
  const onMain = reachedFrom([...files.keys()].filter((file) => !inWorkers.has(file)));
  return new Set([...inWorkers].filter((file) => !onMain.has(file)));
}

/** The name of a pattern in the list of those that were analyzed. */
export const nameOf = ({ source, flags }: Pick<FoundRegex, "source" | "flags">): string =>
  createHash("sha256").update(`/${source}/${flags}`).digest("base64url").slice(0, 12);

/** Why a pattern may take too long, or null if it takes linear time. */
export async function objectionTo({ source, flags }: Pick<FoundRegex, "source" | "flags">): Promise<string | null> {
  // A sticky pattern is tried in one place only, which the analysis doesn't know.
  const anchored = flags.includes("y") ? `^(?:${source})` : source;
  const found = await check(anchored, flags.replace("y", ""), { timeout: LIMIT_MS });
  if (found.status === "safe") return null;
  if (found.status === "unknown") return "couldn't be analyzed";
  return `takes ${found.complexity.summary} time, for example on ${found.attack.pattern.slice(0, 120)}`;
}

function sources(root: string): Map<string, string> {
  const files = globSync("{app,boot}/**/*.{ts,tsx}", { cwd: root })
    .map((file) => file.split(path.sep).join("/"))
    .filter((file) => !/\.test\.tsx?$|\/testing\//.test(file))
    .sort();
  return new Map(files.map((file) => [file, readFileSync(path.join(root, file), "utf8")]));
}

async function main(): Promise<void> {
  const files = sources(ROOT);
  const threads = workerOnly(files);
  const analyzed = new Set(JSON.parse(readFileSync(ANALYZED, "utf8")) as string[]);
  const bounded = new Map(BOUNDED_REGEXES.map((it) => [`${it.pattern}`, it]));
  const found = [...files].flatMap(([file, code]) => (threads.has(file) ? [] : regexesIn(file, code)));
  const used = new Set<string>();
  const linear = new Set<string>();
  const patterns = new Set<string>();
  let failures = 0;
  for (const regex of found) {
    const pattern = `/${regex.source}/${regex.flags}`;
    const isFirst = !patterns.has(pattern);
    patterns.add(pattern);
    if (bounded.get(pattern)?.files.includes(regex.file)) {
      used.add(`${pattern} ${regex.file}`);
      continue;
    }
    const name = nameOf(regex);
    const problem = analyzed.has(name) || (linear.has(name) && !isFirst) ? null : await objectionTo(regex);
    if (problem === null) {
      linear.add(name);
      continue;
    }
    failures += 1;
    console.error(`${regex.file}:${regex.line} ${pattern} ${problem}`);
  }
  for (const { pattern, files: places } of BOUNDED_REGEXES)
    for (const file of places)
      if (!used.has(`${pattern} ${file}`)) {
        failures += 1;
        console.error(`tools/bounded-regexes.ts: ${file} has no ${pattern} on the main thread`);
      }
  if (process.argv.includes("--write")) writeFileSync(ANALYZED, `${JSON.stringify([...linear].sort(), null, 2)}\n`);
  const fresh = [...linear].filter((name) => !analyzed.has(name)).length;
  console.log(
    `${patterns.size} patterns on the main thread, ${failures} that a text could make slow` +
      (fresh > 0 ? ` (${fresh} analyzed just now: node tools/check-regexes.ts --write remembers them)` : ""),
  );
  process.exit(failures === 0 && patterns.size > 0 ? 0 : 1);
}

if (import.meta.main) await main();
