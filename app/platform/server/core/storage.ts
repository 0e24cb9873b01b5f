import { createHash, randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { storageFull } from "../../rules/core/errors.ts";
import { config } from "./config.ts";
import { processWide } from "./process-wide.ts";
import { type S3Settings, type Storage, checked, isStorageAway, isStorageFull } from "./storage-contract.ts";

export { isStorageAway, isStorageFull, type Storage };

export const filesFolder = (): string => path.resolve(config().dataDir, "files");

function diskStorage(folder: string): Storage {
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
        throw isStorageFull(error) ? storageFull() : error;
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
        throw isStorageFull(error) ? storageFull() : error;
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
