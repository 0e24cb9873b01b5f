import { mkdirSync } from "node:fs";
import type { DataStore } from "@tus/server";
import { DAY } from "#app/platform/rules/core/time.ts";
import type { Config } from "#app/platform/server/core/config-type.ts";
import { filesFolder } from "#app/platform/server/files/storage.ts";
import { DiskStore } from "./disk-store.ts";
import { releaseUpload } from "./reserve-upload.ts";

/** How long an unfinished upload is kept. */
export const UNFINISHED_MS = DAY;

/** Where uploads are written, on disk or in S3. */
export const openUploadStore = async (settings: Config): Promise<DataStore> => releasing(await openStore(settings));

/** Bytes are uploaded directly to the storage, under the file's future id, so nothing is copied at the end. */
async function openStore(settings: Config): Promise<DataStore> {
  const { s3 } = settings;
  if (s3) return new (await import("./object-store.ts")).ObjectStore(s3, UNFINISHED_MS);
  mkdirSync(filesFolder(), { recursive: true, mode: 0o700 });
  return new DiskStore({ directory: filesFolder(), expirationPeriodInMilliseconds: UNFINISHED_MS });
}

/**
 * Releases the space of an upload that the storage refused. Otherwise a few tries would fill the order with files that
 * never started.
 */
function releasing(store: DataStore): DataStore {
  const create = store.create.bind(store);
  store.create = async (upload) => {
    try {
      return await create(upload);
    } catch (error) {
      await releaseUpload(upload.id);
      throw error;
    }
  };
  return store;
}
