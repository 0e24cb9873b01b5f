/** The upload protocol's store in an S3 bucket. Its library is only loaded where a bucket is configured. */
import { Readable } from "node:stream";
import { type MetadataValue, S3Store } from "@tus/s3-store";
import { ERRORS, type KvStore, type Upload } from "@tus/server";
import { s3ClientConfig } from "#app/platform/server/files/s3-storage.ts";
import { isMissing, type S3Settings } from "#app/platform/server/files/storage-contract.ts";

const MEGABYTE = 1024 * 1024;

/** How many uploads' records are cached. Another process may finish an upload, and nobody tells this one. */
const CACHED_AT_MOST = 1_000;

/** The latest records of uploads. The library's own cache keeps every record that another process finishes. */
class LatestRecords implements KvStore<MetadataValue> {
  readonly #records = new Map<string, MetadataValue>();
  async get(id: string): Promise<MetadataValue | undefined> {
    return this.#records.get(id);
  }
  async set(id: string, record: MetadataValue): Promise<void> {
    this.#records.delete(id);
    this.#records.set(id, record);
    const oldest = this.#records.keys().next();
    if (this.#records.size > CACHED_AT_MOST && !oldest.done) this.#records.delete(oldest.value);
  }
  async delete(id: string): Promise<void> {
    this.#records.delete(id);
  }
}

export class ObjectStore extends S3Store {
  /** @param unfinishedMs how long an upload may take before its parts are deleted */
  constructor(s3: S3Settings, unfinishedMs: number) {
    super({
      partSize: 8 * MEGABYTE,
      expirationPeriodInMilliseconds: unfinishedMs,
      cache: new LatestRecords(),
      s3ClientConfig: { bucket: s3.bucket, ...s3ClientConfig(s3) },
    });
  }

  /**
   * An upload's state.
   * @throws FILE_NOT_FOUND only if there is none. The library also says so when the store doesn't answer, and a browser
   * that hears it begins again from the first byte.
   */
  override async getUpload(id: string): Promise<Upload> {
    try {
      await this.getMetadata(id);
    } catch (error) {
      throw isMissing(error) ? ERRORS.FILE_NOT_FOUND : error;
    }
    return super.getUpload(id);
  }

  /**
   * Assembles an upload whose process died after its last part and before the file was made of the parts. All bytes
   * have arrived, so the browser sends nothing more. Safe to repeat.
   */
  async assemble({ id, size }: Upload): Promise<void> {
    try {
      await this.write(Readable.from([]), id, size ?? 0);
    } catch (error) {
      // Assembled before, or by another request a moment ago.
      if (!isMissing(error)) throw error;
    }
  }
}
