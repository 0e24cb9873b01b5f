/**
 * `npm run lighthouse`: Lighthouse's scores of public pages, as people get them: built, compressed, and from a started
 * product. Prints the medians, and what costs points where the machine's speed doesn't matter. `--runs N` (5), `--only
 * PATH`, `--url ORIGIN` for a product that is already running, `--write` puts the table into docs/benchmarks.md. The
 * browser is CHROMIUM, or the system's.
 */
import { dayOf } from "#app/platform/rules/core/day.ts";
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { setTimeout as sleep } from "node:timers/promises";
import { BROWSER_ARGS, browserPath } from "../e2e/browser.ts";
import { startApplication } from "./application.ts";
import { install, versionOf } from "./peers/install.ts";
import { readOptions } from "./peers/options.ts";
import { replacePart } from "./peers/table.ts";

const DOCUMENT = path.resolve(import.meta.dirname, "../docs/benchmarks.md");

const RUN_LIMIT_MS = 180_000;
const MOST_ATTEMPTS = 6;
const COMPRESSED_LIMIT_MS = 20_000;

const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"] as const;
const TIMES = {
  "first-contentful-paint": "first paint",
  "largest-contentful-paint": "largest",
  "speed-index": "speed index",
  "total-blocking-time": "blocked",
  "cumulative-layout-shift": "shift",
} as const;

type Audit = { score: number | null; title: string; displayValue?: string; numericValue?: number };
type Report = {
  runtimeError?: { code: string; message: string };
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, Audit>;
};

const { values: options } = parseArgs({
  options: {
    runs: { type: "string", default: "5" },
    only: { type: "string" },
    url: { type: "string" },
    write: { type: "boolean", default: false },
  },
});
const runs = Number(options.runs);
if (!Number.isInteger(runs) || runs < 1) {
  console.error("--runs takes a whole number from 1 up.");
  process.exit(1);
}
if (options.write && options.only !== undefined) {
  console.error("--write replaces the whole table, so it doesn't go with --only.");
  process.exit(1);
}

/** Requests a page until it's sent with brotli: the second request starts that. */
async function compressed(url: string): Promise<void> {
  const begun = performance.now();
  for (;;) {
    const answer = await fetch(url, { headers: { accept: "text/html", "accept-encoding": "br, gzip" } });
    await answer.arrayBuffer();
    if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}.`);
    if (answer.headers.get("content-encoding") === "br") return;
    if (performance.now() - begun > COMPRESSED_LIMIT_MS) throw new Error(`${url} isn't sent with brotli.`);
    await sleep(50);
  }
}

/** One run, in a process of its own: a browser with nothing in its cache. */
async function measure(program: string, browser: string, url: string, folder: string): Promise<Report> {
  const file = path.join(folder, "report.json");
  rmSync(file, { force: true });
  const flags = ["--headless=new", ...BROWSER_ARGS].join(" ");
  const child = spawn(
    process.execPath,
    [program, url, "--quiet", `--chrome-flags=${flags}`, "--output=json", `--output-path=${file}`],
    { env: { ...process.env, CHROME_PATH: browser }, stdio: ["ignore", "ignore", "pipe"], timeout: RUN_LIMIT_MS },
  );
  let complaint = "";
  child.stderr.on("data", (data) => (complaint = (complaint + String(data)).slice(-2_000)));
  await new Promise((resolve) => child.once("close", resolve));
  if (!existsSync(file)) throw new Error(`Lighthouse gave no report on ${url}. ${complaint.trim()}`);
  return JSON.parse(readFileSync(file, "utf8")) as Report;
}

/**
 * A run that succeeded. On a busy machine, the browser's recording sometimes lacks its beginning (NO_NAVSTART), or the
 * browser isn't ready in time. Neither says anything about the page.
 */
async function measured(program: string, browser: string, url: string, folder: string): Promise<Report> {
  for (let attempt = 1; ; attempt += 1) {
    let failure: string;
    try {
      const report = await measure(program, browser, url, folder);
      if (!report.runtimeError) return report;
      failure = `${report.runtimeError.code}: ${report.runtimeError.message}`;
    } catch (error) {
      failure = error instanceof Error ? error.message : String(error);
    }
    if (attempt === MOST_ATTEMPTS) throw new Error(`${url} failed ${attempt} times. ${failure}`);
    console.error(`${url} is measured once more. ${failure.slice(0, 200)}`);
  }
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)]!;
const load = (): string => os.loadavg()[0]!.toFixed(1);

const program = path.join(
  await install("lighthouse", readOptions([]).folder, (text) => console.log(text)),
  "node_modules/lighthouse/cli/index.js",
);
const browser =
  process.env.CHROMIUM ??
  ["/usr/bin/chromium", "/usr/bin/google-chrome"].find((it) => existsSync(it)) ??
  (await browserPath());
const folder = mkdtempSync(path.join(os.tmpdir(), "stet-lighthouse-"));
const running = options.url === undefined ? await startApplication() : undefined;
try {
  const origin = running?.url ?? new URL(options.url!).origin;
  const blog = await (await fetch(`${origin}/blog`, { headers: { accept: "text/html" } })).text();
  const article = /href="(\/blog\/(?!tags|authors)[a-z0-9-]+)"/.exec(blog)?.[1];
  const paths = ["/", "/pricing", "/contact", ...(article === undefined ? [] : [article]), "/integrity/verify"].filter(
    (it) => options.only === undefined || it === options.only,
  );
  if (paths.length === 0) throw new Error(`${options.only} isn't one of the measured pages.`);
  for (const it of paths) await compressed(origin + it);
  const loadBefore = load();
  const reports = new Map<string, Report[]>(paths.map((it) => [it, []]));
  // In turn, so that a busy moment of the machine doesn't fall on one page.
  for (let run = 0; run < runs; run += 1) {
    for (const [at, all] of reports) all.push(await measured(program, browser, origin + at, folder));
    console.error(`Run ${run + 1} of ${runs} done, load ${load()}.`);
  }

  /** What cost points, and in how many runs. */
  const lost = new Map<string, number>();
  const rows = [...reports].map(([at, all]) => {
    for (const one of all)
      for (const category of CATEGORIES.slice(1))
        for (const { id, weight } of one.categories[category]!.auditRefs) {
          const audit = one.audits[id]!;
          if (weight === 0 || audit.score === null || audit.score === 1) continue;
          const cost = `${at} ${category}: ${audit.title} (${id})`;
          lost.set(cost, (lost.get(cost) ?? 0) + 1);
        }
    const scores = CATEGORIES.map((it) => median(all.map((one) => (one.categories[it]!.score ?? 0) * 100)).toFixed(0));
    const times = Object.keys(TIMES).map((it) => {
      const value = median(all.map((one) => one.audits[it]!.numericValue ?? NaN));
      return it === "cumulative-layout-shift" ? value.toFixed(3) : `${value.toFixed(0)} ms`;
    });
    return [at, ...scores, ...times];
  });
  const head = ["page", ...CATEGORIES, ...Object.values(TIMES)];
  const about = `Measured on ${dayOf(new Date())}: ${versionOf("lighthouse")}, its default mobile device, ${runs === 1 ? "one run" : `medians of ${runs} runs`}; ${os.availableParallelism()} cores (${os.cpus()[0]?.model.trim() ?? "unknown"}), Node ${process.versions.node}, load ${loadBefore} before and ${load()} after.`;
  console.log(about);
  const widest = Math.max(...paths.map((it) => it.length));
  for (const [first, ...others] of [head, ...rows])
    console.log([first!.padEnd(widest), ...others.map((it) => it.padStart(14))].join("  "));
  const costs = [...lost].map(([what, times]) => `${what}, in ${times} of ${runs} runs`);
  for (const it of costs) console.log(`costs points: ${it}`);
  if (options.write) {
    const lines = [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
    const list = costs.length === 0 ? "" : `\n\nCosts points:\n\n${costs.map((it) => `- ${it}`).join("\n")}`;
    writeFileSync(DOCUMENT, replacePart(readFileSync(DOCUMENT, "utf8"), "lighthouse", `${about}\n\n${lines}${list}`));
  }
} finally {
  await running?.stop();
  rmSync(folder, { recursive: true, force: true });
}
