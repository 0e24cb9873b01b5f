import { type SpawnOptions, spawnSync } from "node:child_process";
import { chownSync, existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import type { Account } from "./account.ts";

export const SUPERUSER = "postgres";

/** Creates the cluster in a temporary folder and renames it, so nobody ever finds half a cluster. */
export function initialize(dataDirectory: string, native: string, account: Account): void {
  if (existsSync(path.join(dataDirectory, "PG_VERSION"))) return;
  mkdirSync(path.dirname(dataDirectory), { recursive: true, mode: 0o700 });
  const draft = `${dataDirectory}.init-${process.pid}`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { mode: 0o700 });
  if (account.uid !== undefined) chownSync(draft, account.uid, account.gid!);
  const [command, args] = commandLine(native, account, "initdb", [
    "-D",
    draft,
    "-U",
    SUPERUSER,
    "-A",
    "trust",
    "-E",
    "UTF8",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--locale=C",
    "--no-instructions",
  ]);
  const made = spawnSync(command, args, { ...processOptions(native, account), encoding: "utf8" });
  if (made.status !== 0) {
    rmSync(draft, { recursive: true, force: true });
    const where =
      account.uid === undefined
        ? ""
        : ` The directory must be reachable for the user nobody (${path.dirname(dataDirectory)}).`;
    throw new Error(`initdb could not make ${dataDirectory}.${where}\n${made.error?.message ?? made.stderr}`);
  }
  try {
    renameSync(draft, dataDirectory);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(path.join(dataDirectory, "PG_VERSION"))) throw error;
  }
}

export function commandLine(native: string, account: Account, program: string, args: string[]): [string, string[]] {
  const [command, ...rest] = [...account.prefix, path.join(native, "bin", program), ...args];
  return [command!, rest];
}

export function processOptions(native: string, account: Account): SpawnOptions {
  const { prefix: _prefix, ...ids } = account;
  const { LD_PRELOAD: _preload, ...inherited } = process.env;
  return { ...ids, cwd: "/", env: { ...inherited, LD_LIBRARY_PATH: path.join(native, "lib"), LC_ALL: "C" } };
}
