import { readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { useConfig } from "#app/platform/server/core/config.ts";
import { diskStorage, filesFolder } from "#app/platform/server/files/storage.ts";
import { orderIn } from "../testing/make-order.ts";
import { type S3Double, startS3Double } from "../testing/s3-double.ts";
import { type TestWorld, openWorld } from "../testing/world.ts";
import { moveFiles } from "./move-files.ts";

const FILES = 40;
const keyOf = (n: number) => `orders/ord_${n % 4}/file_${n}`;
let world: TestWorld;
let s3: S3Double;
const inBucket = (key: string) => s3.objects.get(`files/${key}`)?.body;
const onDisk = (key: string) => readFile(path.join(filesFolder(), key));

beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  s3 = await startS3Double();
  const bucket = { bucket: "files", region: "us-east-1", accessKeyId: "key", secretAccessKey: "secret" };
  useConfig({ ...world.config, s3: { ...bucket, endpoint: s3.url } });
  await rm(filesFolder(), { recursive: true, force: true });
  for (let n = 0; n < FILES; n++) await diskStorage(filesFolder()).put(keyOf(n), Buffer.from(`content ${n}`));
});
afterEach(async () => {
  useConfig(world.config);
  await s3.stop();
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

test("tries again while the store is busy", async () => {
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

test("never deletes a file that the product needs, so that a wrong direction can't delete the newest", async () => {
  const { sourceId, id } = await orderIn("in_progress");
  const newest = `orders/${id}/${sourceId}`;
  await moveFiles("s3");
  await diskStorage(filesFolder()).remove(keyOf(5));
  await diskStorage(filesFolder()).remove(newest);
  if (!inBucket(newest)) throw new Error("The order's file wasn't on the disk");
  await expect(moveFiles("s3", { removeOthers: true })).rejects.toThrow(/the product needs it.*Nothing was deleted/);
  expect(inBucket(newest)).toBeDefined();
  expect(inBucket(keyOf(5))).toBeDefined();
});
