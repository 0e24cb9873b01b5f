import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { orderIn } from "#boot/testing/make-order.ts";
import { startS3Double } from "#boot/testing/s3-double.ts";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { type Actor, NOBODY } from "#app/platform/rules/core/actor.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { DAY, HOUR, after } from "#app/platform/rules/core/time.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { json } from "#app/platform/server/core/database.ts";
import { parseConfig, useConfig } from "#app/platform/server/core/config.ts";
import { sha256, storage, useStorage } from "#app/platform/server/files/storage.ts";
import { getAttachmentFile, postAttachment, postRemoval } from "./attachment-endpoints.ts";
import { attachToMessage, storeAttachment, takeAttachments } from "./attachments.ts";
import { dropLooseAttachments } from "./drop-loose-attachments.ts";
import { postMessage } from "./post-message.ts";
import { readThread } from "./read-thread.ts";
import { mayReadTicketMessage } from "#app/features/support/server/tickets/may-read-ticket.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
beforeEach(() => setClock(NOON));
afterEach(async () => {
  await world.db.deleteFrom("auth_rate_limit").execute();
  await world.db.deleteFrom("attachments").where("messageId", "is", null).execute();
});

const amara = personOf("amara");
const mei = personOf("mei");
const jonas = personOf("jonas");
const priya = personOf("priya");
const sam = personOf("sam");
const uma = personOf("uma");
const PNG = Buffer.from("\x89PNG\r\n\x1a\nplot", "latin1");
const KEY = "k".repeat(64);
const byCookie = (request: Request) => request.headers.get("x-test-key");
const post = (actor: Actor, name: string, body: Uint8Array, headers: Record<string, string> = {}) =>
  postAttachment(byCookie)(
    new Request("http://x/api/attachments", {
      method: "POST",
      headers: { "x-file-name": encodeURIComponent(name), ...headers },
      body: body as unknown as BodyInit,
    }),
    { actor, params: {} },
  );
const get = (
  actor: Actor,
  id: string,
  query = "",
  headers: Record<string, string> = {},
  mayRead: typeof mayReadTicketMessage = async () => false,
) =>
  getAttachmentFile(byCookie, mayRead)(new Request(`http://x/api/attachments/${id}${query}`, { headers }), {
    actor,
    params: { id },
  });
const remove = (actor: Actor, id: string, headers: Record<string, string> = {}) =>
  postRemoval(byCookie)(new Request(`http://x/api/attachments/${id}/remove`, { method: "POST", headers }), {
    actor,
    params: { id },
  });
const stored = async (actor: Actor = amara, name = "plot.png", body: Uint8Array = PNG): Promise<string> =>
  ((await (await post(actor, name, body)).json()) as { id: string }).id;
const rowOf = (id: string) => world.db.selectFrom("attachments").selectAll().where("id", "=", id).executeTakeFirst();

describe("an unsent file", () => {
  test("is stored under its hash and type, by content", async () => {
    const view = (await (await post(amara, "Plot 3 (é).png", PNG)).json()) as { id: string };
    expect(view).toMatchObject({ name: "Plot 3 (é).png", bytes: PNG.length, contentType: "image/png" });
    expect(await rowOf(view.id)).toMatchObject({
      sha256: sha256(PNG),
      uploadedBy: amara.uid,
      messageId: null,
      createdAt: NOON,
    });
    const answer = await get(amara, view.id);
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(PNG);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "image/png",
      "x-content-type-options": "nosniff",
      "content-disposition": expect.stringMatching(/^attachment; /),
    });
    expect((await get(amara, view.id, "?inline")).headers.get("content-disposition")).toMatch(/^inline; /);
  });

  test("keeps only the last part of its name, without control characters", async () => {
    const id = await stored(amara, "..\\..\\/etc/\u202Egnp.exe\r\n\u0000x.png");
    expect((await rowOf(id))!.name).toBe("gnp.exex.png");
    expect((await get(amara, id)).headers.get("content-disposition")).not.toMatch(/[\r\n\u202e]/);
  });

  test("is refused if forbidden, too large or badly named, leaving nothing behind", async () => {
    await expect(post(amara, "plot.png", Buffer.from("<html><script>x</script>"))).rejects.toMatchObject({
      kind: "invalid",
      code: "attachment_type",
    });
    await expect(post(amara, "a.docx", Buffer.from("MZ\x90\0", "latin1"))).rejects.toMatchObject({ kind: "invalid" });
    await expect(post(amara, "a.txt", Buffer.alloc(20 * 1024 * 1024 + 1, 65))).rejects.toMatchObject({
      kind: "too-large",
    });
    await expect(
      post(amara, "a.txt", Buffer.from("x"), { "content-length": String(21 * 1024 * 1024) }),
    ).rejects.toMatchObject({ kind: "too-large" });
    await expect(post(amara, "a.txt", Buffer.from("x"), { "x-file-name": "%E0%A4%A" })).rejects.toMatchObject({
      kind: "invalid",
      code: "file_name",
    });
    expect(await world.db.selectFrom("attachments").select("id").where("messageId", "is", null).execute()).toEqual([]);
  });

  test("is private to its sender, who can remove it, even twice", async () => {
    const id = await stored();
    for (const actor of [mei, jonas, sam, NOBODY])
      await expect(get(actor, id)).rejects.toMatchObject({ kind: "not-found" });
    for (const actor of [mei, sam]) await expect(remove(actor, id)).rejects.toMatchObject({ kind: "not-found" });
    await remove(amara, id);
    await remove(amara, id);
    await expect(get(amara, id)).rejects.toMatchObject({ kind: "not-found" });
    await dropLooseAttachments(NOON);
    expect(await rowOf(id)).toBeUndefined();
    await expect(storage().read(`attachments/${id}`)).rejects.toThrow(Error);
  });

  test("is accepted from verified users and chat visitors, within their limits", async () => {
    for (const actor of [uma, NOBODY])
      await expect(post(actor, "plot.png", PNG)).rejects.toMatchObject({ kind: "refused" });
    const keyed = { "x-test-key": KEY };
    const { id } = (await (await post(NOBODY, "plot.png", PNG, keyed)).json()) as { id: string };
    expect((await get(NOBODY, id, "", keyed)).status).toBe(200);
    await expect(get(NOBODY, id, "", { "x-test-key": "o".repeat(64) })).rejects.toMatchObject({ kind: "not-found" });
    await remove(NOBODY, id, keyed);
    for (let n = 1; n < 20; n++)
      await remove(NOBODY, ((await (await post(NOBODY, "plot.png", PNG, keyed)).json()) as { id: string }).id, keyed);
    await expect(post(NOBODY, "plot.png", PNG, keyed)).rejects.toMatchObject({
      kind: "busy",
      code: "too_many_uploads",
    });
    for (let n = 0; n < 20; n++) await stored();
    await expect(post(amara, "plot.png", PNG)).rejects.toMatchObject({ kind: "invalid", code: "too_many_loose" });
  });

  test("is deleted after a day, row and content; sent files stay", async () => {
    const { id: orderId } = await orderIn("in_progress");
    const sent = await stored();
    await postMessage(amara, { orderId, body: "The plot.", attachmentIds: [sent] });
    const loose = await stored();
    expect(await dropLooseAttachments(after(NOON, DAY - HOUR))).toBe(0);
    await Promise.all([dropLooseAttachments(after(NOON, DAY + HOUR)), dropLooseAttachments(after(NOON, DAY + HOUR))]);
    expect([await rowOf(loose), (await rowOf(sent))?.id]).toEqual([undefined, sent]);
    await expect(storage().read(`attachments/${loose}`)).rejects.toThrow(Error);
    expect((await get(jonas, sent)).status).toBe(200);
  });

  test("is stored in an object store if configured", async () => {
    const s3 = await startS3Double();
    try {
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
          STRIPE_API_BASE: "http://127.0.0.1:1",
          PUBLIC_URL: "http://localhost:3000",
          S3_BUCKET: "files",
          S3_REGION: "x",
          S3_ENDPOINT: s3.url,
          S3_ACCESS_KEY_ID: "a",
          S3_SECRET_ACCESS_KEY: "b",
        }),
      );
      useStorage(undefined);
      const id = await stored();
      expect(s3.objects.get(`files/attachments/${id}`)?.body).toEqual(PNG);
      expect(Buffer.from(await (await get(amara, id)).arrayBuffer())).toEqual(PNG);
      await remove(amara, id);
      await dropLooseAttachments(NOON);
      expect(s3.objects.size).toBe(0);
    } finally {
      useConfig(world.config);
      useStorage(undefined);
      await s3.stop();
    }
  });
});

describe("a file sent with a message", () => {
  test("is visible to everyone who may see the order, and no one else", async () => {
    const { id: orderId } = await orderIn("in_progress");
    const id = await stored();
    await postMessage(amara, { orderId, body: "The plot.", attachmentIds: [id] });
    expect((await readThread(jonas, orderId)).items[0]!.attachments).toEqual([
      { id, name: "plot.png", bytes: PNG.length, contentType: "image/png" },
    ]);
    for (const actor of [amara, jonas, sam]) expect((await get(actor, id)).status).toBe(200);
    for (const actor of [mei, priya, uma, NOBODY])
      await expect(get(actor, id)).rejects.toMatchObject({ kind: "not-found" });
    await world.db.updateTable("orders").set({ assignedTo: priya.uid }).where("id", "=", orderId).execute();
    await expect(get(jonas, id)).rejects.toMatchObject({ kind: "not-found" });
    expect((await get(priya, id)).status).toBe(200);
    await expect(remove(amara, id)).rejects.toMatchObject({ kind: "conflict" });
  });

  test("refuses someone else's files, files already sent, and more than five, and writes nothing", async () => {
    const { id: orderId } = await orderIn("in_progress");
    const theirs = await stored(mei);
    const removed = await stored();
    await remove(amara, removed);
    const own = await stored();
    for (const attachmentIds of [[theirs], [removed], [newId("attachment")], ["../x"], [own, theirs]])
      await expect(postMessage(amara, { orderId, body: "x", attachmentIds })).rejects.toMatchObject({
        kind: "invalid",
        code: "attachment",
      });
    await expect(
      postMessage(amara, {
        orderId,
        body: "x",
        attachmentIds: await Promise.all([1, 2, 3, 4, 5, 6].map(() => stored())),
      }),
    ).rejects.toMatchObject({ code: "too_many_attachments" });
    expect((await readThread(amara, orderId)).items).toEqual([]);
    const both = await Promise.allSettled([
      postMessage(amara, { orderId, body: "One", attachmentIds: [own] }),
      postMessage(amara, { orderId, body: "Two", attachmentIds: [own] }),
    ]);
    expect(both.map((one) => one.status).sort()).toEqual(["fulfilled", "rejected"]);
    const again = await stored();
    const send = () => postMessage(amara, { orderId, body: "Once", clientKey: "k1", attachmentIds: [again] });
    expect(new Set((await Promise.all([send(), send()])).map((m) => m.id)).size).toBe(1);
  });

  test("from a form without script is stored with its message, all or none", async () => {
    const form = new FormData();
    form.append("attachmentId", await stored());
    form.append("files", new File([PNG], "second.png"));
    form.append("files", new File([], ""));
    expect(await takeAttachments({ uid: amara.uid }, form)).toHaveLength(2);
    const bad = new FormData();
    bad.append("files", new File([PNG], "third.png"));
    bad.append("files", new File(["<html>"], "page.html"));
    await expect(takeAttachments({ uid: amara.uid }, bad)).rejects.toMatchObject({ code: "attachment_type" });
    expect(await world.db.selectFrom("attachments").select("name").where("name", "=", "third.png").execute()).toEqual(
      [],
    );
  });

  test("on a ticket follows the ticket's permissions, also after a merge; files on notes are for staff", async () => {
    const ticketId = newId("ticket");
    await world.db
      .insertInto("tickets")
      .values({
        id: ticketId,
        number: ticketId,
        channel: "ticket",
        ownerUid: amara.uid,
        ownerRole: "client",
        subject: "x",
        category: "other",
        priority: "low",
        status: "open",
        flags: json({}),
        pauses: json([]),
        clocksFromAt: NOON,
        lastAt: NOON,
        lastRole: "client",
        createdAt: NOON,
        updatedAt: NOON,
      })
      .execute();
    const messageOf = async (kind: "message" | "note") => {
      const id = newId("ticketMessage");
      await world.db
        .insertInto("ticket_messages")
        .values({
          id,
          ticketId,
          authorId: sam.uid,
          authorRole: "support",
          kind,
          forStaff: kind === "note",
          body: "x",
          createdAt: NOON,
        })
        .execute();
      const { id: file } = await storeAttachment({ uid: sam.uid }, { name: "plot.png", bytes: PNG });
      await world.db
        .transaction()
        .execute((tx) => attachToMessage(tx, { uid: sam.uid }, [file], { ticketId, messageId: id }));
      await world.db
        .transaction()
        .execute((tx) => attachToMessage(tx, { uid: sam.uid }, [file], { ticketId, messageId: id }));
      return file;
    };
    const [shown, noted] = [await messageOf("message"), await messageOf("note")];
    await expect(get(mei, shown)).rejects.toMatchObject({ kind: "not-found" });
    expect((await get(amara, shown, "", {}, mayReadTicketMessage)).status).toBe(200);
    await expect(get(amara, noted, "", {}, mayReadTicketMessage)).rejects.toMatchObject({ kind: "not-found" });
    expect((await get(sam, noted, "", {}, mayReadTicketMessage)).status).toBe(200);
  });
});
