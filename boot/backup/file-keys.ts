import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import { ListObjectsV2Command } from "@aws-sdk/client-s3";
import { config } from "#app/platform/server/core/config.ts";
import { s3Client } from "#app/platform/server/files/s3-storage.ts";
import type { S3Settings } from "#app/platform/server/files/storage-contract.ts";
import { filesFolder } from "#app/platform/server/files/storage.ts";

export type StoredFile = { key: string; bytes: number };

/** Every stored file, from the folder or the bucket, except partial writes. */
export async function* storedFiles(): AsyncGenerator<StoredFile> {
  const { s3 } = config();
  if (s3) yield* filesInBucket(s3);
  else yield* filesOnDisk();
}

export const filesOnDisk = (): AsyncGenerator<StoredFile> => filesIn(filesFolder(), "");

async function* filesIn(folder: string, prefix: string): AsyncGenerator<StoredFile> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(ifGone([]));
  for (const entry of entries) {
    const key = `${prefix}${entry.name}`;
    const at = path.join(folder, entry.name);
    if (entry.isDirectory()) yield* filesIn(at, `${key}/`);
    else if (entry.isFile() && !entry.name.endsWith(".part")) {
      const found = await stat(at).catch(ifGone(null));
      if (found) yield { key, bytes: found.size };
    }
  }
}

export async function* filesInBucket(s3: S3Settings): AsyncGenerator<StoredFile> {
  const client = s3Client(s3);
  let after: string | undefined;
  do {
    const page = await client.send(new ListObjectsV2Command({ Bucket: s3.bucket, ContinuationToken: after }));
    for (const { Key, Size } of page.Contents ?? []) if (Key !== undefined) yield { key: Key, bytes: Size ?? 0 };
    after = page.NextContinuationToken;
  } while (after !== undefined);
}

/** Deleted since it was listed: files can be deleted during a backup. */
const ifGone =
  <R>(instead: R) =>
  (error: unknown): R => {
    if ((error as { code?: string }).code === "ENOENT") return instead;
    throw error;
  };
