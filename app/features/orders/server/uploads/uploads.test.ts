import { existsSync, readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { openWorld, type TestWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { writeZip } from "#app/features/documents/rules/docx/zip.ts";
import type { Actor } from "#app/platform/rules/core/actor.ts";
import { HOUR, MINUTE, after } from "#app/platform/rules/core/time.ts";
import { now, setClock } from "#app/platform/server/core/clock.ts";
import { storage, useStorage } from "#app/platform/server/files/storage.ts";
import type { JobData } from "#app/platform/server/core/jobs.ts";
import { JOBS } from "#app/jobs.ts";
import { attachFile } from "./attach-file.ts";
import { countFile, countWaitingFiles } from "./count-file.ts";
import { downloadFile } from "../work/download-file.ts";
import { fileFor } from "../work/file-for.ts";
import { listOwnFiles } from "../views/list-files.ts";
import { purgeRemovedFiles } from "./purge-removed-files.ts";
import { dropUnfinishedUploads, receiveUpload } from "./receive-upload.ts";
import { removeFile } from "./remove-file.ts";
import { saveDraft } from "../drafts/save-draft.ts";
import { startDraft } from "../drafts/start-draft.ts";
import { uploadLocker } from "./upload-lock.ts";
import { ask, begin, idOf, manuscript, send, upload } from "./testing-uploads.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

let guests = 0;
const guest = (): Actor => ({ kind: "guest", guestKeyHash: `key${++guests}` });
const text = (s: string): Uint8Array => new TextEncoder().encode(s);
/** A visitor with a draft of their own. */
async function visitor(): Promise<{ actor: Actor; orderId: string }> {
  const actor = guest();
  return { actor, orderId: (await startDraft(actor, {})).id };
}

describe("an upload", () => {
  test("becomes a counted file of the visitor's draft within the request", async () => {
    const { actor, orderId } = await visitor();
    const { status, body } = await upload(actor, orderId, "Soil water.docx", manuscript(1_200));
    expect(status).toBe(200);
    expect(body.file).toMatchObject({ name: "Soil water.docx", state: "counted", receipt: { words: 1_201 } });
    expect(await listOwnFiles(orderId)).toMatchObject([{ state: "counted", purpose: "source" }]);
    expect(
      (await world.db.selectFrom("orders").select("title").where("id", "=", orderId).executeTakeFirstOrThrow()).title,
    ).toBe("Soil water");
  });

  test("that was cut off continues where it stopped, and the bytes are the same", async () => {
    const { actor, orderId } = await visitor();
    const bytes = manuscript(3_000);
    const id = idOf(await begin(actor, { orderId, purpose: "source", name: "cut.docx", bytes: bytes.length }));
    expect((await send(actor, id, bytes.slice(0, 1_000))).status).toBe(204);
    const asked = await ask(actor, id);
    expect(asked.headers.get("upload-offset")).toBe("1000");
    expect(await world.db.selectFrom("files").select("id").where("id", "=", id).executeTakeFirst()).toBeUndefined();
    expect((await send(actor, id, bytes.slice(1_000), 1_000)).status).toBe(200);
    const { stream } = await storage().read(id);
    expect(Buffer.compare(Buffer.from(await new Response(stream).arrayBuffer()), Buffer.from(bytes))).toBe(0);
  });

  test("whose response never arrived is attached when the browser asks how far it got", async () => {
    const { actor, orderId } = await visitor();
    const bytes = text("A short text about the sea. It has ten words.");
    const id = idOf(await begin(actor, { orderId, purpose: "source", name: "sea.txt", bytes: bytes.length }));
    // The process ended after the last byte and before the file was attached.
    await storage().put(id, bytes);
    expect((await ask(actor, id)).headers.get("upload-offset")).toBe(String(bytes.length));
    expect(await listOwnFiles(orderId)).toMatchObject([{ id, state: "counted" }]);
    await ask(actor, id);
    expect(await listOwnFiles(orderId)).toHaveLength(1);
  });

  test("by another visitor is refused as if the order didn't exist, at the start and at every later part", async () => {
    const { actor, orderId } = await visitor();
    const bytes = manuscript(800);
    const begun = await begin(actor, { orderId, purpose: "source", name: "mine.docx", bytes: bytes.length });
    for (const other of [guest(), { kind: "guest", guestKeyHash: null } as Actor, personOf("mei"), personOf("jonas")]) {
      expect((await begin(other, { orderId, purpose: "source", name: "x.docx", bytes: 10 })).status).toBe(404);
      expect((await ask(other, idOf(begun))).status).toBe(404);
      expect((await send(other, idOf(begun), bytes)).status).toBe(404);
      expect(
        (
          await receiveUpload(
            new Request(`http://localhost:3000/api/files/${idOf(begun)}`, {
              method: "DELETE",
              headers: { "tus-resumable": "1.0.0" },
            }),
            { actor: other },
          )
        ).status,
      ).toBe(404);
    }
    expect((await send(actor, idOf(begun), bytes)).status).toBe(200);
  });

  test("of an edited copy needs the order's editor", async () => {
    const { actor, orderId } = await visitor();
    const refusedAnswer = await begin(actor, { orderId, purpose: "tracked", name: "t.docx", bytes: 10 });
    expect(refusedAnswer.status).toBe(403);
  });

  test("of 101 MB is refused with one sentence before a byte is sent", async () => {
    const { actor, orderId } = await visitor();
    await expect(
      begin(actor, { orderId, purpose: "source", name: "big.docx", bytes: 101 * 1024 * 1024 }),
    ).rejects.toMatchObject({ kind: "too-large", message: "This file is 101 MB. The limit is 100 MB." });
  });

  test("with the same bytes twice is stored once, and says so", async () => {
    const { actor, orderId } = await visitor();
    const bytes = manuscript(700);
    await upload(actor, orderId, "one.docx", bytes);
    const twice = await upload(actor, orderId, "two.docx", bytes);
    expect(twice.status).toBe(422);
    expect(twice.body.error?.message).toBe(
      "This is the same file as “one.docx”, which you already added as a file to edit.",
    );
    expect(await listOwnFiles(orderId)).toHaveLength(1);
    await expect(storage().read(twice.id)).rejects.toThrow(Error);
  });

  test("of an empty file has a URL, so that no browser sends it again, and two are never the same file", async () => {
    const { actor, orderId } = await visitor();
    const about = { orderId, purpose: "source" as const, name: "empty.docx", bytes: 0 };
    const first = await begin(actor, about);
    expect(first.headers.get("location")).toMatch(/^\/api\/files\/fil_/);
    const second = await begin(actor, about);
    expect(second.status).toBe(200);
    expect((await listOwnFiles(orderId)).map((f) => [f.state, f.refusal?.message])).toEqual([
      ["refused", "This file is empty."],
      ["refused", "This file is empty."],
    ]);
  });

  test("of the same bytes twice at once is one file", async () => {
    const { actor, orderId } = await visitor();
    const bytes = manuscript(650);
    const answers = await Promise.all(
      Array.from({ length: 4 }, (_, i) => upload(actor, orderId, `copy ${i}.docx`, bytes)),
    );
    expect(answers.filter((a) => a.status === 200)).toHaveLength(1);
    expect(await listOwnFiles(orderId)).toHaveLength(1);
  });

  test("of a sixth file to edit is refused", async () => {
    const { actor, orderId } = await visitor();
    for (let i = 0; i < 5; i++)
      expect((await upload(actor, orderId, `${i}.txt`, text(`Chapter number ${i} has some words.`))).status).toBe(200);
    const sixth = await upload(actor, orderId, "5.txt", text("Chapter five."));
    expect(sixth).toMatchObject({ status: 422, body: { error: { code: "too_many_files" } } });
    expect((await upload(actor, orderId, "guide.txt", text("For reference only."), "reference")).status).toBe(200);
  });

  test("written by two connections at once has intact bytes", async () => {
    const { actor, orderId } = await visitor();
    const bytes = manuscript(2_500);
    const id = idOf(await begin(actor, { orderId, purpose: "source", name: "race.docx", bytes: bytes.length }));
    const answers = await Promise.all([send(actor, id, bytes), send(actor, id, bytes)]);
    expect(answers.filter((a) => a.status === 200)).toHaveLength(1);
    const { stream } = await storage().read(id);
    expect(Buffer.compare(Buffer.from(await new Response(stream).arrayBuffer()), Buffer.from(bytes))).toBe(0);
  });

  test("that nobody completes is deleted after 24 hours; a complete one stays", async () => {
    const { actor, orderId } = await visitor();
    const left = idOf(await begin(actor, { orderId, purpose: "source", name: "left.docx", bytes: 5_000 }));
    await send(actor, left, new Uint8Array(100));
    const { id } = await upload(actor, orderId, "kept.txt", text("These words stay."));
    const later = after(new Date(), 25 * HOUR);
    expect(await dropUnfinishedUploads(later)).toBeGreaterThanOrEqual(1);
    await expect(storage().read(left)).rejects.toThrow(Error);
    expect((await storage().read(id)).bytes).toBe(17);
    expect((await ask(actor, left)).status).toBe(404);
  });
});

test("two processes do not write one upload at the same time", async () => {
  const here = uploadLocker().newLock("fil_x");
  const there = uploadLocker().newLock("fil_x");
  const order: string[] = [];
  await here.lock(new AbortController().signal, () => {});
  const waits = there.lock(new AbortController().signal, () => {}).then(() => order.push("there has it"));
  await new Promise((r) => setTimeout(r, 250));
  order.push("here lets go");
  await here.unlock();
  await waits;
  await there.unlock();
  expect(order).toEqual(["here lets go", "there has it"]);
  const stopped = AbortSignal.abort();
  await expect(
    uploadLocker()
      .newLock("fil_x")
      .lock(stopped, () => {}),
  ).rejects.toMatchObject({ status_code: 400 });
});

describe("bad input gets a clear message, and nothing else is lost", () => {
  const bad = async (name: string, bytes: Uint8Array) => {
    const { actor, orderId } = await visitor();
    await upload(actor, orderId, "good.txt", text("A good file with words."));
    const { status, body } = await upload(actor, orderId, name, bytes);
    expect(status).toBe(200);
    expect(body.file?.state).toBe("refused");
    expect(body.file?.refusal?.message).toMatch(/\.$/);
    expect(body.file?.refusal?.advice).not.toBe("");
    expect((await listOwnFiles(orderId)).filter((f) => f.state === "counted")).toHaveLength(1);
    return body.file!.refusal!.code;
  };
  const docxOf = (document: string, more: Record<string, Uint8Array> = {}): Uint8Array =>
    writeZip(
      Object.entries({
        "[Content_Types].xml": text(
          `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
        ),
        "_rels/.rels": text(
          `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
        ),
        "word/document.xml": text(document),
        ...more,
      }).map(([name, bytes]) => ({ name, bytes: Buffer.from(bytes) })),
    );
  const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';

  test("a renamed .exe", async () => {
    const exe = new Uint8Array(4_096);
    exe.set([0x4d, 0x5a, 0x90, 0x00, 0x03]);
    expect(await bad("thesis.docx", exe)).toBe("executable");
  });
  test("an empty file", async () => {
    expect(await bad("empty.docx", new Uint8Array(0))).toBe("empty");
  });
  test("a docx with no words in it", async () => {
    expect(
      await bad("blank.docx", docxOf(`<?xml version="1.0"?><w:document ${W}><w:body><w:p/></w:body></w:document>`)),
    ).toBe("no-words");
  });
  test("a docx with a DTD", async () => {
    expect(
      await bad(
        "dtd.docx",
        docxOf(
          `<?xml version="1.0"?><!DOCTYPE d [<!ENTITY a "aaaa">]><w:document ${W}><w:body><w:p><w:r><w:t>&a;</w:t></w:r></w:p></w:body></w:document>`,
        ),
      ),
    ).toBe("dtd");
  });
  test("a zip bomb", async () => {
    expect(
      await bad(
        "bomb.docx",
        docxOf(`<?xml version="1.0"?><w:document ${W}><w:body><w:p/></w:body></w:document>`, {
          "word/media/image1.bin": new Uint8Array(60 * 1024 * 1024),
        }),
      ),
    ).toBe("bomb");
  });
  test("a password-protected docx", async () => {
    // An OLE file whose directory names an encrypted package, like Word's password-protected files.
    const made = (() => {
      const bytes = Buffer.alloc(512 * 4);
      Buffer.from("d0cf11e0a1b11ae1", "hex").copy(bytes);
      bytes.writeUInt16LE(0x3e, 24);
      bytes.writeUInt16LE(3, 26);
      bytes.writeUInt16LE(0xfffe, 28);
      bytes.writeUInt16LE(9, 30);
      bytes.writeUInt16LE(6, 32);
      bytes.writeUInt32LE(1, 44);
      bytes.writeUInt32LE(1, 48);
      bytes.writeUInt32LE(4096, 56);
      bytes.writeUInt32LE(0xfffffffe, 60);
      bytes.writeUInt32LE(0xfffffffe, 68);
      bytes.fill(0xff, 76, 512);
      bytes.writeUInt32LE(0, 76);
      bytes.fill(0xff, 512, 1024);
      bytes.writeUInt32LE(0xfffffffd, 512);
      bytes.writeUInt32LE(0xfffffffe, 516);
      ["Root Entry", "EncryptionInfo", "EncryptedPackage"].forEach((entry, i) => {
        const at = 1024 + i * 128;
        bytes.write(entry, at, "utf16le");
        bytes.writeUInt16LE((entry.length + 1) * 2, at + 64);
        bytes[at + 66] = i === 0 ? 5 : 2;
        bytes[at + 67] = 1;
        bytes.writeInt32LE(-1, at + 68);
        bytes.writeInt32LE(i === 1 ? 2 : -1, at + 72);
        bytes.writeInt32LE(i === 0 ? 1 : -1, at + 76);
        bytes.writeUInt32LE(0xfffffffe, at + 116);
      });
      return new Uint8Array(bytes);
    })();
    expect(await bad("secret.docx", made)).toBe("password");
  });
});

const HOSTILE = path.resolve("../shared/corpus/hostile");
/** Accepted, not refused: odd but valid files. */
const HONEST = /^(odd_|deep_|fields_|phone_home|truncated_tail|dup_)/;
test.skipIf(!existsSync(HOSTILE))(
  "every hostile file of the corpus is refused with advice, or counted; the draft stays usable (skipped where the corpus is absent)",
  async () => {
    const { actor, orderId } = await visitor();
    for (const name of readdirSync(HOSTILE).filter((n) => n.endsWith(".docx"))) {
      const { status, body, id } = await upload(actor, orderId, name, readFileSync(path.join(HOSTILE, name)));
      expect(status, name).toBe(200);
      expect(["refused", "counted"], name).toContain(body.file?.state);
      if (!HONEST.test(name)) expect(body.file?.state, name).toBe("refused");
      if (/encrypted|password/.test(name)) expect(body.file?.refusal?.code, name).toBe("password");
      await removeFile(actor, { fileId: id });
    }
    expect((await upload(actor, orderId, "after.txt", text("Still counting words."))).body.file?.state).toBe("counted");
  },
  120_000,
);

test("a plain text gets a .docx working copy, which its author may open and which is removed with it", async () => {
  const { actor, orderId } = await visitor();
  const { id } = await upload(actor, orderId, "notes.md", text("# Method\n\nWe measured the water in the soil.\n"));
  const working = await world.db
    .selectFrom("files")
    .selectAll()
    .where("sourceFileId", "=", id)
    .executeTakeFirstOrThrow();
  expect(working).toMatchObject({ purpose: "working", name: "notes.docx", removedAt: null });
  expect((await fileFor(actor, working.id)).file.id).toBe(working.id);
  await removeFile(actor, { fileId: id });
  await expect(fileFor(actor, working.id)).rejects.toMatchObject({ kind: "gone" });
});

test("an upload leaves a job that counts its file if the upload's own process dies", async () => {
  const { actor, orderId } = await visitor();
  // A machine whose clock is wrong by an hour has its file counted in time, too.
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + HOUR });
  const { id } = await upload(actor, orderId, "later.txt", text("These words are counted by a job."));
  vi.useRealTimers();
  await world.db.updateTable("files").set({ state: "counting", receipt: null }).where("id", "=", id).execute();
  const { rows } = await sql<{ data: JobData; inSeconds: number }>`
    select data, extract(epoch from start_after - created_on)::float8 as "inSeconds" from pgboss.job
    where name = 'count-file' and data ->> 'fileId' = ${id}`.execute(world.db);
  expect(rows).toHaveLength(1);
  expect(rows[0]!.inSeconds).toBeCloseTo(45, 0);
  const { run } = JOBS.find((kind) => kind.name === "count-file")!;
  await run(rows[0]!.data);
  await run(rows[0]!.data);
  expect(await listOwnFiles(orderId)).toMatchObject([{ state: "counted", receipt: { words: 7 } }]);
});

test("a file that can't be read because the store is silent isn't refused for it", async () => {
  const { actor, orderId } = await visitor();
  const { id } = await upload(actor, orderId, "later.txt", text("These words are counted much later."));
  await world.db.updateTable("files").set({ state: "counting", receipt: null }).where("id", "=", id).execute();
  const kept = storage();
  const silent = Object.assign(new Error("connect ECONNREFUSED"), { $metadata: { attempts: 3 } });
  useStorage({ ...kept, withLocal: () => Promise.reject(silent) });
  await countWaitingFiles(after(now(), HOUR));
  useStorage(kept);
  expect(await listOwnFiles(orderId)).toMatchObject([{ state: "counting" }]);
  await countWaitingFiles(after(now(), HOUR));
  expect(await listOwnFiles(orderId)).toMatchObject([{ state: "counted" }]);
});

test("a file whose count was cut short is counted by the clock", async () => {
  const { actor, orderId } = await visitor();
  const { id } = await upload(actor, orderId, "later.txt", text("These words are counted later."));
  await world.db.updateTable("files").set({ state: "counting", receipt: null }).where("id", "=", id).execute();
  await countWaitingFiles(after(now(), 2 * MINUTE));
  expect(await listOwnFiles(orderId)).toMatchObject([{ state: "counted", receipt: { words: 5 } }]);
  await Promise.all([countFile(id), countFile(id)]);
  expect(
    await world.db
      .selectFrom("files")
      .select("id")
      .where("sourceFileId", "=", id)
      .where("removedAt", "is", null)
      .execute(),
  ).not.toHaveLength(0);
});

describe("a file", () => {
  test("that is removed takes its name off the order; a title that was typed stays, and one taken out leaves the file's", async () => {
    const { actor, orderId } = await visitor();
    const titled = async () =>
      (await world.db.selectFrom("orders").select("title").where("id", "=", orderId).executeTakeFirstOrThrow()).title;
    const first = await upload(actor, orderId, "First draft.docx", manuscript(300));
    const second = await upload(actor, orderId, "Second draft.docx", manuscript(310));
    expect(await titled()).toBe("First draft");
    await removeFile(actor, { fileId: first.id });
    expect(await titled()).toBe("Second draft");
    await saveDraft(actor, { orderId, patch: { title: "On soil" } });
    const third = await upload(actor, orderId, "Third draft.docx", manuscript(320));
    await removeFile(actor, { fileId: second.id });
    expect(await titled()).toBe("On soil");
    await saveDraft(actor, { orderId, patch: { title: null } });
    expect(await titled()).toBe("Third draft");
    await removeFile(actor, { fileId: third.id });
    expect(await titled()).toBe("");
  });

  test("is removed only by its author, leaves the storage an hour later, and its row stays", async () => {
    const { actor, orderId } = await visitor();
    const { id } = await upload(actor, orderId, "gone.txt", text("These words go."));
    await expect(removeFile(guest(), { fileId: id })).rejects.toMatchObject({ kind: "not-found" });
    await Promise.all([removeFile(actor, { fileId: id }), removeFile(actor, { fileId: id })]);
    expect(await listOwnFiles(orderId)).toEqual([]);
    await purgeRemovedFiles(now());
    expect((await storage().read(id)).bytes).toBeGreaterThan(0);
    setClock(after(now(), HOUR + MINUTE));
    await purgeRemovedFiles(now());
    await expect(storage().read(id)).rejects.toThrow(Error);
    expect(await world.db.selectFrom("files").select("sha256").where("id", "=", id).executeTakeFirst()).toBeDefined();
  });

  test("downloads under its name in any script, is never run by the browser, and each download is logged", async () => {
    const { actor, orderId } = await visitor();
    const { id } = await upload(actor, orderId, "../../Études «sol» 研究.txt", text("Some words."));
    const answer = await downloadFile(new Request("http://localhost/"), { actor, params: { id } });
    expect(await answer.text()).toBe("Some words.");
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    expect(answer.headers.get("content-disposition")).toBe(
      `attachment; filename="_tudes _sol_ __.txt"; filename*=UTF-8''${encodeURIComponent("Études «sol» 研究.txt")}`,
    );
    expect(
      await world.db.selectFrom("file_views").select(["viewerId", "what"]).where("fileId", "=", id).execute(),
    ).toEqual([{ viewerId: null, what: "download source" }]);
  });

  test("of someone else doesn't exist for anyone who asks", async () => {
    const { actor, orderId } = await visitor();
    const { id } = await upload(actor, orderId, "mine.txt", text("Only mine."));
    for (const other of [guest(), personOf("mei"), personOf("jonas"), personOf("uma")])
      await expect(fileFor(other, id)).rejects.toMatchObject({ kind: "not-found" });
    await expect(fileFor(actor, "fil_nonsense")).rejects.toMatchObject({ kind: "not-found" });
  });

  test("from the editor is shown to the author with its delivery, not before", async () => {
    const amara = personOf("amara");
    const jonas = personOf("jonas");
    const order = await startDraft(amara, { fresh: true });
    const source = await upload(amara, order.id, "src.docx", manuscript(600, "Soil"));
    await world.db
      .updateTable("orders")
      .set({ status: "in_progress", assignedTo: jonas.uid })
      .where("id", "=", order.id)
      .execute();
    const tracked = await upload(jonas, order.id, "src tracked.docx", manuscript(601, "Soil"), "tracked", source.id);
    expect(tracked.status).toBe(200);
    expect(
      (await upload(jonas, order.id, "src tracked 2.docx", manuscript(602, "Soil"), "tracked", source.id)).status,
    ).toBe(200);
    expect(
      (
        await world.db
          .selectFrom("files")
          .select("version")
          .where("sourceFileId", "=", source.id)
          .where("purpose", "=", "tracked")
          .orderBy("version")
          .execute()
      ).map((f) => f.version),
    ).toEqual([1, 2]);
    await expect(upload(amara, order.id, "late.docx", manuscript(50))).resolves.toMatchObject({ status: 403 });
    await expect(fileFor(amara, tracked.id)).rejects.toMatchObject({ kind: "not-found" });
    expect((await fileFor(jonas, tracked.id)).file.id).toBe(tracked.id);
    await world.db
      .insertInto("submissions")
      .values({
        id: "sub_1",
        orderId: order.id,
        editorId: jonas.uid,
        round: 1,
        status: "delivered",
        createdAt: now(),
        deliveredAt: now(),
      })
      .execute();
    await world.db
      .insertInto("submission_files")
      .values({ submissionId: "sub_1", sourceFileId: source.id, trackedFileId: tracked.id, passed: true })
      .execute();
    expect((await fileFor(amara, tracked.id)).file.id).toBe(tracked.id);
    await expect(fileFor(personOf("priya"), tracked.id)).rejects.toMatchObject({ kind: "not-found" });
  });
});

test("a draft can only take bytes that arrived for it", async () => {
  const { orderId } = await visitor();
  await expect(
    attachFile(guest(), {
      fileId: "fil_x",
      orderId,
      purpose: "source",
      name: "x",
      contentType: "text/plain",
      bytes: 1,
      sha256: "0".repeat(64),
    }),
  ).rejects.toMatchObject({ kind: "not-found" });
});
