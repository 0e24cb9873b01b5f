/** The operating system account that PostgreSQL runs as, and its socket's directory. */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, chownSync, lstatSync, mkdirSync, statSync } from "node:fs";
import os from "node:os";
import path from "node:path";

const NOBODY = 65534;

/** How to run PostgreSQL, which refuses to run as root. */
export type Account = { prefix: readonly string[]; uid?: number; gid?: number };

const USER_NAMESPACE = ["unshare", "--user", "--map-user=1000", "--map-group=1000"];

export function chooseAccount(dataDirectory: string): Account {
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
export const socketDirectoryOf = (dataDirectory: string): string =>
  path.join(os.tmpdir(), `stet-pg-${createHash("sha1").update(dataDirectory).digest("hex").slice(0, 12)}`);

/** Creates the socket's directory, which only its owner can enter. @throws if somebody else owns it */
export function prepareSocketDirectory(dataDirectory: string, account: Account): string {
  const directory = socketDirectoryOf(dataDirectory);
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
