import { lstat, mkdir, readFile, readdir, rename, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { createGzip } from "node:zlib";
import pg from "pg";
import { storage } from "#app/platform/server/files/storage.ts";
import { beginSnapshot, migrationsOf, queueVersionOf, rowsOf, sequencesOf, tablesOf } from "./database-copy.ts";
import { type StoredFile, storedFiles } from "./file-keys.ts";
import {
  BackupError,
  FILES,
  FILE_LIST,
  FORMAT,
  type FileLine,
  MANIFEST,
  type Manifest,
  type Table,
  UNFINISHED,
  backupsIn,
  chooseBackup,
  nameAt,
} from "./format.ts";
import { type Keys, fileLines, partNamed, through, writePart } from "./parts.ts";

/** How long another process's unfinished backup is left alone. */
const ABANDONED_MS = 24 * 60 * 60 * 1000;

export type Written = { name: string; rows: number; files: number; copied: number; bytes: number };

/**
 * Takes a backup: the database from one snapshot, then the files. Files never change and are stored before their row,
 * so every row of the snapshot has its file, unless it's deleted during the backup. Files already in the folder aren't
 * copied again.
 * @param keys with a recipient (an age public key), everything is encrypted for it
 * @returns what was written, in rows, files and bytes copied now
 * @throws BackupError if the folder's backups are encrypted and this one isn't, or the other way around
 */
export async function writeBackup(databaseUrl: string, folder: string, keys: Keys = {}): Promise<Written> {
  const encrypted = keys.recipient !== undefined;
  await mkdir(path.join(folder, FILES), { recursive: true, mode: 0o700 });
  await expectAlone(folder);
  const known = await knownFiles(folder, encrypted);
  const client = new pg.Client({ connectionString: databaseUrl, application_name: "stet backup" });
  // The pending query fails by itself. Without this listener, the error would crash the process.
  client.on("error", () => {});
  await client.connect();
  let draft: string | undefined;
  try {
    const at = await beginSnapshot(client);
    const name = nameAt(at);
    const into = path.join(folder, `.${name}.part`);
    await mkdir(into, { mode: 0o700 }).catch((error: unknown) => {
      throw (error as { code?: string }).code === "EEXIST"
        ? new BackupError(`Another backup into ${folder} has just begun. Try again in a moment.`)
        : error;
    });
    draft = into;
    await writeFile(path.join(into, OWNER), JSON.stringify({ host: os.hostname(), pid: process.pid }));
    const tables = await writeTables(client, into, keys);
    const manifest: Omit<Manifest, "files"> = {
      format: FORMAT,
      at: at.toISOString(),
      encrypted,
      migrations: await migrationsOf(client),
      queueVersion: await queueVersionOf(client),
      tables,
      sequences: await sequencesOf(client),
    };
    await client.query("commit");
    const copy = new FileCopy(folder, known, keys);
    const list = through(Readable.from(copy.lines()), createGzip());
    const part = { name: FILE_LIST, ...(await writePart(path.join(into, FILE_LIST), list)) };
    const whole: Manifest = { ...manifest, files: { count: copy.count, bytes: copy.bytes, part } };
    await writeFile(path.join(into, MANIFEST), `${JSON.stringify(whole, null, 1)}\n`, { flush: true, mode: 0o600 });
    await rm(path.join(into, OWNER));
    await rename(into, path.join(folder, name));
    draft = undefined;
    const rows = tables.reduce((sum, it) => sum + it.rows, 0);
    return { name, rows, files: copy.count, copied: copy.copied, bytes: copy.copiedBytes };
  } finally {
    await client.end();
    if (draft !== undefined) await rm(draft, { recursive: true, force: true });
  }
}

async function writeTables(client: pg.Client, into: string, keys: Keys): Promise<Table[]> {
  const tables: Table[] = [];
  for (const table of await tablesOf(client)) {
    const name = partNamed(`tables/${table.schema}.${table.name}.gz`, keys.recipient !== undefined);
    const { stream, rows } = rowsOf(client, table);
    const written = await writePart(path.join(into, name), through(stream, createGzip()), keys);
    tables.push({ ...table, rows: rows(), part: { name, ...written } });
  }
  return tables;
}

/** Copies the files that the folder doesn't have yet, and counts them. */
class FileCopy {
  count = 0;
  bytes = 0;
  copied = 0;
  copiedBytes = 0;
  private readonly folder: string;
  private readonly known: ReadonlyMap<string, FileLine>;
  private readonly keys: Keys;

  constructor(folder: string, known: ReadonlyMap<string, FileLine>, keys: Keys) {
    this.folder = folder;
    this.known = known;
    this.keys = keys;
  }

  /** A line for every file, in storage order. */
  async *lines(): AsyncGenerator<string> {
    for await (const file of storedFiles()) {
      const line = await this.keep(file);
      if (line === null) continue;
      this.count += 1;
      this.bytes += line.bytes;
      yield `${JSON.stringify(line)}\n`;
    }
  }

  private async keep({ key, bytes }: StoredFile): Promise<FileLine | null> {
    const before = this.known.get(key);
    const at = path.join(this.folder, FILES, partNamed(key, this.keys.recipient !== undefined));
    if (before?.bytes === bytes && (await sizeOf(at)) === before.kept) return before;
    const content = await storage()
      .read(key)
      .catch((error: unknown) => {
        if (isGone(error)) return null;
        throw error;
      });
    if (content === null) return null;
    const stream = Readable.fromWeb(content.stream as Parameters<typeof Readable.fromWeb>[0]);
    const written = await writePart(at, stream, this.keys);
    this.copied += 1;
    this.copiedBytes += written.bytes;
    return { key, bytes, kept: written.bytes, sha256: written.sha256 };
  }
}

/** Whether a file was deleted since it was listed. Its row is about to be. */
function isGone(error: unknown): boolean {
  const { code, name } = error as { code?: string; name?: string };
  return code === "ENOENT" || name === "NoSuchKey";
}

const sizeOf = (file: string): Promise<number | null> =>
  lstat(file).then(
    ({ size }) => size,
    () => null,
  );

/** The files of the newest backup, by key. */
async function knownFiles(folder: string, encrypted: boolean): Promise<Map<string, FileLine>> {
  const known = new Map<string, FileLine>();
  if ((await backupsIn(folder)).length === 0) return known;
  const { name, manifest } = await chooseBackup(folder);
  if (manifest.encrypted !== encrypted)
    throw new BackupError(
      manifest.encrypted
        ? `The backups in ${folder} are encrypted. Set BACKUP_RECIPIENT, or use another folder.`
        : `The backups in ${folder} aren't encrypted. Unset BACKUP_RECIPIENT, or use another folder.`,
    );
  for await (const line of fileLines(folder, name, manifest)) known.set(line.key, line);
  return known;
}

/** Says who is writing an unfinished backup, in a file inside it. */
const OWNER = "owner.json";

/** Removes the remains of a killed backup. @throws BackupError while another one is being written to this folder */
export async function expectAlone(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!UNFINISHED.test(name)) continue;
    const at = path.join(folder, name);
    if (await isUnderWay(at)) throw new BackupError(`Another backup is being taken into ${folder}.`);
    await rm(at, { recursive: true, force: true });
  }
}

async function isUnderWay(draft: string): Promise<boolean> {
  const found = await lstat(draft).catch(() => null);
  if (!found || Date.now() - found.mtimeMs > ABANDONED_MS) return false;
  const text = await readFile(path.join(draft, OWNER), "utf8").catch(() => "{}");
  const { host, pid } = JSON.parse(text) as { host?: string; pid?: number };
  // We can't check whether a process on another machine is alive.
  if (host !== os.hostname() || pid === undefined) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
