/**
 * `npm test`: everything that must hold before a change lands, in the order in which it tells most for the least time.
 * Ends with one line of counts, and with status 1 if anything failed.
 */
import "../boot/require-node.ts";
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";

type Counts = { passed: number; failed: number; skipped: number };
type Step = { name: string; command: string; args: string[]; report?: string; read?: (report: string) => Counts };

const folder = mkdtempSync(path.join(os.tmpdir(), "stet-test-"));
const vitestReport = path.join(folder, "vitest.json");
const browserReport = path.join(folder, "browser.json");

const readVitest = (file: string): Counts => {
  const it = JSON.parse(readFileSync(file, "utf8")) as {
    numPassedTests: number;
    numFailedTests: number;
    numPendingTests: number;
  };
  return { passed: it.numPassedTests, failed: it.numFailedTests, skipped: it.numPendingTests };
};
const readBrowser = (file: string): Counts => {
  const { stats } = JSON.parse(readFileSync(file, "utf8")) as {
    stats: { expected: number; unexpected: number; skipped: number };
  };
  return { passed: stats.expected, failed: stats.unexpected, skipped: stats.skipped };
};

/** One stage after the other; the steps of a stage side by side, because neither of them fills the machine. */
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
      report: vitestReport,
      read: readVitest,
    },
  ],
  [
    {
      name: "whole product, in processes and browsers",
      command: "playwright",
      args: ["test"],
      report: browserReport,
      read: readBrowser,
    },
  ],
];

const only = process.argv.slice(2);
const times: { name: string; seconds: number }[] = [];
const total: Counts = { passed: 0, failed: 0, skipped: 0 };
let broken = 0;
const began = performance.now();
for (const stage of stages) {
  const chosen = stage.filter((step) => only.length === 0 || only.some((word) => step.name.includes(word)));
  await Promise.all(chosen.map((step, n) => take(step, n > 0)));
}
const together = (performance.now() - began) / 1000;
rmSync(folder, { recursive: true, force: true });
const failed = total.failed + broken;
console.log();
for (const { name, seconds } of [...times, { name: "together", seconds: together }])
  console.log(`${seconds.toFixed(1).padStart(7)} s  ${name}`);
console.log(`\n${total.passed} passed, ${failed} failed, ${total.skipped} skipped`);
process.exit(failed > 0 ? 1 : 0);

/** Takes a step and counts what it reports. @param later whether its output waits until it is done, so that two don't mix */
async function take(step: Step, later: boolean): Promise<void> {
  const begun = performance.now();
  if (!later) console.log(`\n== ${step.name}`);
  const { ok, output } = await run(step, later);
  if (later) console.log(`\n== ${step.name}\n${output}`);
  const counts = step.read ? tryRead(step) : null;
  if (counts) for (const key of ["passed", "failed", "skipped"] as const) total[key] += counts[key];
  // A step that fails without a failed test (types, build, a crash) is a failure of its own.
  if (!ok && !counts?.failed) broken += 1;
  if (ok && !step.read) total.passed += 1;
  const seconds = (performance.now() - begun) / 1000;
  times.push({ name: step.name, seconds });
  console.log(`== ${step.name}: ${ok ? "ok" : "FAILED"} in ${seconds.toFixed(1)} s`);
}

function run(step: Step, later: boolean): Promise<{ ok: boolean; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(step.command, step.args, {
      stdio: later ? ["ignore", "pipe", "pipe"] : "inherit",
      env: {
        ...process.env,
        PATH: `${path.resolve("node_modules/.bin")}${path.delimiter}${process.env["PATH"]}`,
        PLAYWRIGHT_JSON_OUTPUT_NAME: browserReport,
        npm_config_loglevel: "error",
      },
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream?.on("data", (data) => (output += String(data)));
    child.once("error", (error) => resolve({ ok: false, output: error.message }));
    child.once("close", (code) => resolve({ ok: code === 0, output }));
  });
}

function tryRead(step: Step): Counts | null {
  try {
    return step.read!(step.report!);
  } catch {
    return null;
  }
}
