/** `npm run check`: every static check, one line each. */
import "./small-pages.ts";
import { spawn } from "node:child_process";
import { globSync } from "node:fs";
import path from "node:path";

const ROOT = path.resolve(import.meta.dirname, "..");
const bin = (name: string): string => path.join(ROOT, "node_modules/.bin", name);

type Step = { name: string; command: () => [string, ...string[]]; env?: Record<string, string> };
/** First, because the types need what the router generates. */
const ROUTES: Step = { name: "routes", command: () => [bin("react-router"), "typegen"] };
/** The router's types aren't under version control, and the linter only reads such files by name. */
const generated = (): string[] => globSync(".react-router/types/**/*.ts", { cwd: ROOT });
/** The slowest first. */
const STEPS: Step[] = [
  {
    name: "types, lint",
    // TypeScript checks the types once, for its own errors and for the rules that need types. Only as warnings does it
    // report settings that it can't follow, such as types of a package that isn't there.
    command: () => [
      bin("oxlint"),
      "--type-aware",
      "--type-check",
      "--deny-warnings",
      "--format=unix",
      ".",
      ...generated(),
    ],
    // With two threads it would use a quarter more CPU time, and other steps need the second core. Collecting garbage
    // at every doubling of its memory would take a tenth of the time.
    env: { GOMAXPROCS: "1", GOGC: "200" },
  },
  { name: "dead code", command: () => [bin("knip"), "--no-progress"] },
  { name: "seed", command: () => [process.execPath, "tools/check-seeded.ts"] },
  { name: "wording", command: () => [process.execPath, "tools/check-wording.ts"] },
  { name: "links", command: () => [process.execPath, "tools/check-links.ts"] },
  { name: "tables", command: () => [process.execPath, "tools/check-tables.ts"] },
  { name: "format", command: () => [bin("oxfmt"), "--check"] },
  { name: "boundaries", command: () => [process.execPath, "tools/check-boundaries.ts"] },
  { name: "promises", command: () => [process.execPath, "tools/check-promises.ts"] },
  { name: "regexes", command: () => [process.execPath, "tools/check-regexes.ts"] },
  { name: "docs", command: () => [process.execPath, "tools/check-docs.ts"] },
  { name: "settings", command: () => [process.execPath, "tools/settings-table.ts"] },
];
/** Most steps use one core. */
const AT_ONCE = 2;

const failures: string[] = [];
await take(ROUTES);
const waiting = [...STEPS];
await Promise.all(
  Array.from({ length: AT_ONCE }, async () => {
    for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) await take(step);
  }),
);
if (failures.length > 0) {
  console.log(`The check failed: ${failures.join(", ")}.`);
  process.exitCode = 1;
}

async function take({ name, command, env = {} }: Step): Promise<void> {
  const begun = performance.now();
  const { ok, output } = await run(command(), env);
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  console.log(`${ok ? "ok    " : "FAILED"}  ${name.padEnd(10)}  ${seconds} s`);
  if (ok) return;
  failures.push(name);
  console.log(output.trimEnd().replaceAll(/^/gm, "        "));
}

function run(
  [program, ...args]: [string, ...string[]],
  env: Record<string, string>,
): Promise<{ ok: boolean; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: ROOT,
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        ...process.env,
        ...env,
        NO_COLOR: "1",
        PATH: `${path.join(ROOT, "node_modules/.bin")}${path.delimiter}${process.env["PATH"] ?? ""}`,
      },
    });
    let output = "";
    child.stdout.on("data", (data) => {
      output += String(data);
    });
    child.stderr.on("data", (data) => {
      output += String(data);
    });
    child.once("error", (error) => resolve({ ok: false, output: error.message }));
    child.once("close", (code) => resolve({ ok: code === 0, output }));
  });
}
