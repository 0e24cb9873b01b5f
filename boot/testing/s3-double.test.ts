import { createHash, randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  ListPartsCommand,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from "@aws-sdk/client-s3";
import { S3Store } from "@tus/s3-store";
import { Server } from "@tus/server";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type S3Double, startS3Double } from "./s3-double.ts";

const Bucket = "manuscripts";
let double: S3Double;
let s3: S3Client;
beforeEach(async () => {
  double = await startS3Double();
  s3 = new S3Client(connection());
});
afterEach(async () => {
  s3.destroy();
  await double.stop();
});
const connection = () => ({
  region: "us-east-1",
  endpoint: double.url,
  forcePathStyle: true,
  maxAttempts: 1,
  credentials: { accessKeyId: "any", secretAccessKey: "any" },
});
const sha1 = (bytes: Uint8Array) => createHash("sha1").update(bytes).digest("hex");

test("an object is returned whole and in part, with its type and metadata, and can be deleted", async () => {
  await s3.send(
    new PutObjectCommand({
      Bucket,
      Key: "a b/é&.docx",
      Body: "manuscript",
      ContentType: "text/plain",
      Metadata: { owner: "usr_1" },
    }),
  );
  const got = await s3.send(new GetObjectCommand({ Bucket, Key: "a b/é&.docx" }));
  expect(await got.Body!.transformToString()).toBe("manuscript");
  expect(got).toMatchObject({ ContentType: "text/plain", Metadata: { owner: "usr_1" }, ContentLength: 10 });
  const part = await s3.send(new GetObjectCommand({ Bucket, Key: "a b/é&.docx", Range: "bytes=3-5" }));
  expect([part.$metadata.httpStatusCode, await part.Body!.transformToString(), part.ContentRange]).toEqual([
    206,
    "usc",
    "bytes 3-5/10",
  ]);
  expect(
    (await s3.send(new ListObjectsV2Command({ Bucket, Prefix: "a b/" }))).Contents?.map((entry) => entry.Key),
  ).toEqual(["a b/é&.docx"]);
  await s3.send(new DeleteObjectCommand({ Bucket, Key: "a b/é&.docx" }));
  await expect(s3.send(new HeadObjectCommand({ Bucket, Key: "a b/é&.docx" }))).rejects.toMatchObject({
    $metadata: { httpStatusCode: 404 },
  });
  await expect(s3.send(new GetObjectCommand({ Bucket, Key: "a b/é&.docx" }))).rejects.toMatchObject({
    name: "NoSuchKey",
  });
});

test("stores a streamed body byte for byte, deletes several objects at once, and can be busy", async () => {
  const bytes = randomBytes(300_000);
  await s3.send(
    new PutObjectCommand({
      Bucket,
      Key: "stream",
      Body: Readable.from([bytes.subarray(0, 100_000), bytes.subarray(100_000)]),
      ContentLength: bytes.length,
    }),
  );
  expect(sha1(double.objects.get(`${Bucket}/stream`)!.body)).toBe(sha1(bytes));
  await s3.send(new PutObjectCommand({ Bucket, Key: "other", Body: "x" }));
  await s3.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects: [{ Key: "stream" }, { Key: "other" }] } }));
  expect(double.objects.size).toBe(0);
  double.failNext(1);
  await expect(s3.send(new PutObjectCommand({ Bucket, Key: "k", Body: "x" }))).rejects.toMatchObject({
    name: "SlowDown",
  });
});

test("a multipart upload lists its parts in pages, is assembled in order, or leaves nothing", async () => {
  const { UploadId } = await s3.send(
    new CreateMultipartUploadCommand({ Bucket, Key: "big", Metadata: { owner: "usr_1" } }),
  );
  const parts = [];
  for (const [PartNumber, Body] of [
    [2, "two"],
    [1, "one"],
    [3, "three"],
  ] as const) {
    const { ETag } = await s3.send(new UploadPartCommand({ Bucket, Key: "big", UploadId, PartNumber, Body }));
    parts.push({ PartNumber, ETag });
  }
  const page = await s3.send(new ListPartsCommand({ Bucket, Key: "big", UploadId, MaxParts: 2 }));
  expect([page.Parts!.map((part) => [part.PartNumber, part.Size]), page.IsTruncated]).toEqual([
    [
      [1, 3],
      [2, 3],
    ],
    true,
  ]);
  const rest = await s3.send(
    new ListPartsCommand({ Bucket, Key: "big", UploadId, PartNumberMarker: page.NextPartNumberMarker }),
  );
  expect(rest.Parts!.map((part) => part.PartNumber)).toEqual([3]);
  await s3.send(
    new CompleteMultipartUploadCommand({
      Bucket,
      Key: "big",
      UploadId,
      MultipartUpload: { Parts: parts.toSorted((a, b) => a.PartNumber - b.PartNumber) },
    }),
  );
  expect(double.objects.get(`${Bucket}/big`)).toMatchObject({
    body: Buffer.from("onetwothree"),
    headers: { "x-amz-meta-owner": "usr_1" },
  });

  const aborted = await s3.send(new CreateMultipartUploadCommand({ Bucket, Key: "gone" }));
  expect(double.openUploads()).toBe(1);
  await s3.send(new AbortMultipartUploadCommand({ Bucket, Key: "gone", UploadId: aborted.UploadId }));
  expect(double.openUploads()).toBe(0);
});

test("an interrupted tus upload resumes where it stopped", async () => {
  const store = new S3Store({ partSize: 5 * 1024 * 1024, s3ClientConfig: { bucket: Bucket, ...connection() } });
  const tus = new Server({ path: "/files", datastore: store, relativeLocation: true });
  const bytes = randomBytes(12 * 1024 * 1024);
  const headers = { "tus-resumable": "1.0.0" };
  const created = await tus.handleWeb(
    new Request("http://stet.example/files", {
      method: "POST",
      headers: {
        ...headers,
        "upload-length": String(bytes.length),
        "upload-metadata": `filename ${btoa("thesis.docx")}`,
      },
    }),
  );
  expect(created.status).toBe(201);
  const location = new URL(created.headers.get("location")!, "http://stet.example").href;
  const patch = async (from: number, to: number) => {
    const answer = await tus.handleWeb(
      new Request(location, {
        method: "PATCH",
        headers: { ...headers, "upload-offset": String(from), "content-type": "application/offset+octet-stream" },
        body: bytes.subarray(from, to),
      }),
    );
    expect(answer.status).toBe(204);
  };
  await patch(0, 7 * 1024 * 1024);
  const head = await tus.handleWeb(new Request(location, { method: "HEAD", headers }));
  const offset = Number(head.headers.get("upload-offset"));
  expect(offset).toBe(7 * 1024 * 1024);
  await patch(offset, bytes.length);
  const id = location.split("/").at(-1)!;
  expect(sha1(double.objects.get(`${Bucket}/${id}`)!.body)).toBe(sha1(bytes));
  expect((await store.getUpload(id)).metadata).toEqual({ filename: "thesis.docx" });
});
