import { createHash, randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, rename, rm, stat, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from "@aws-sdk/client-s3";
import { storageFull } from "../../rules/core/errors.ts";
import { config } from "./config.ts";
import { processWide } from "./process-wide.ts";

/** File storage: a folder by default, an S3 bucket if configured. Keys are generated, never names from outside. */
export type Storage = {
  /** @throws storage_full */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** Stores a local file without holding it in memory. @throws storage_full */
  putFile(key: string, file: string): Promise<void>;
  /** @throws if the key doesn't exist */
  read(key: string): Promise<{ stream: ReadableStream<Uint8Array>; bytes: number }>;
  /** Provides the file as a local path while `use` runs. */
  withLocal<R>(key: string, use: (path: string) => Promise<R>): Promise<R>;
  remove(key: string): Promise<void>;
  /** Removes all keys in this folder. An empty folder name does nothing. */
  removeFolder(folder: string): Promise<void>;
};

const KEY = /^[a-z0-9][a-z0-9_./-]{0,200}$/i;
function checked(key: string): string {
  if (!KEY.test(key) || key.includes("..")) throw new Error("Not a storage key");
  return key;
}

export const filesFolder = (): string => path.resolve(config().dataDir, "files");

/** Error codes of other S3-compatible stores for a full disk, besides the status 507. */
const STORE_FULL = ["XMinioStorageFull", "QuotaExceeded", "XMinioAdminBucketQuotaExceeded", "InsufficientStorage"];

/** Whether a write failed because the disk, the object store or its quota is full. */
export function isStorageFull(error: unknown): boolean {
  const { code, name, $metadata } = (error ?? {}) as {
    code?: string;
    name?: string;
    $metadata?: { httpStatusCode?: number };
  };
  return (
    ["ENOSPC", "EDQUOT"].includes(code ?? "") || STORE_FULL.includes(name ?? "") || $metadata?.httpStatusCode === 507
  );
}

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

export function s3Client(s3: NonNullable<ReturnType<typeof config>["s3"]>): S3Client {
  return new S3Client({
    region: s3.region,
    ...(s3.endpoint ? { endpoint: s3.endpoint, forcePathStyle: true } : {}),
    credentials: { accessKeyId: s3.accessKeyId, secretAccessKey: s3.secretAccessKey },
  });
}

function s3Storage(s3: NonNullable<ReturnType<typeof config>["s3"]>): Storage {
  const client = s3Client(s3);
  const send = async (put: PutObjectCommand): Promise<void> => {
    try {
      await client.send(put);
    } catch (error) {
      throw isStorageFull(error) ? storageFull() : error;
    }
  };
  const get = (key: string) => client.send(new GetObjectCommand({ Bucket: s3.bucket, Key: checked(key) }));
  return {
    async put(key, bytes) {
      await send(new PutObjectCommand({ Bucket: s3.bucket, Key: checked(key), Body: bytes }));
    },
    async putFile(key, local) {
      const { size } = await stat(local);
      const Body = createReadStream(local);
      await send(new PutObjectCommand({ Bucket: s3.bucket, Key: checked(key), Body, ContentLength: size }));
    },
    async read(key) {
      const it = await get(key);
      return { stream: it.Body!.transformToWebStream() as ReadableStream<Uint8Array>, bytes: it.ContentLength ?? 0 };
    },
    async withLocal(key, use) {
      const file = path.join(os.tmpdir(), `stet-${randomUUID()}`);
      try {
        const it = await get(key);
        await pipeline(it.Body as Readable, createWriteStream(file));
        return await use(file);
      } finally {
        await rm(file, { force: true });
      }
    },
    async remove(key) {
      await client.send(new DeleteObjectCommand({ Bucket: s3.bucket, Key: checked(key) }));
    },
    async removeFolder(name) {
      for (;;) {
        const { Contents = [] } = await client.send(
          new ListObjectsV2Command({ Bucket: s3.bucket, Prefix: `${checked(name)}/` }),
        );
        for (const { Key } of Contents) await client.send(new DeleteObjectCommand({ Bucket: s3.bucket, Key }));
        if (Contents.length === 0) return;
      }
    },
  };
}

const holder = processWide<{ __stetStorage?: Storage }>();
export const storage = (): Storage =>
  (holder.__stetStorage ??= config().s3 ? s3Storage(config().s3!) : diskStorage(filesFolder()));
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
