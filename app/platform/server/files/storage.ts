import { createHash, randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, rename, rm, stat, statfs, writeFile } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { config } from "../core/config.ts";
import { processWide } from "../core/process-wide.ts";
import { type S3Settings, type Storage, checked, inWords, isStorageAway, isStorageFull } from "./storage-contract.ts";

export { inWords, isStorageAway, isStorageFull, type Storage };

export const filesFolder = (): string => path.resolve(config().dataDir, "files");

/** Files in a folder. */
export function diskStorage(folder: string): Storage {
  const at = (key: string) => path.join(folder, checked(key));
  return {
    async put(key, bytes) {
      const file = at(key);
      // Written to a temporary file and renamed, so readers never see half a file.
      const part = `${file}.${randomUUID()}.part`;
      try {
        await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
        await writeFile(part, bytes, { flush: true, mode: 0o600 });
        await rename(part, file);
      } catch (error) {
        await rm(part, { force: true });
        throw inWords(error);
      }
    },
    async putFile(key, local) {
      const file = at(key);
      const part = `${file}.${randomUUID()}.part`;
      try {
        await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
        await pipeline(createReadStream(local), createWriteStream(part, { mode: 0o600, flush: true }));
        await rename(part, file);
      } catch (error) {
        await rm(part, { force: true });
        throw inWords(error);
      }
    },
    async read(key) {
      const { size } = await stat(at(key));
      return { stream: Readable.toWeb(createReadStream(at(key))) as ReadableStream<Uint8Array>, bytes: size };
    },
    withLocal: (key, use) => use(at(key)),
    remove: (key) => rm(at(key), { force: true }),
    removeFolder: (name) => rm(at(name), { recursive: true, force: true }),
  };
}

/** An S3 bucket. Its library is loaded with the first file, because no process needs it to start. */
function bucketStorage(s3: S3Settings): Storage {
  let opening: Promise<Storage> | undefined;
  const open = () => (opening ??= import("./s3-storage.ts").then(({ s3Storage }) => s3Storage(s3)));
  return {
    put: async (...args) => (await open()).put(...args),
    putFile: async (...args) => (await open()).putFile(...args),
    read: async (...args) => (await open()).read(...args),
    withLocal: async (key, use) => (await open()).withLocal(key, use),
    remove: async (...args) => (await open()).remove(...args),
    removeFolder: async (...args) => (await open()).removeFolder(...args),
  };
}

/** Disk space kept free for the database and copies of files. */
export const KEPT_FREE = 256 * 1024 * 1024;

/** Why the disk can't take files at the moment, or null. Writes a byte to find out. */
async function diskProblem(): Promise<string | null> {
  const probe = path.join(filesFolder(), `.ready-${process.pid}.part`);
  try {
    await mkdir(filesFolder(), { recursive: true, mode: 0o700 });
    await writeFile(probe, "1", { mode: 0o600 });
    await rm(probe, { force: true });
    const { bavail, bsize } = await statfs(filesFolder());
    return bavail * bsize < KEPT_FREE ? "The disk has less than 256 MB free" : null;
  } catch (error) {
    const { code } = error as { code?: string };
    return isStorageFull(error) ? "The disk is full" : `The disk can't be written (${code ?? "unknown error"})`;
  }
}

/** Why files can't be stored at the moment, or null. Names no path and no key. */
export async function storageProblem(): Promise<string | null> {
  const { s3 } = config();
  return s3 ? (await import("./s3-storage.ts")).bucketProblem(s3) : diskProblem();
}

const holder = processWide<{ __stetStorage?: Storage }>();
export const storage = (): Storage =>
  (holder.__stetStorage ??= config().s3 ? bucketStorage(config().s3!) : diskStorage(filesFolder()));
export const useStorage = (it: Storage | undefined): void => {
  holder.__stetStorage = it;
};

export const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

/** The sha-256 of a file on disk, computed as a stream. */
export async function sha256OfFile(file: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(file), hash);
  return hash.digest("hex");
}
