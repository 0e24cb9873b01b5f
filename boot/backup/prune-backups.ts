import { readdir, rm } from "node:fs/promises";
import path from "node:path";
import { FILES, backupsIn, chooseBackup } from "./format.ts";
import { expectAlone } from "./write-backup.ts";
import { fileLines, partNamed } from "./parts.ts";

/**
 * Removes all but the newest backups, and every file that no remaining backup names, including manuscripts deleted
 * since.
 * @param keep at least 1 @returns how many backups were removed
 * @throws BackupError while a backup is in progress, or if a remaining one can't be read: then nothing is removed
 */
export async function pruneBackups(folder: string, keep: number): Promise<number> {
  const all = await backupsIn(folder);
  const old = all.slice(0, Math.max(0, all.length - keep));
  if (old.length === 0) return 0;
  await expectAlone(folder);
  const needed = new Set<string>();
  for (const name of all.slice(old.length)) {
    const { manifest } = await chooseBackup(folder, name);
    for await (const line of fileLines(folder, name, manifest)) needed.add(partNamed(line.key, manifest.encrypted));
  }
  for (const name of old) await rm(path.join(folder, name), { recursive: true, force: true });
  await dropOthers(path.join(folder, FILES), "", needed);
  return old.length;
}

async function dropOthers(folder: string, prefix: string, needed: ReadonlySet<string>): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const at = path.join(folder, entry.name);
    const key = `${prefix}${entry.name}`;
    if (entry.isDirectory()) await dropOthers(at, `${key}/`, needed);
    else if (!needed.has(key)) await rm(at, { force: true });
  }
}
