/** `npm run check`: everything that can be said about the code without running it, one line each. */
import { spawn } from "node:child_process";
import path from "node:path";

const ROOT = path.resolve(import.meta.dirname, "..");
const bin = (name: string): string => path.join(ROOT, "node_modules/.bin", name);

const STEPS: { name: string; commands: [string, ...string[]][] }[] = [
  {
    name: "types",
    commands: [
      [bin("react-router"), "typegen"],
      [bin("tsc"), "--noEmit"],
    ],
  },
  { name: "format", commands: [[bin("oxfmt"), "--check"]] },
  // After the types, because the linter reads the ones that the router writes.
  { name: "lint", commands: [[bin("oxlint"), "--type-aware", "--format=unix"]] },
  { name: "boundaries", commands: [[process.execPath, "tools/check-boundaries.ts"]] },
  { name: "tables", commands: [[process.execPath, "tools/check-tables.ts"]] },
  { name: "seed", commands: [[process.execPath, "tools/check-seeded.ts"]] },
  { name: "links", commands: [[process.execPath, "tools/check-links.ts"]] },
  { name: "docs", commands: [[process.execPath, "tools/check-docs.ts"]] },
  { name: "wording", commands: [[process.execPath, "tools/check-wording.ts"]] },
  { name: "dead code", commands: [[bin("knip"), "--no-progress"]] },
];

const failures: string[] = [];
for (const step of STEPS) {
  const begun = performance.now();
  const { ok, output } = await runAll(step.commands);
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  console.log(`${ok ? "ok    " : "FAILED"}  ${step.name.padEnd(10)}  ${seconds} s`);
  if (!ok) {
    failures.push(step.name);
    console.log(output.trimEnd().replaceAll(/^/gm, "        "));
  }
}
if (failures.length > 0) {
  console.log(`The check failed: ${failures.join(", ")}.`);
  process.exitCode = 1;
}

async function runAll(commands: [string, ...string[]][]): Promise<{ ok: boolean; output: string }> {
  let output = "";
  for (const command of commands) {
    const result = await run(command);
    output += result.output;
    if (!result.ok) return { ok: false, output };
  }
  return { ok: true, output };
}

function run([program, ...args]: [string, ...string[]]): Promise<{ ok: boolean; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: ROOT,
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        ...process.env,
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
