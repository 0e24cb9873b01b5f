/**
 * An object store that is full or doesn't answer: uploads and our own files are refused with the reason, and continue
 * once there is room or an answer. Nothing that has arrived is lost.
 */
import { HeadObjectCommand, UploadPartCommand } from "@aws-sdk/client-s3";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type S3Double, startS3Double } from "#boot/testing/s3-double.ts";
import { openWorld, type TestWorld } from "#boot/testing/world.ts";
import type { Actor } from "#app/platform/rules/core/actor.ts";
import { config, parseConfig, useConfig } from "#app/platform/server/core/config.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { s3Client } from "#app/platform/server/files/s3-storage.ts";
import { storage, useStorage } from "#app/platform/server/files/storage.ts";
import { startDraft } from "../drafts/start-draft.ts";
import { ask, begin, idOf, manuscript, send } from "./testing-uploads.ts";

let world: TestWorld;
let s3: S3Double;
beforeAll(async () => {
  world = await openWorld();
  s3 = await startS3Double();
  useConfig(
    parseConfig({
      NODE_ENV: "test",
      STET_EMBEDDED: "1",
      DATABASE_URL: world.url,
      DATA_DIR: world.config.dataDir,
      APP_SECRET: "a-secret-for-tests-only-of-32-characters",
      LOG: "silent",
      STRIPE_SECRET_KEY: "sk_test_world",
      STRIPE_WEBHOOK_SECRET: "whsec_world",
      PUBLIC_URL: "http://localhost:3000",
      S3_BUCKET: "files",
      S3_ENDPOINT: s3.url,
      S3_ACCESS_KEY_ID: "a",
      S3_SECRET_ACCESS_KEY: "b",
    }),
  );
  useStorage(undefined);
});
afterAll(async () => {
  useConfig(world.config);
  useStorage(undefined);
  await s3.stop();
  await world.close();
});

const FULL = "We're out of storage space, so we couldn't save your file.";

test("an upload is refused with 507 while the store is full, and continues when it isn't", async () => {
  const actor: Actor = { kind: "guest", guestKeyHash: "full-store" };
  const { id: orderId } = await startDraft(actor, {});
  const bytes = manuscript(1_200);
  const about = { orderId, purpose: "source" as const, name: "Soil water.docx", bytes: bytes.length };
  s3.setFull(true);
  // More tries than an order may have files: none of them counts.
  for (let i = 0; i < 7; i++) {
    const refused = await begin(actor, about);
    expect([refused.status, await refused.json()]).toMatchObject([
      507,
      { error: { code: "storage_full", message: FULL } },
    ]);
  }
  s3.setFull(false);
  const id = idOf(await begin(actor, about));
  s3.setFull(true);
  const half = await send(actor, id, bytes);
  expect([half.status, await half.json()]).toMatchObject([507, { error: { code: "storage_full", message: FULL } }]);
  s3.setFull(false);
  const there = Number((await ask(actor, id)).headers.get("upload-offset"));
  expect((await send(actor, id, bytes.slice(there), there)).status).toBe(200);
  expect(s3.objects.get(`files/${id}`)?.body.equals(Buffer.from(bytes))).toBe(true);
});

test("a file made by the system isn't stored, and says why", async () => {
  s3.setFull(true);
  await expect(storage().put("invoices/one.pdf", new Uint8Array([1]))).rejects.toMatchObject({ code: "storage_full" });
  s3.setFull(false);
  await storage().put("invoices/one.pdf", new Uint8Array([1]));
  expect(s3.objects.get("files/invoices/one.pdf")?.body).toEqual(Buffer.from([1]));
});

test("an upload isn't reported missing while the store doesn't answer, and then continues", async () => {
  const actor: Actor = { kind: "guest", guestKeyHash: "silent-store" };
  const { id: orderId } = await startDraft(actor, {});
  const bytes = manuscript(1_300);
  const about = { orderId, purpose: "source" as const, name: "Soil water.docx", bytes: bytes.length };
  const id = idOf(await begin(actor, about));
  await send(actor, id, bytes.slice(0, 600));
  s3.failNext(1_000_000);
  const silent = await ask(actor, id);
  expect(silent.status).toBe(503);
  const refused = await send(actor, id, bytes.slice(600), 600);
  expect([refused.status, await refused.json()]).toMatchObject([503, { error: { code: "storage_away" } }]);
  s3.failNext(0);
  const there = Number((await ask(actor, id)).headers.get("upload-offset"));
  expect((await send(actor, id, bytes.slice(there), there)).status).toBe(200);
  expect(s3.objects.get(`files/${id}`)?.body.equals(Buffer.from(bytes))).toBe(true);
});

test("an upload that doesn't exist is reported missing", async () => {
  const actor: Actor = { kind: "guest", guestKeyHash: "no-upload" };
  expect((await ask(actor, newId("file"))).status).toBe(404);
});

test("an upload whose process died before the parts were joined is completed when the browser asks", async () => {
  const actor: Actor = { kind: "guest", guestKeyHash: "killed-at-the-end" };
  const { id: orderId } = await startDraft(actor, {});
  const bytes = manuscript(1_400);
  const about = { orderId, purpose: "source" as const, name: "Soil water.docx", bytes: bytes.length };
  const id = idOf(await begin(actor, about));
  // What a process does before it dies: the last part is stored, and nobody joins the parts.
  const client = s3Client(config().s3!);
  const record = await client.send(new HeadObjectCommand({ Bucket: "files", Key: `${id}.info` }));
  const UploadId = record.Metadata!["upload-id"];
  await client.send(new UploadPartCommand({ Bucket: "files", Key: id, UploadId, PartNumber: 1, Body: bytes }));
  expect(s3.objects.has(`files/${id}`)).toBe(false);
  const asked = await Promise.all([ask(actor, id), ask(actor, id)]);
  expect(asked.map((answer) => [answer.status, answer.headers.get("upload-offset")])).toEqual([
    [200, String(bytes.length)],
    [200, String(bytes.length)],
  ]);
  expect(s3.objects.get(`files/${id}`)?.body.equals(Buffer.from(bytes))).toBe(true);
  const file = await world.db.selectFrom("files").select("state").where("id", "=", id).executeTakeFirst();
  expect(file).toMatchObject({ state: "counted" });
  // Asking again changes nothing.
  expect((await ask(actor, id)).status).toBe(200);
});
