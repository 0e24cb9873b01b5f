/**
 * `npm test`: everything that must pass before a change lands, with the most telling and fastest steps first. Ends with
 * one line of counts, and with status 1 if anything failed.
 */
import "../boot/require-node.ts";
import "./small-pages.ts";
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { type Counts, type FailedStep, type Result, fromBrowsers, fromVitest, sayFailures } from "./test-failures.ts";

type Step = { name: string; command: string; args: string[]; read?: () => Result };

const folder = mkdtempSync(path.join(os.tmpdir(), "stet-test-"));
const vitestReport = path.join(folder, "vitest.json");
const browserReport = path.join(folder, "browser.json");

const ROOT = path.resolve(import.meta.dirname, "..");
/** How much of a step's output is kept, in characters. */
const KEPT = 200_000;
const readJson = (file: string) => JSON.parse(readFileSync(file, "utf8"));

/** Stages run one after another. A stage's steps run in parallel, because none of them uses the whole machine. */
const stages: Step[][] = [
  [
    { name: "check (lint, types, boundaries, docs, dead code)", command: "node", args: ["tools/check.ts"] },
    { name: "build", command: "npm", args: ["run", "-s", "build"] },
  ],
  [
    {
      name: "rules and server",
      command: "vitest",
      args: ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${vitestReport}`],
      read: () => fromVitest(readJson(vitestReport), ROOT),
    },
  ],
  [
    {
      name: "whole product, in processes and browsers",
      command: "playwright",
      args: ["test"],
      read: () => fromBrowsers(readJson(browserReport), ROOT),
    },
  ],
];

const only = process.argv.slice(2);
const times: { name: string; seconds: number }[] = [];
const total: Counts = { passed: 0, failed: 0, skipped: 0 };
const failed: FailedStep[] = [];
const began = performance.now();
for (const stage of stages) {
  const chosen = stage.filter((step) => only.length === 0 || only.some((word) => step.name.includes(word)));
  await Promise.all(chosen.map((step, n) => take(step, n > 0)));
}
const together = (performance.now() - began) / 1000;
rmSync(folder, { recursive: true, force: true });
console.log();
for (const { name, seconds } of [...times, { name: "together", seconds: together }])
  console.log(`${seconds.toFixed(1).padStart(7)} s  ${name}`);
if (failed.length > 0) console.log(`\n${sayFailures(failed)}`);
console.log(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exit(total.failed > 0 ? 1 : 0);

/**
 * Runs a step and counts its results. @param later whether to buffer its output until it's done, which keeps two from
 * mixing
 */
async function take(step: Step, later: boolean): Promise<void> {
  const begun = performance.now();
  if (!later) console.log(`\n== ${step.name}`);
  const { ok, output } = await run(step, later);
  if (later) console.log(`\n== ${step.name}\n${output}`);
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

function run(step: Step, later: boolean): Promise<{ ok: boolean; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(step.command, step.args, {
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        ...process.env,
        PATH: `${path.resolve("node_modules/.bin")}${path.delimiter}${process.env["PATH"]}`,
        PLAYWRIGHT_JSON_OUTPUT_NAME: browserReport,
        npm_config_loglevel: "error",
        ...(process.stdout.isTTY ? { FORCE_COLOR: "1" } : {}),
      },
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (data) => {
        output = (output + String(data)).slice(-KEPT);
        if (!later) process.stdout.write(data);
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
