/** Restricts stored data to the account that runs the product: folders 700, files 600. */
import { chmodSync, chownSync, lstatSync, mkdirSync, readdirSync, statSync } from "node:fs";
import path from "node:path";

/** From now on, this process and its children write files for their own account only. */
export const writePrivately = (): void => void process.umask(0o077);

/**
 * Creates a data directory, or restricts an existing one and everything in it.
 * @param dataDir absolute; PostgreSQL manages its own folder `pg` within
 */
export function makePrivate(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const files = path.join(dataDir, "files");
  mkdirSync(files, { recursive: true, mode: 0o700 });
  // Only searched if the top level is too open, to keep large installations starting fast.
  const loose = [dataDir, files].some((folder) => (statSync(folder).mode & 0o077) !== 0);
  tighten(dataDir, 0o700);
  for (const entry of readdirSync(dataDir, { withFileTypes: true })) {
    const at = path.join(dataDir, entry.name);
    if (entry.isFile()) tighten(at, 0o600);
    else if (entry.name === "pg") tighten(at, 0o700);
    else if (entry.isDirectory() && at !== files && loose) tightenAll(at);
  }
  // The folder's own mode comes last: if this is interrupted, the next start tries again.
  if (loose) tightenAll(files);
}

/**
 * Lets one other group traverse a private folder to reach its own files. A folder that's already traversable, such as
 * /tmp, is left alone. Root needs this because PostgreSQL then runs as nobody.
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
    // Somebody else removed it first.
    if (code === "ENOENT") return;
    console.error(
      `${at} may be readable by others: its mode could not be changed (${code}). Make it ${mode.toString(8)}.`,
    );
  }
}
