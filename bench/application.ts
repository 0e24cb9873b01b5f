/** The product and plain servers for comparison, as processes for the rows to measure. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const ROOT = path.resolve(import.meta.dirname, "..");
const START_LIMIT_MS = 120_000;

export type Running = {
  url: string;
  /** Milliseconds from the start of the process to the first page. */ firstPageMs: number;
  stop(): Promise<void>;
};

/**
 * `npm start` with its own data directory and a free port. The directory is removed on stop unless it was given.
 * @param settings.env more of its settings
 * @param settings.under a command that runs it
 */
export async function startApplication(
  dataDir?: string,
  { env = {}, under = [] }: { env?: Record<string, string>; under?: readonly string[] } = {},
): Promise<Running> {
  const folder = dataDir ?? mkdtempSync(path.join(os.tmpdir(), "stet-bench-"));
  const port = await freePort();
  const { DATABASE_URL: _database, ...inherited } = process.env;
  const [command = "npm", ...args] = [...under, "npm", "start", "--silent"];
  const running = await start(
    command,
    args,
    { ...inherited, ...env, PORT: String(port), DATA_DIR: folder, LOG: "error" },
    port,
  );
  return {
    ...running,
    async stop() {
      await running.stop();
      if (dataDir === undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A bare `node:http` server process that answers everything with the same bytes. */
export async function startBareServer(body: string, contentType = "text/html; charset=utf-8"): Promise<Running> {
  const port = await freePort();
  const program = `require("node:http").createServer((request, response) => {
    response.writeHead(200, { "content-type": process.env.CONTENT_TYPE, "content-length": body.length }); response.end(body);
  }).listen(Number(process.env.PORT)); const body = require("node:fs").readFileSync(0);`;
  return start(
    process.execPath,
    ["-e", program],
    { ...process.env, PORT: String(port), CONTENT_TYPE: contentType },
    port,
    body,
  );
}

async function start(
  command: string,
  args: string[],
  env: NodeJS.ProcessEnv,
  port: number,
  input = "",
): Promise<Running> {
  const begun = performance.now();
  const child = spawn(command, args, { cwd: ROOT, env, stdio: ["pipe", "ignore", "pipe"] });
  child.stdin.end(input);
  let complaint = "";
  child.stderr.on("data", (data) => {
    complaint = (complaint + String(data)).slice(-2_000);
  });
  const url = `http://localhost:${port}`;
  while (!(await answers(url))) {
    if (child.exitCode !== null) throw new Error(`It ended while it started: ${complaint.trim()}`);
    if (performance.now() - begun > START_LIMIT_MS) {
      await end(child);
      throw new Error(`There was no page within ${START_LIMIT_MS / 1000} s. ${complaint.trim()}`);
    }
    await sleep(5);
  }
  return { url, firstPageMs: performance.now() - begun, stop: () => end(child) };
}

async function answers(url: string): Promise<boolean> {
  try {
    const answer = await fetch(url, { headers: { accept: "text/html", connection: "close" } });
    await answer.arrayBuffer();
    return answer.status === 200;
  } catch {
    return false;
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  await gone;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, () => {
      const address = probe.address();
      probe.close(() =>
        typeof address === "object" && address !== null ? resolve(address.port) : reject(new Error("No free port.")),
      );
    });
  });
}
