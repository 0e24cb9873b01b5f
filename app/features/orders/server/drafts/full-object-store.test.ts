/**
 * An object store whose disk is full: uploads and our own files are refused with the reason, and continue once there is
 * room.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type S3Double, startS3Double } from "#boot/testing/s3-double.ts";
import { openWorld, type TestWorld } from "#boot/testing/world.ts";
import type { Actor } from "#app/platform/rules/core/actor.ts";
import { parseConfig, useConfig } from "#app/platform/server/core/config.ts";
import { storage, useStorage } from "#app/platform/server/core/storage.ts";
import { startDraft } from "./start-draft.ts";
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
