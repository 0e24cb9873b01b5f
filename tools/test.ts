/**
 * `npm test`: everything that must pass before a change lands, the fastest steps first. Ends with one line of counts,
 * and with status 1 if anything failed. `npm test -- --related [COMMIT]` runs only the tests of rules and server that
 * import what changed since that commit (by default, since the last one): quick, but no proof.
 */
import "../boot/require-node.ts";
import "./small-pages.ts";
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { removeDataFolder } from "../boot/testing/data-folder.ts";
import { browserTestSettings } from "../e2e/settings.ts";
import { type Counts, type FailedStep, type Result, fromBrowsers, fromVitest, sayFailures } from "./test-failures.ts";

type Step = {
  name: string;
  command: string;
  args: string[];
  /** The steps that must be done before. */
  after?: string[];
  /** Runs next to other steps: its output is shown when it's done, so that two don't mix. */
  beside?: boolean;
  read?: () => Result;
};

const folder = mkdtempSync(path.join(os.tmpdir(), "stet-test-"));
const vitestReport = path.join(folder, "vitest.json");
const browserReport = path.join(folder, "browser.json");

const ROOT = path.resolve(import.meta.dirname, "..");
const browsers = browserTestSettings();
/** How much of a step's output is kept, in characters. */
const KEPT = 200_000;
const readJson = (file: string) => JSON.parse(readFileSync(file, "utf8"));

const BUILD = "build";
const CHECK = "check (lint, types, boundaries, docs, dead code)";
const SERVER = "rules and server";
const WORLD = "demo world for the browsers";

/** Steps start as soon as those in `after` are done, so that no core is idle while another step waits. */
const steps: Step[] = [
  { name: BUILD, command: "npm", args: ["run", "-s", "build"] },
  // Alone, because beside the tests it takes its memory from them for half an hour, and they take longer by more than it.
  { name: CHECK, after: [BUILD], command: "node", args: ["tools/check.ts"] },
  {
    name: SERVER,
    after: [BUILD, CHECK],
    command: "vitest",
    args: ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${vitestReport}`],
    read: () => fromVitest(readJson(vitestReport), ROOT),
  },
  { name: WORLD, after: [BUILD, CHECK], command: "node", args: ["e2e/prepare-world.ts"], beside: true },
  {
    name: "whole product, in processes and browsers",
    after: [SERVER, WORLD],
    command: "playwright",
    args: ["test"],
    read: () => fromBrowsers(readJson(browserReport), ROOT),
  },
];

const { values: asked, positionals } = parseArgs({ options: { related: { type: "boolean" } }, allowPositionals: true });
const only = asked.related ? [SERVER] : positionals;
if (asked.related) steps.find((step) => step.name === SERVER)!.args.push("--changed", positionals[0] ?? "HEAD");
const times: { name: string; seconds: number }[] = [];
const total: Counts = { passed: 0, failed: 0, skipped: 0 };
const failed: FailedStep[] = [];
const began = performance.now();
const chosen = steps.filter((step) => only.length === 0 || only.some((word) => step.name.includes(word)));
const done = new Map<string, Promise<void>>();
for (const step of chosen) done.set(step.name, takeInTurn(step));
await Promise.all(done.values());
const together = (performance.now() - began) / 1000;
rmSync(folder, { recursive: true, force: true });
removeDataFolder(browsers.E2E_PREPARED);
console.log();
for (const { name, seconds } of [...times, { name: "together", seconds: together }])
  console.log(`${seconds.toFixed(1).padStart(7)} s  ${name}`);
if (failed.length > 0) console.log(`\n${sayFailures(failed)}`);
console.log(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exit(total.failed > 0 ? 1 : 0);

/** Steps that weren't chosen don't hold others up. */
async function takeInTurn(step: Step): Promise<void> {
  for (const name of step.after ?? []) await done.get(name);
  await take(step);
}

/** Runs a step and counts its results. */
async function take(step: Step): Promise<void> {
  const begun = performance.now();
  if (!step.beside) console.log(`\n== ${step.name}`);
  const { ok, output } = await run(step);
  if (step.beside) console.log(`\n== ${step.name}\n${output}`);
  // A step without a test report counts as one test.
  const result = tryRead(step) ?? { passed: ok && !step.read ? 1 : 0, failed: 0, skipped: 0, failures: [] };
  // A step that fails without a failed test (types, build, a crash) or leaves no report counts as a failure itself.
  if (result.failed === 0 && (!ok || result.passed === 0)) result.failed = 1;
  if (result.failed > 0) failed.push({ name: step.name, failures: result.failures, output });
  for (const key of ["passed", "failed", "skipped"] as const) total[key] += result[key];
  const seconds = (performance.now() - begun) / 1000;
  times.push({ name: step.name, seconds });
  console.log(`== ${step.name}: ${ok ? "ok" : "FAILED"} in ${seconds.toFixed(1)} s`);
}

function run(step: Step): Promise<{ ok: boolean; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(step.command, step.args, {
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        ...process.env,
        PATH: `${path.resolve("node_modules/.bin")}${path.delimiter}${process.env["PATH"]}`,
        PLAYWRIGHT_JSON_OUTPUT_NAME: browserReport,
        npm_config_loglevel: "error",
        ...browsers,
        ...(process.stdout.isTTY ? { FORCE_COLOR: "1" } : {}),
      },
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (data) => {
        output = (output + String(data)).slice(-KEPT);
        if (!step.beside) process.stdout.write(data);
      });
    child.once("error", (error) => resolve({ ok: false, output: error.message }));
    child.once("close", (code) => resolve({ ok: code === 0, output }));
    // Don't wait for processes that outlive the step and hold its output open.
    child.once("exit", (code) => setTimeout(() => resolve({ ok: code === 0, output }), 5_000));
  });
}

function tryRead(step: Step): Result | null {
  try {
    return step.read?.() ?? null;
  } catch {
    return null;
  }
}
