/** What the folder and the bucket have in common. */
import { Problem, storageAway, storageFull } from "../../rules/core/errors.ts";
import type { Config } from "../core/config-type.ts";
import { log } from "../core/log.ts";

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

/** The settings of a configured bucket. */
export type S3Settings = NonNullable<Config["s3"]>;

const KEY = /^[a-z0-9][a-z0-9_./-]{0,200}$/i;
/** Returns the key itself. @throws if it could leave the storage */
export function checked(key: string): string {
  if (!KEY.test(key) || key.includes("..")) throw new Error("Not a storage key");
  return key;
}

const AWAY_CODE = storageAway().code;

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

/** Whether the object store says that there is no such object or upload. An object store that doesn't answer doesn't. */
export const isMissing = (error: unknown): boolean =>
  ["NoSuchKey", "NoSuchUpload", "NotFound"].includes((error as { name?: string } | null)?.name ?? "");

/** A disk that is read-only, forbidden, or broken. */
const DISK_AWAY = ["EROFS", "EACCES", "EPERM", "EIO", "ENXIO", "ESTALE", "EMFILE"];

/** Whether the disk or object store failed or didn't answer, so that the same request may succeed later. */
export function isStorageAway(error: unknown): boolean {
  const { code = "", $metadata } = (error ?? {}) as { code?: string; $metadata?: { httpStatusCode?: number } };
  if (DISK_AWAY.includes(code) || code === AWAY_CODE) return true;
  // Its library adds the metadata to every error. Without an answer, there is no status in it.
  return $metadata !== undefined && ($metadata.httpStatusCode ?? 500) >= 500;
}

/** A failed read or write in words that name no path, logged for the operator. Errors of other kinds stay as they are. */
export function inWords(error: unknown): unknown {
  if (error instanceof Problem) return error;
  const full = isStorageFull(error);
  if (!full && !isStorageAway(error)) return error;
  log.error(full ? "storage is full" : "storage doesn't answer", error);
  return full ? storageFull() : storageAway();
}
