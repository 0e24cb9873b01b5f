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
  HeadBucketCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  type S3ClientConfig,
} from "@aws-sdk/client-s3";
import { type S3Settings, type Storage, checked, inWords } from "./storage-contract.ts";

const PROBE_MS = 5_000;

/** How clients reach the configured object store. */
export const s3ClientConfig = (s3: S3Settings): S3ClientConfig => ({
  region: s3.region,
  ...(s3.endpoint ? { endpoint: s3.endpoint, forcePathStyle: true } : {}),
  credentials: { accessKeyId: s3.accessKeyId, secretAccessKey: s3.secretAccessKey },
});

/** A client for the configured object store. */
export const s3Client = (s3: S3Settings): S3Client => new S3Client(s3ClientConfig(s3));

/** Why the bucket can't be used, or null. */
export async function bucketProblem(s3: S3Settings): Promise<string | null> {
  const client = new S3Client({ ...s3ClientConfig(s3), maxAttempts: 1 });
  try {
    await client.send(new HeadBucketCommand({ Bucket: s3.bucket }), { abortSignal: AbortSignal.timeout(PROBE_MS) });
    return null;
  } catch (error) {
    const {
      name = "",
      code = "",
      $metadata,
    } = error as {
      name?: string;
      code?: string;
      $metadata?: { httpStatusCode?: number };
    };
    const status = $metadata?.httpStatusCode;
    if (status === 404) return "S3_BUCKET: there's no such bucket";
    if (status === 403 || status === 401)
      return "S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY aren't allowed in the bucket";
    if (status === 301 || status === 400) return "S3_REGION or S3_ENDPOINT is wrong for this bucket";
    return `S3_ENDPOINT doesn't answer (${code || name || status})`;
  } finally {
    client.destroy();
  }
}

/** Files in a bucket. */
export function s3Storage(s3: S3Settings): Storage {
  const client = s3Client(s3);
  const send = async (put: PutObjectCommand): Promise<void> => {
    try {
      await client.send(put);
    } catch (error) {
      throw inWords(error);
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
