import { rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openWorld, type TestWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { storeAttachment } from "#app/features/messages/server/attachments.ts";
import type { Actor } from "#app/platform/rules/core/actor.ts";
import { DAY, HOUR, MINUTE, after } from "#app/platform/rules/core/time.ts";
import { now, setClock } from "#app/platform/server/core/clock.ts";
import { useConfig } from "#app/platform/server/core/config.ts";
import { checkService, forgetServices } from "#app/platform/server/service-checks.ts";
import { filesFolder } from "#app/platform/server/files/storage.ts";
import { postDraft } from "../drafts/draft-endpoints.ts";
import { dropUnfinishedUploads, receiveUpload } from "./receive-upload.ts";
import { startDraft } from "../drafts/start-draft.ts";
import { type UploadAnswer, begin, idOf, manuscript, send, upload } from "./testing-uploads.ts";

const MB = 1024 * 1024;
const LARGE = 100 * MB;

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld({ DEMO: "0", SMTP_URL: "smtp://127.0.0.1:1" });
});
beforeEach(async () => {
  useConfig(world.config);
  await world.db.deleteFrom("upload_reservations").execute();
});
afterAll(async () => {
  await world.close();
});

let guests = 0;
async function visitor(): Promise<{ actor: Actor; orderId: string }> {
  const actor: Actor = { kind: "guest", guestKeyHash: `limited${(guests += 1)}` };
  return { actor, orderId: (await startDraft(actor, {})).id };
}
let names = 0;
const announce = (
  { actor, orderId }: { actor: Actor; orderId: string },
  network: string,
  bytes = LARGE,
  purpose: "source" | "reference" = "source",
) => begin(actor, { orderId, purpose, name: `paper${(names += 1)}.docx`, bytes }, network);
const codeOf = async (answer: Response) => (JSON.parse(await answer.text()) as UploadAnswer).error?.code;
const statuses = async (answers: Promise<Response>[]) =>
  (await Promise.all(answers)).map((it) => it.status).sort((a, b) => a - b);
/** Uses up a network's daily limit with this many large files. */
async function fill(network: string, files: number): Promise<void> {
  for (let left = files; left > 0; left -= 5) {
    const it = await visitor();
    for (let i = 0; i < Math.min(5, left); i += 1) expect((await announce(it, network)).status).toBe(201);
  }
}

describe("visitors of one network", () => {
  test("announce 2 GB a day at most, however many keys they use; other networks and accounts aren't affected", async () => {
    await fill("198.51.100.1", 20);
    const refused = await announce(await visitor(), "198.51.100.1");
    expect(refused.status).toBe(413);
    expect(JSON.parse(await refused.text())).toMatchObject({
      error: { code: "upload_limit", advice: "Sign in or create an account, then add the file again." },
    });
    expect((await announce(await visitor(), "198.51.100.2")).status).toBe(201);
    const amara = personOf("amara");
    const { id } = await startDraft(amara, { fresh: true });
    expect((await announce({ actor: amara, orderId: id }, "198.51.100.1")).status).toBe(201);
  });

  test("can't reserve the last space twice by asking at once", async () => {
    await fill("198.51.100.3", 19);
    const two = [await visitor(), await visitor(), await visitor()];
    expect(await statuses(two.map((it) => announce(it, "198.51.100.3")))).toEqual([201, 413, 413]);
  });

  test("get space back when an upload is deleted, and when its day is over", async () => {
    await fill("198.51.100.4", 19);
    const last = await visitor();
    const id = idOf(await announce(last, "198.51.100.4"));
    expect((await announce(await visitor(), "198.51.100.4")).status).toBe(413);
    const deleted = await receiveUpload(
      new Request(`http://localhost:3000/api/files/${id}`, {
        method: "DELETE",
        headers: { "tus-resumable": "1.0.0" },
      }),
      { actor: last.actor },
    );
    expect(deleted.status).toBe(204);
    expect((await announce(await visitor(), "198.51.100.4")).status).toBe(201);
    expect((await announce(await visitor(), "198.51.100.4")).status).toBe(413);
    const tomorrow = after(now(), DAY + MINUTE);
    await dropUnfinishedUploads(tomorrow);
    expect(await world.db.selectFrom("upload_reservations").select("id").execute()).toEqual([]);
    expect((await announce(await visitor(), "198.51.100.4")).status).toBe(201);
  });

  test("start at most 30 drafts an hour, whatever cookie they send", async () => {
    const started = async (actor: Actor, network: string) => {
      try {
        const request = new Request("http://localhost/api/drafts", {
          method: "POST",
          headers: { "x-forwarded-for": network },
        });
        return (await postDraft(request, { actor })).status;
      } catch (error) {
        return (error as { code: string }).code;
      }
    };
    const own: Actor = { kind: "guest", guestKeyHash: "own-key" };
    expect(await started(own, "198.51.100.5")).toBe(200);
    for (let i = 1; i < 30; i += 1)
      expect(await started({ kind: "guest", guestKeyHash: i % 2 ? `made-up${i}` : null }, "198.51.100.5")).toBe(200);
    expect(await started({ kind: "guest", guestKeyHash: "made-up" }, "198.51.100.5")).toBe("too_many_drafts");
    expect(await started({ kind: "guest", guestKeyHash: null }, "198.51.100.5")).toBe("too_many_drafts");
    expect(await started(own, "198.51.100.5"), "the draft that is there").toBe(200);
    expect(await started({ kind: "guest", guestKeyHash: null }, "198.51.100.6")).toBe(200);
  });
});

describe("a draft", () => {
  test("takes 500 MB without an account", async () => {
    const it = await visitor();
    for (let i = 0; i < 5; i += 1) expect((await announce(it, "198.51.100.7")).status).toBe(201);
    const refused = await announce(it, "198.51.100.7", 1, "reference");
    expect([refused.status, await codeOf(refused)]).toEqual([413, "upload_limit"]);
  });

  test("counts unfinished uploads: two can't take its last place at once", async () => {
    const it = await visitor();
    expect((await upload(it.actor, it.orderId, "one.docx", manuscript(50))).status).toBe(200);
    for (let i = 0; i < 3; i += 1) expect((await announce(it, "198.51.100.8", 1_000)).status).toBe(201);
    expect(await statuses([1, 2, 3].map(() => announce(it, "198.51.100.8", 1_000)))).toEqual([201, 422, 422]);
  });

  test("gives the place of an upload that stopped to another after an hour", async () => {
    const it = await visitor();
    for (let i = 0; i < 5; i += 1) expect((await announce(it, "198.51.100.9", 1_000)).status).toBe(201);
    expect((await announce(it, "198.51.100.9", 1_000)).status).toBe(422);
    setClock(after(now(), HOUR + MINUTE));
    expect((await announce(it, "198.51.100.9", 1_000)).status).toBe(201);
  });
});

test("an account uploads 5 GB a day at most", async () => {
  const amara = personOf("amara");
  const { id } = await startDraft(amara, { fresh: true });
  const at = now();
  await world.db
    .insertInto("upload_reservations")
    .values(
      [1, 2, 3].map((n) => ({
        id: `full${n}`,
        orderId: id,
        purpose: "tracked",
        userId: amara.kind === "person" ? amara.uid : "",
        bytes: 1_700 * MB,
        createdAt: at,
        touchedAt: at,
        finishedAt: at,
      })),
    )
    .execute();
  expect((await announce({ actor: amara, orderId: id }, "198.51.100.10", 10 * MB)).status).toBe(201);
  const refused = await announce({ actor: amara, orderId: id }, "198.51.100.10", 20 * MB);
  expect([refused.status, await codeOf(refused)]).toEqual([413, "upload_limit"]);
});

describe("a storage that is full", () => {
  test("by its budget accepts nothing more, and says what to do; two at once can't take the last space", async () => {
    const stored = await world.db
      .selectFrom("files")
      .select((e) => e.fn.coalesce(e.fn.sum<number>("bytes"), e.lit(0)).as("bytes"))
      .where("storageKey", "<>", "")
      .executeTakeFirstOrThrow();
    useConfig({ ...world.config, storageBudget: Number(stored.bytes) + 1_500 });
    const [one, other] = [await visitor(), await visitor()];
    const asked = await Promise.all([one, other].map((it) => announce(it, "198.51.100.11", 1_000)));
    expect(asked.map((it) => it.status).sort((a, b) => a - b)).toEqual([201, 507]);
    expect(JSON.parse(await asked.find((it) => it.status === 507)!.text())).toMatchObject({
      error: { code: "storage_full", message: "We're out of storage space, so we couldn't save your file." },
    });
    await expect(
      storeAttachment({ uid: "someone" }, { name: "a.txt", bytes: new TextEncoder().encode("x".repeat(1_000)) }),
    ).rejects.toMatchObject({ code: "storage_full" });
  });

  test.runIf(process.platform === "linux")("by the disk says so in the middle of an upload", async () => {
    const it = await visitor();
    const id = idOf(await announce(it, "198.51.100.12", 1_000));
    const file = path.join(filesFolder(), id);
    rmSync(file);
    symlinkSync("/dev/full", file);
    const answer = await send(it.actor, id, new Uint8Array(1_000));
    expect([answer.status, await codeOf(answer)]).toEqual([507, "storage_full"]);
  });
});

test("a disk that can't be written is reported without its path, and the product says so when asked if it's ready", async () => {
  rmSync(filesFolder(), { recursive: true, force: true });
  writeFileSync(filesFolder(), "not a folder");
  forgetServices();
  try {
    const answer = await announce(await visitor(), "198.51.100.15", 10);
    const said = await answer.text();
    expect(answer.status).toBe(503);
    expect(said).toContain("so your file didn't arrive");
    expect(said).not.toContain(world.config.dataDir);
    expect(await checkService("storage")).toMatch(/^The disk can't be written \(E[A-Z]+\)$/);
  } finally {
    rmSync(filesFolder());
    forgetServices();
  }
  expect(await checkService("storage")).toBeNull();
});

test("other origins are not let in", async () => {
  const it = await visitor();
  for (const answer of [
    await announce(it, "198.51.100.13", 10),
    await receiveUpload(
      new Request("http://localhost:3000/api/files", {
        method: "OPTIONS",
        headers: { origin: "https://evil.example", "access-control-request-method": "POST" },
      }),
      { actor: it.actor },
    ),
  ])
    expect(answer.headers.get("access-control-allow-origin")).toBeNull();
});
