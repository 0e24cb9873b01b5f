import path from "node:path";
import { FILES, chooseBackup } from "./format.ts";
import { fileLines, isIntact, partNamed } from "./parts.ts";

export type Verified = { name: string; at: string; rows: number; files: number; damaged: string[] };

/**
 * Reads every byte of a backup and compares its hashes. Needs neither the database nor a key.
 * @param name the newest if omitted @returns the missing or changed parts, empty if it's intact
 * @throws BackupError if there is no such backup
 */
export async function verifyBackup(folder: string, name?: string): Promise<Verified> {
  const { name: chosen, manifest } = await chooseBackup(folder, name);
  const damaged: string[] = [];
  for (const { part } of manifest.tables)
    if (!(await isIntact(path.join(folder, chosen, part.name), part))) damaged.push(`${chosen}/${part.name}`);
  const list = manifest.files.part;
  let files = 0;
  if (!(await isIntact(path.join(folder, chosen, list.name), list))) damaged.push(`${chosen}/${list.name}`);
  else
    for await (const line of fileLines(folder, chosen, manifest)) {
      const file = `${FILES}/${partNamed(line.key, manifest.encrypted)}`;
      files += 1;
      if (!(await isIntact(path.join(folder, file), line))) damaged.push(file);
    }
  if (files !== manifest.files.count && damaged.length === 0) damaged.push(`${chosen}/${list.name}`);
  const rows = manifest.tables.reduce((sum, it) => sum + it.rows, 0);
  return { name: chosen, at: manifest.at, rows, files, damaged };
}
