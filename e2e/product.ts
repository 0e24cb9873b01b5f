/** The product as `npm start` runs it, for tests that need their own. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { removeDataFolder } from "#boot/testing/data-folder.ts";
import type { FirstStart } from "./first-start.ts";
import { WORKERS } from "./workers.ts";

const ROOT = path.resolve(import.meta.dirname, "..");
/** A first start may build and creates the demo world, possibly on a busy machine. */
const START_LIMIT_MS = 150_000;
const STOP_LIMIT_MS = 20_000;
/** Settings of the environment that a product under test must not inherit. */
const SETTINGS =
  /^(?:DATABASE_URL|DB_POOL|DEMO|DRILL|STET_\w+|APP_SECRET|ENCRYPTION_KEYS|KYC_\w+|PUBLIC_URL|\w+_ORIGIN|SITE_URL|SITE_NAME|STRIPE_\w+|OIDC_\w+|SSO_\w+|LIVE_CHAT\w*|SMTP_URL|MAIL_FROM|S3_\w+|DEBTOR_\w+|WEB_PROCESSES|WORKER_PROCESSES|DRAIN_SECONDS|OTEL_\w+|NODE_ENV|NODE_OPTIONS|PW_\w+|TEST_\w+)$/;

export type Product = {
  /** Of the first web process. Others listen on the following ports. */
  url: string;
  urls: string[];
  databaseUrl: string;
  dataDir: string;
  /** The running processes, in start order. */
  pids(): { web: number[]; worker: number[] };
  /** Its output so far. */
  output: () => string;
  /** Resolves when the output contains this. @throws the output, if it ends or times out first */
  says(text: string): Promise<void>;
  /** Ends it like Ctrl-C. The data directory is removed unless it was given. */
  stop(): Promise<void>;
  /** kill -9 of everything at once, including the supervisor and the embedded database. The data directory stays. */
  killAll(): Promise<void>;
};

export type ProductOptions = {
  env?: Record<string, string>;
  /** A directory to reuse. */
  dataDir?: string;
  port?: number;
  /** The output to wait for before the test begins. */
  until?: string;
  /** Pages and jobs in one process, which starts with half the work. For tests to which it makes no difference. */
  oneProcess?: boolean;
  /** The folder of another version, to run that one. */
  root?: string;
};

/** A data directory with the demo world, copied for products that need one. The main product creates it. */
const PREPARED = process.env["E2E_PREPARED"];
/** Next to it, what was observed while it was created. */
const FIRST_START = "first-start.json";

/** A data directory with the demo world. `removeDataFolder` deletes it. */
export function preparedFolder(): string {
  const folder = newFolder();
  if (PREPARED && existsSync(path.join(PREPARED, "complete"))) copyFolder(PREPARED, folder);
  return folder;
}

/** What the main product observed of its first start; undefined if the tests run against an existing product. */
export function seenFirstStart(): FirstStart | undefined {
  const file = PREPARED && path.join(PREPARED, FIRST_START);
  return file && existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as FirstStart) : undefined;
}

/** Stores what was observed of a first start in its folder. */
export const keepFirstStart = (folder: string, seen: FirstStart): void =>
  writeFileSync(path.join(folder, FIRST_START), JSON.stringify(seen));

/** Copies a folder's content with owners and modes. */
export function copyFolder(from: string, to: string): void {
  const { status, stderr } = spawnSync("cp", ["-a", `${from}/.`, to], { encoding: "utf8" });
  if (status !== 0) throw new Error(`${from} could not be copied.\n${stderr}`);
}

/** An empty data directory. The product creates its demo world on first start. */
export const newFolder = (): string => mkdtempSync(path.join(os.tmpdir(), "stet-e2e-"));

/** Starts the product and resolves when it answers. @throws its output if it ends instead */
export async function startProduct(options: ProductOptions = {}): Promise<Product> {
  const { child, dataDir, port, output, ended } = await spawnProduct(options);
  const until = options.until ?? "Ready after ";
  const web = Number(options.env?.["WEB_PROCESSES"] ?? 1);
  const stop = async () => {
    await end(child, ended);
    if (options.dataDir === undefined) removeDataFolder(dataDir);
  };
  const says = async (text: string) => {
    const giveUpAt = Date.now() + START_LIMIT_MS;
    while (!output().includes(text)) {
      if (child.exitCode !== null || child.signalCode !== null)
        throw new Error(`It ended while it started.\n${output()}`);
      if (Date.now() > giveUpAt) throw new Error(`It did not start within ${START_LIMIT_MS / 1000} s.\n${output()}`);
      await sleep(50);
    }
  };
  try {
    await says(until);
  } catch (error) {
    await stop();
    throw error;
  }
  const urls = Array.from({ length: web }, (_, i) => `http://localhost:${port + i}`);
  return {
    url: urls[0]!,
    urls,
    dataDir,
    output,
    says,
    stop,
    databaseUrl: options.env?.["DATABASE_URL"] ?? embeddedUrl(dataDir),
    pids: () => processesOf(child.pid!),
    async killAll() {
      const postmaster = postmasterOf(dataDir);
      // The supervisor first, because it would restart the others.
      const all = descendantsOf(child.pid!).map((it) => it.pid);
      for (const pid of [...all, child.pid!, ...(postmaster ? [postmaster.pid] : [])]) kill(pid);
      await ended;
      while (all.some(isAlive) || (postmaster && isAlive(postmaster.pid))) await sleep(20);
    },
  };
}

/** Starts it when it's expected to exit on its own. @returns its exit code and output */
export async function runUntilEnd(
  options: ProductOptions & { limitMs?: number },
): Promise<{ code: number | null; output: string }> {
  const { child, output, ended, dataDir } = await spawnProduct(options);
  const limit = setTimeout(() => void end(child, ended), options.limitMs ?? START_LIMIT_MS);
  await ended;
  clearTimeout(limit);
  if (options.dataDir === undefined) removeDataFolder(dataDir);
  return { code: child.exitCode, output: output() };
}

const taken = new Set<number>();
/** Workers look for ports at the same time, so each has its own range, below those that the system gives away. */
const PORTS = 12_000 / WORKERS;
const FIRST_PORT = 20_000 + (Number(process.env["TEST_PARALLEL_INDEX"] ?? 0) % WORKERS) * PORTS;

/** A free port, followed by this many free ones. */
export async function freePort(count = 1): Promise<number> {
  for (;;) {
    const port = FIRST_PORT + Math.floor(Math.random() * PORTS);
    const wanted = Array.from({ length: count }, (_, i) => port + i);
    if (wanted.some((p) => taken.has(p)) || (await Promise.all(wanted.map(isFree))).includes(false)) continue;
    for (const p of wanted) taken.add(p);
    return port;
  }
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(false));
    probe.listen(port, () => probe.close(() => resolve(true)));
  });

async function spawnProduct(options: ProductOptions) {
  const dataDir = options.dataDir ?? (options.env?.["DATABASE_URL"] ? newFolder() : preparedFolder());
  const port = options.port ?? (await freePort(Number(options.env?.["WEB_PROCESSES"] ?? 1) || 1));
  const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !SETTINGS.test(name)));
  // What `npm start` runs, but without npm, which takes longer to start than the supervisor. The main product uses npm.
  const child = spawn(process.execPath, ["boot/start.ts"], {
    cwd: options.root ?? ROOT,
    env: {
      ...inherited,
      LOG: "error",
      ...(options.oneProcess ? { WORKER_PROCESSES: "0" } : {}),
      ...options.env,
      PORT: String(port),
      DATA_DIR: dataDir,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (data) => {
      said = (said + String(data)).slice(-200_000);
    });
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  return { child, dataDir, port, ended, output: () => said };
}

async function end(child: ChildProcess, ended: Promise<void>): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) child.kill("SIGTERM");
  const force = setTimeout(() => {
    for (const { pid } of [...descendantsOf(child.pid!), { pid: child.pid! }]) kill(pid);
  }, STOP_LIMIT_MS);
  await ended;
  clearTimeout(force);
}

type Running = { pid: number; parent: number; command: string };

function descendantsOf(root: number): Running[] {
  const { stdout } = spawnSync("ps", ["-ax", "-o", "pid=,ppid=,command="], {
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  const all = stdout.split("\n").map((line): Running => {
    const [, pid, parent, command = ""] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return { pid: Number(pid), parent: Number(parent), command };
  });
  const found: Running[] = [];
  for (let parents = new Set([root]); parents.size > 0;) {
    const next = all.filter((it) => parents.has(it.parent));
    found.push(...next);
    parents = new Set(next.map((it) => it.pid));
  }
  return found;
}

function processesOf(supervisor: number): { web: number[]; worker: number[] } {
  const pids = { web: [] as number[], worker: [] as number[] };
  for (const { pid, command } of descendantsOf(supervisor)) {
    if (!command.includes("boot/serve.ts")) continue;
    const environment = spawnSync("ps", ["eww", "-o", "command=", "-p", String(pid)], { encoding: "utf8" }).stdout;
    const role = /\bSTET_ROLE=(\w+)/.exec(environment)?.[1];
    if (role === "web" || role === "all") pids.web.push(pid);
    else if (role === "worker") pids.worker.push(pid);
  }
  return pids;
}

/** The process and socket of the database in a data directory, as PostgreSQL recorded them. */
function postmasterOf(dataDir: string): { pid: number; socket: string } | undefined {
  try {
    const lines = readFileSync(path.join(dataDir, "pg/postmaster.pid"), "utf8").split("\n");
    return { pid: Number(lines[0]), socket: lines[4] ?? "" };
  } catch {
    return undefined;
  }
}

function embeddedUrl(dataDir: string): string {
  return `postgres://postgres@localhost:5432/stet?host=${encodeURIComponent(postmasterOf(dataDir)?.socket ?? "")}`;
}

export function kill(pid: number): boolean {
  try {
    return process.kill(pid, "SIGKILL");
  } catch {
    return false;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  return !/^\d+ \(.*\) Z/s.test(readState(pid));
}

function readState(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8");
  } catch {
    return "";
  }
}
