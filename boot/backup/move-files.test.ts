import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { parseConfig, useConfig } from "#app/platform/server/core/config.ts";
import { diskStorage, filesFolder } from "#app/platform/server/files/storage.ts";
import { type S3Double, startS3Double } from "../testing/s3-double.ts";
import { moveFiles } from "./move-files.ts";

const FILES = 40;
const keyOf = (n: number) => `orders/ord_${n % 4}/file_${n}`;
let folder: string;
let s3: S3Double;
const inBucket = (key: string) => s3.objects.get(`files/${key}`)?.body;
const onDisk = (key: string) => readFile(path.join(filesFolder(), key));

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "stet-move-"));
  s3 = await startS3Double();
  useConfig(
    parseConfig({
      NODE_ENV: "test",
      STET_EMBEDDED: "1",
      DATABASE_URL: "postgres://none/none",
      PUBLIC_URL: "http://localhost:3000",
      DATA_DIR: folder,
      APP_SECRET: "a-secret-for-tests-only-of-32-characters",
      STRIPE_SECRET_KEY: "sk_test_world",
      STRIPE_WEBHOOK_SECRET: "whsec_world",
      S3_BUCKET: "files",
      S3_ENDPOINT: s3.url,
      S3_ACCESS_KEY_ID: "key",
      S3_SECRET_ACCESS_KEY: "secret",
    }),
  );
  for (let n = 0; n < FILES; n++) await diskStorage(filesFolder()).put(keyOf(n), Buffer.from(`content ${n}`));
});
afterEach(async () => {
  await s3.stop();
  await rm(folder, { recursive: true, force: true });
});

test("copies every file to the bucket and back, byte by byte, and deletes nothing at the old place", async () => {
  await writeFile(path.join(filesFolder(), "orders", "half.part"), "half a file");
  expect(await moveFiles("s3")).toMatchObject({ files: FILES, sent: FILES, others: 0 });
  for (let n = 0; n < FILES; n++) expect(inBucket(keyOf(n))?.toString()).toBe(`content ${n}`);
  expect(s3.objects.size).toBe(FILES);
  expect((await onDisk(keyOf(0))).toString()).toBe("content 0");

  await rm(filesFolder(), { recursive: true });
  expect(await moveFiles("disk")).toMatchObject({ files: FILES, sent: FILES });
  for (let n = 0; n < FILES; n++) expect((await onDisk(keyOf(n))).toString()).toBe(`content ${n}`);
  expect(s3.objects.size).toBe(FILES);
});

test("goes on where it was cut off, and sends again only what is missing or changed", async () => {
  s3.setFull(true);
  await expect(moveFiles("s3")).rejects.toMatchObject({ code: "storage_full" });
  s3.setFull(false);
  await moveFiles("s3");
  expect(await moveFiles("s3")).toMatchObject({ files: FILES, sent: 0 });
  inBucket(keyOf(3))!.write("CONTENT");
  await diskStorage(filesFolder()).put("orders/ord_9/new", Buffer.from("new"));
  expect(await moveFiles("s3")).toMatchObject({ files: FILES + 1, sent: 2 });
  expect(inBucket(keyOf(3))?.toString()).toBe("content 3");
});

test("waits for a busy store", async () => {
  s3.failNext(2);
  expect(await moveFiles("s3")).toMatchObject({ files: FILES, sent: FILES });
});

test("two runs at once do no harm", async () => {
  const both = await Promise.all([moveFiles("s3"), moveFiles("s3")]);
  expect(both.map((it) => it.files)).toEqual([FILES, FILES]);
  for (let n = 0; n < FILES; n++) expect(inBucket(keyOf(n))?.toString()).toBe(`content ${n}`);
});

test("names files that were deleted since, and deletes them at the new place only if asked", async () => {
  await moveFiles("s3");
  await diskStorage(filesFolder()).remove(keyOf(5));
  expect(await moveFiles("s3")).toMatchObject({ files: FILES - 1, others: 1 });
  expect(inBucket(keyOf(5))).toBeDefined();
  expect(await moveFiles("s3", { removeOthers: true })).toMatchObject({ others: 1 });
  expect(inBucket(keyOf(5))).toBeUndefined();
  expect(await moveFiles("s3")).toMatchObject({ others: 0 });
});

test("refuses an empty source, so that a wrong direction deletes nothing", async () => {
  await expect(moveFiles("disk", { removeOthers: true })).rejects.toThrow("There are no files in the bucket files.");
  expect((await onDisk(keyOf(0))).toString()).toBe("content 0");
});
