/** The running server's process: starts it, finds it, and stops it. */
import { spawn } from "node:child_process";
import { closeSync, openSync, readFileSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Account } from "./account.ts";
import { commandLine, processOptions } from "./cluster.ts";

/** Only part of the socket's file name. Nothing listens on the network. */
export const PORT = 5432;

const STOP_LIMIT_MS = 10_000;
const LOG_LIMIT_BYTES = 5_000_000;

/** SIGINT is PostgreSQL's fast shutdown: it ends sessions and flushes everything. */
export async function stopPostmaster(pid: number): Promise<void> {
  if (!signal(pid, "SIGINT")) return;
  const quitAt = Date.now() + STOP_LIMIT_MS;
  let quit = false;
  while (isAlive(pid)) {
    if (!quit && Date.now() > quitAt) {
      quit = true;
      signal(pid, "SIGQUIT");
    }
    await sleep(10);
  }
}

/**
 * PostgreSQL records its process id in the data directory and beside its socket. After a reboot, that id may belong to
 * an unrelated or zombie process, and PostgreSQL would refuse to start. Where we can check (Linux), such stale locks
 * are removed.
 */
export function forgetStaleLocks(dataDirectory: string, socketDirectory: string): void {
  if (process.platform !== "linux") return;
  for (const lock of [
    path.join(dataDirectory, "postmaster.pid"),
    path.join(socketDirectory, `.s.PGSQL.${PORT}.lock`),
  ]) {
    const pid = pidIn(lock);
    if (pid === undefined) continue;
    let program: string;
    try {
      // Empty for a zombie, which PostgreSQL would take for a running process.
      program = readFileSync(`/proc/${pid}/cmdline`, "utf8");
    } catch {
      continue;
    }
    if (!program.includes("postgres")) rmSync(lock, { force: true });
  }
}

export function launch(native: string, account: Account, logFile: string, args: string[]) {
  // Logs go to a file, because a pipe would break when the supervisor is killed.
  const size = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0;
  const log = openSync(logFile, size > LOG_LIMIT_BYTES ? "w" : "a", 0o600);
  const [command, commandArgs] = commandLine(native, account, "postgres", args);
  const child = spawn(command, commandArgs, {
    ...processOptions(native, account),
    detached: true,
    stdio: ["ignore", log, log],
  });
  closeSync(log);
  return child;
}

export const postmasterPid = (dataDirectory: string): number | undefined =>
  pidIn(path.join(dataDirectory, "postmaster.pid"));

function pidIn(lock: string): number | undefined {
  try {
    const pid = Number(readFileSync(lock, "utf8").split("\n")[0]);
    return Number.isSafeInteger(pid) && pid > 1 ? pid : undefined;
  } catch {
    return undefined;
  }
}

export function isServing(dataDirectory: string): boolean {
  const pid = postmasterPid(dataDirectory);
  return pid !== undefined && isAlive(pid);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as { code?: string }).code === "EPERM";
  }
  if (process.platform !== "linux") return true;
  // A postmaster whose parent never reaps it stays behind as a zombie.
  try {
    return !/^\d+ \(.*\) Z/s.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}

function signal(pid: number, name: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}
