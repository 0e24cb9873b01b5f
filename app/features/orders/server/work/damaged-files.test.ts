import { randomBytes } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { DeleteObjectCommand, PutObjectCommand } from "@aws-sdk/client-s3";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { verifyFiles } from "#boot/backup/verify-files.ts";
import { orderIn } from "#boot/testing/make-order.ts";
import { COPIES, storeFile } from "#boot/testing/order-copies.ts";
import { type S3Double, startS3Double } from "#boot/testing/s3-double.ts";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { drainJobs } from "#app/platform/server/core/jobs.ts";
import { s3Client } from "#app/platform/server/files/s3-storage.ts";
import { filesFolder } from "#app/platform/server/files/storage.ts";
import { withStored } from "#app/platform/server/files/stored-file.ts";
import { downloadFile } from "./download-file.ts";

const amara = personOf("amara");
const download = (id: string) => downloadFile(new Request("http://localhost/"), { actor: amara, params: { id } });

describe.each(["disk", "bucket"] as const)("a stored file on the %s", (where) => {
  let world: TestWorld;
  let s3: S3Double | undefined;
  let orderId: string;
  beforeAll(async () => {
    s3 = where === "bucket" ? await startS3Double() : undefined;
    world = await openWorld(
      s3
        ? { S3_BUCKET: "manuscripts", S3_ENDPOINT: s3.url, S3_ACCESS_KEY_ID: "key", S3_SECRET_ACCESS_KEY: "secret" }
        : {},
    );
    orderId = (await orderIn("in_progress")).id;
  });
  afterAll(async () => {
    await world.close();
    await s3?.stop();
  });
  beforeEach(async () => {
    await world.db.deleteFrom("notifications").execute();
  });

  const stored = async (bytes: Buffer) =>
    storeFile(orderId, { purpose: "source", name: "paper.docx", bytes, by: amara.uid });
  const keyOf = (id: string) => `orders/${orderId}/${id}`;
  /** Replaces what is stored of a file. */
  async function replace(id: string, bytes: Buffer): Promise<void> {
    const key = keyOf(id);
    if (s3)
      await s3Client(world.config.s3!).send(new PutObjectCommand({ Bucket: "manuscripts", Key: key, Body: bytes }));
    else await writeFile(path.join(filesFolder(), key), bytes);
  }
  async function lose(id: string): Promise<void> {
    const key = keyOf(id);
    if (s3) await s3Client(world.config.s3!).send(new DeleteObjectCommand({ Bucket: "manuscripts", Key: key }));
    else await rm(path.join(filesFolder(), key));
  }
  const flipped = (bytes: Buffer): Buffer => {
    const other = Buffer.from(bytes);
    other[500]! ^= 1;
    return other;
  };
  const alerts = async () => {
    await drainJobs();
    return (await world.db.selectFrom("notifications").select(["userId", "forRole", "title", "body"]).execute()).filter(
      (it) => it.title.includes("damaged"),
    );
  };
  const DAMAGED = { kind: "busy", code: "file_damaged", status: 503 };

  test("is sent as it was stored", async () => {
    const bytes = COPIES.source();
    const response = await download(await stored(bytes));
    expect(response.headers.get("content-length")).toBe(String(bytes.length));
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
  });

  test("isn't sent once a bit has changed, it was cut off, or it's gone; admins are told once", async () => {
    const bytes = COPIES.source();
    for (const damage of [
      (id: string) => replace(id, flipped(bytes)),
      (id: string) => replace(id, bytes.subarray(0, 500)),
      lose,
    ]) {
      await world.db.deleteFrom("notifications").execute();
      const id = await stored(bytes);
      await damage(id);
      for (let tried = 0; tried < 2; tried++) await expect(download(id)).rejects.toMatchObject(DAMAGED);
      await expect(withStored(await row(id), readFile)).rejects.toMatchObject(DAMAGED);
      const told = await alerts();
      expect(
        told.map((it) => it.forRole),
        "admins, once",
      ).toEqual(["admin"]);
      expect(told[0]!.body).toContain(id);
      expect(told[0]!.body).not.toContain(filesFolder());
    }
  });

  test("that is large breaks off instead of ending, if it has changed", async () => {
    const bytes = randomBytes(9 * 1024 * 1024);
    const id = await stored(bytes);
    expect(Buffer.from(await (await download(id)).arrayBuffer()).equals(bytes)).toBe(true);
    await replace(id, flipped(bytes));
    const response = await download(id);
    expect(response.headers.get("content-length")).toBe(String(bytes.length));
    await expect(response.arrayBuffer()).rejects.toThrow("This file is damaged in our storage");
    expect(await alerts()).toHaveLength(1);
  });

  test("is found by the check of all files", async () => {
    await world.db.updateTable("files").set({ removedAt: NOON }).execute();
    await stored(COPIES.source());
    expect((await verifyFiles()).damaged).toEqual([]);
    const [changed, gone] = [await stored(COPIES.tracked()), await stored(COPIES.source())];
    await replace(changed, flipped(COPIES.tracked()));
    await lose(gone);
    const found = await verifyFiles();
    expect(found.files).toBeGreaterThanOrEqual(3);
    const all = Object.fromEntries(found.damaged.map((it) => [it.key, it.damage]));
    expect(all).toEqual({ [keyOf(changed)]: "changed", [keyOf(gone)]: "missing" });
  });

  const row = (id: string) => world.db.selectFrom("files").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
});

test("no feature reads a stored file without comparing it", () => {
  const folder = path.resolve(import.meta.dirname, "../../..");
  const unhashed = [
    // Its hash is computed here.
    "orders/server/uploads/take-file.ts",
    // Pictures, and parts of a data copy, have no hash of their own.
    "blog/server/images.ts",
    "privacy/server/list-personal-files.ts",
  ];
  const reading = globSync("**/*.ts", { cwd: folder })
    .filter((file) => !file.endsWith(".test.ts"))
    .filter((file) => /storage\(\)\s*\.(?:read|withLocal)\(/.test(readFileSync(path.join(folder, file), "utf8")));
  expect(reading.toSorted()).toEqual(unhashed.toSorted());
});
