/**
 * The layout of backups on disk. A folder holds any number of backups and, shared by all of them, the files:
 *
 *     files/<key>                      a stored file, never changed once it's there
 *     2026-11-22T14-05-00Z/
 *       manifest.json                  what the backup holds, with the hash of every part
 *       files.jsonl.gz                 the files that belong to it, a line each
 *       tables/<schema>.<table>.gz     a table's rows as PostgreSQL's COPY writes them
 *
 * With encryption, tables and stored files have ".age" behind their names. The manifest and the list of files name
 * tables, columns, keys, counts and hashes: no personal data, and a server that can't decrypt can still read them.
 */
import { readFile, readdir } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";

export const FORMAT = 1;
export const MANIFEST = "manifest.json";
export const FILES = "files";
export const FILE_LIST = "files.jsonl.gz";
/** A backup in progress. It's renamed when it's complete. */
export const UNFINISHED = /^\.(\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}Z)\.part$/;
const NAME = /^\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}Z$/;

const Part = z.object({ name: z.string(), bytes: z.int().min(0), sha256: z.string().regex(/^[0-9a-f]{64}$/) });
const Table = z.object({
  schema: z.string(),
  name: z.string(),
  columns: z.array(z.string()),
  rows: z.int().min(0),
  part: Part,
});
const Manifest = z.object({
  format: z.literal(FORMAT),
  /** When the database's snapshot was taken. */
  at: z.iso.datetime(),
  encrypted: z.boolean(),
  /** The database's migrations. */
  migrations: z.array(z.string()),
  /** The version of the job queue's own tables. */
  queueVersion: z.int().nullable(),
  tables: z.array(Table),
  sequences: z.array(z.object({ schema: z.string(), name: z.string(), value: z.string() })),
  files: z.object({ count: z.int().min(0), bytes: z.int().min(0), part: Part }),
});
export type Part = z.infer<typeof Part>;
export type Table = z.infer<typeof Table>;
export type Manifest = z.infer<typeof Manifest>;

/** A stored file in a backup: its key and size, and the size and hash of the copy. */
export const FileLine = z.object({
  key: z.string(),
  bytes: z.int().min(0),
  kept: z.int().min(0),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
export type FileLine = z.infer<typeof FileLine>;

/** An error that the person running the command can fix: shown without a stack. */
export class BackupError extends Error {
  override name = "BackupError";
}

/** The name of a backup taken at a time, to the second. */
export const nameAt = (at: Date): string => `${at.toISOString().slice(0, 19).replaceAll(":", "-")}Z`;

/** The finished backups of a folder, oldest first. */
export async function backupsIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).filter((name) => NAME.test(name)).sort();
  } catch (error) {
    if ((error as { code?: string }).code === "ENOENT") return [];
    throw error;
  }
}

/** The backup with that name, or the newest. @throws BackupError if there is none or its manifest can't be read */
export async function chooseBackup(folder: string, name?: string): Promise<{ name: string; manifest: Manifest }> {
  const all = await backupsIn(folder);
  const chosen = name ?? all.at(-1);
  if (chosen === undefined) throw new BackupError(`There is no backup in ${folder}.`);
  if (!all.includes(chosen))
    throw new BackupError(`There is no backup "${chosen}" in ${folder}. It holds: ${all.join(", ") || "none"}.`);
  const file = path.join(folder, chosen, MANIFEST);
  try {
    return { name: chosen, manifest: Manifest.parse(JSON.parse(await readFile(file, "utf8"))) };
  } catch (error) {
    throw new BackupError(`${file} can't be read, so this backup can't be used: ${(error as Error).message}`);
  }
}
