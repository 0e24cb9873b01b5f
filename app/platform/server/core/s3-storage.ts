/** Storage in an S3 bucket. Only loaded where one is configured. */
import { randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { rm, stat } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  type S3ClientConfig,
} from "@aws-sdk/client-s3";
import { storageFull } from "../../rules/core/errors.ts";
import { type S3Settings, type Storage, checked, isStorageFull } from "./storage-contract.ts";

/** How clients reach the configured object store. */
export const s3ClientConfig = (s3: S3Settings): S3ClientConfig => ({
  region: s3.region,
  ...(s3.endpoint ? { endpoint: s3.endpoint, forcePathStyle: true } : {}),
  credentials: { accessKeyId: s3.accessKeyId, secretAccessKey: s3.secretAccessKey },
});

/** A client for the configured object store. */
export const s3Client = (s3: S3Settings): S3Client => new S3Client(s3ClientConfig(s3));

/** Files in a bucket. */
export function s3Storage(s3: S3Settings): Storage {
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
