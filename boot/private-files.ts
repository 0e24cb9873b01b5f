/** Keeps what the product stores to the account that runs it: folders 700, files 600. */
import { chmodSync, chownSync, lstatSync, mkdirSync, readdirSync, statSync } from "node:fs";
import path from "node:path";

/** What this process and its children write from now on is for its own account alone. */
export const writePrivately = (): void => void process.umask(0o077);

/**
 * Makes a data directory, or tightens one that is there, with everything in it.
 * @param dataDir absolute; PostgreSQL keeps its own folder `pg` within
 */
export function makePrivate(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const files = path.join(dataDir, "files");
  mkdirSync(files, { recursive: true, mode: 0o700 });
  // Looked through only when something is loose at the top: a large installation starts no slower.
  const loose = [dataDir, files].some((folder) => (statSync(folder).mode & 0o077) !== 0);
  tighten(dataDir, 0o700);
  for (const entry of readdirSync(dataDir, { withFileTypes: true })) {
    const at = path.join(dataDir, entry.name);
    if (entry.isFile()) tighten(at, 0o600);
    else if (entry.name === "pg") tighten(at, 0o700);
    else if (entry.isDirectory() && at !== files && loose) tightenAll(at);
  }
  // Its own mode comes last: if this is cut short, the next start looks again.
  if (loose) tightenAll(files);
}

/**
 * Lets one other group pass through a private folder, to reach what belongs to it there. A folder that others may pass
 * already, such as /tmp, is left alone. Root needs this for PostgreSQL where that runs as nobody.
 */
export function letPass(folder: string, groupId: number): void {
  const { mode, uid } = statSync(folder);
  if ((mode & 0o001) !== 0) return;
  chownSync(folder, uid, groupId);
  chmodSync(folder, (mode & 0o777) | 0o010);
}

function tightenAll(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const at = path.join(folder, entry.name);
    if (entry.isDirectory()) tightenAll(at);
    else if (entry.isFile()) tighten(at, 0o600);
  }
  tighten(folder, 0o700);
}

function tighten(at: string, mode: number): void {
  try {
    if ((lstatSync(at).mode & 0o777 & ~mode) !== 0 || lstatSync(at).isSymbolicLink()) chmodSync(at, mode);
  } catch (error) {
    const { code } = error as { code?: string };
    // Removed by somebody else in the meantime.
    if (code === "ENOENT") return;
    console.error(
      `${at} may be readable by others: its mode could not be changed (${code}). Make it ${mode.toString(8)}.`,
    );
  }
}
