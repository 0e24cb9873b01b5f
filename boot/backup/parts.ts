/** Reads and writes a backup's parts: hashed in passing, compressed, and encrypted if there's a key. */
import { createHash, randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, open, rename, rm } from "node:fs/promises";
import path from "node:path";
import readline from "node:readline";
import { Readable, Transform, pipeline as connect } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { Decrypter, Encrypter } from "age-encryption";
import { BackupError, FileLine, type Manifest } from "./format.ts";

/** Public keys (`age1...`) to encrypt for, and secret ones (`AGE-SECRET-KEY-1...`) to decrypt with. */
export type Keys = { recipient?: string | undefined; identity?: string | undefined };

/** A transform's output for a stream. An error on either side ends it. */
export function through(from: Readable, transform: Transform): Transform {
  // The error reaches the reader of the output, so there is nothing to do here.
  connect(from, transform, () => {});
  return transform;
}

/** Counts and hashes the bytes that pass through. */
function meter(): { stream: Transform; result: () => { bytes: number; sha256: string } } {
  const hash = createHash("sha256");
  let bytes = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  return { stream, result: () => ({ bytes, sha256: hash.digest("hex") }) };
}

/**
 * Writes a stream to a file, which appears only when it's complete and synced.
 * @returns the size and SHA-256 of the file on disk, encrypted if there is a recipient
 */
export async function writePart(
  file: string,
  content: Readable,
  { recipient }: Keys = {},
): Promise<{ bytes: number; sha256: string }> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const { stream, result } = meter();
  const draft = `${file}.${randomUUID()}.part`;
  try {
    const given = recipient === undefined ? content : await encrypted(content, recipient);
    await pipeline(given, stream, createWriteStream(draft, { mode: 0o600 }));
    const handle = await open(draft, "r+");
    await handle.sync().finally(() => handle.close());
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  return result();
}

async function encrypted(content: Readable, recipient: string): Promise<Readable> {
  const encrypter = new Encrypter();
  encrypter.addRecipient(recipient);
  const stream = await encrypter.encrypt(Readable.toWeb(content) as ReadableStream<Uint8Array<ArrayBuffer>>);
  return Readable.fromWeb(stream as Parameters<typeof Readable.fromWeb>[0]);
}

/** A part's content as a stream. Ends with an error if its hash isn't the expected one. @throws BackupError */
export async function readPart(
  file: string,
  expected: { bytes: number; sha256: string },
  sealed: boolean,
  { identity }: Keys = {},
): Promise<Readable> {
  const hash = createHash("sha256");
  let bytes = 0;
  const checked = through(
    createReadStream(file),
    new Transform({
      transform(chunk: Buffer, _encoding, done) {
        hash.update(chunk);
        bytes += chunk.length;
        done(null, chunk);
      },
      flush(done) {
        const same = bytes === expected.bytes && hash.digest("hex") === expected.sha256;
        done(same ? null : new BackupError(`${file} isn't what was written: it has changed or is damaged.`));
      },
    }),
  );
  if (!sealed) return checked;
  if (identity === undefined)
    throw new BackupError("This backup is encrypted: set BACKUP_IDENTITY to its secret key (AGE-SECRET-KEY-1...).");
  const decrypter = new Decrypter();
  decrypter.addIdentity(identity);
  try {
    const stream = await decrypter.decrypt(Readable.toWeb(checked) as ReadableStream<Uint8Array<ArrayBuffer>>);
    return Readable.fromWeb(stream as Parameters<typeof Readable.fromWeb>[0]);
  } catch (error) {
    if (error instanceof BackupError) throw error;
    throw new BackupError("This backup was encrypted for another key than BACKUP_IDENTITY.");
  }
}

/** Whether a file is unchanged since it was written. False if it's missing. */
export async function isIntact(file: string, expected: { bytes: number; sha256: string }): Promise<boolean> {
  const hash = createHash("sha256");
  try {
    await pipeline(createReadStream(file), hash);
  } catch (error) {
    if ((error as { code?: string }).code === "ENOENT") return false;
    throw error;
  }
  return hash.digest("hex") === expected.sha256;
}

/** The file name of a table's or stored file's part. */
export const partNamed = (name: string, encrypted: boolean): string => (encrypted ? `${name}.age` : name);

/** The files of a backup, line by line. */
export async function* fileLines(folder: string, backup: string, manifest: Manifest): AsyncGenerator<FileLine> {
  const { part } = manifest.files;
  const text = through(await readPart(path.join(folder, backup, part.name), part, false), createGunzip());
  const lines = readline.createInterface({ input: text });
  // readline doesn't pass errors on.
  let failed: unknown;
  text.on("error", (error) => {
    failed = error;
    lines.close();
  });
  for await (const line of lines) if (line !== "") yield FileLine.parse(JSON.parse(line));
  if (failed !== undefined) throw failed;
}
