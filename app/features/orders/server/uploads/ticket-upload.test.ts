import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { openWorld, type TestWorld } from "#boot/testing/world.ts";
import { CAST, personOf } from "#db/seed/cast.ts";
import { seedAccounts } from "#db/seed/seed-accounts.ts";
import type { Actor } from "#app/platform/rules/core/actor.ts";
import { MINUTE, after } from "#app/platform/rules/core/time.ts";
import { now, setClock } from "#app/platform/server/core/clock.ts";
import { useConfig } from "#app/platform/server/core/config.ts";
import { listOwnFiles } from "../views/list-files.ts";
import { startDraft } from "../drafts/start-draft.ts";
import { begin, manuscript } from "./testing-uploads.ts";
import { receiveTicketUpload } from "./ticket-upload.ts";

const HOST = "https://uploads.example";
let world: TestWorld;
beforeAll(async () => {
  world = await openWorld({ UPLOAD_ORIGIN: HOST });
  await seedAccounts(world.db, now(), [CAST.amara]);
});
afterEach(() => useConfig(world.config));
afterAll(() => world.close());

const bytes = manuscript(300);
/** Where an upload that this person begins goes on. */
async function begun(actor: Actor): Promise<{ address: string; orderId: string }> {
  const { id: orderId } = await startDraft(actor, { fresh: true });
  const answer = await begin(actor, { orderId, purpose: "source", name: "tides.docx", bytes: bytes.length });
  return { address: answer.headers.get("location") ?? "", orderId };
}
/** Sends to an address, with a foreign cookie that must not matter. */
function sent(address: string, method: "PATCH" | "HEAD", body?: Uint8Array): Promise<Response> {
  const [ticket = "", id = ""] = address.split("/").slice(-2);
  return receiveTicketUpload(
    new Request(address, {
      method,
      headers: {
        "tus-resumable": "1.0.0",
        cookie: "stet_draft=planted",
        ...(body ? { "upload-offset": "0", "content-type": "application/offset+octet-stream" } : {}),
        ...(body ? { "content-length": String(body.length) } : {}),
      },
      ...(body ? { body: body as unknown as BodyInit } : {}),
    }),
    { params: { ticket, id } },
  );
}

test("an upload begun by a visitor or an account goes on at the upload host, as theirs", async () => {
  for (const actor of [{ kind: "guest", guestKeyHash: "tickets1" } as const, personOf("amara")]) {
    const { address, orderId } = await begun(actor);
    expect(address).toMatch(new RegExp(`^${HOST}/api/uploads/\\d+\\.[\\w-]{43}/fil_\\w+$`));
    expect((await sent(address, "HEAD")).headers.get("upload-offset")).toBe("0");
    expect((await sent(address, "PATCH", bytes)).status).toBe(200);
    expect(await listOwnFiles(orderId)).toMatchObject([{ name: "tides.docx", state: "counted" }]);
  }
});

test("a ticket opens no other upload, and none after an hour", async () => {
  const actor: Actor = { kind: "guest", guestKeyHash: "tickets2" };
  const { address } = await begun(actor);
  const other = await begun(personOf("amara"));
  const swapped = `${address.slice(0, address.lastIndexOf("/"))}/${other.address.split("/").at(-1)}`;
  await expect(sent(swapped, "PATCH", bytes)).rejects.toMatchObject({ code: "upload_ticket" });
  const before = now();
  setClock(after(before, 59 * MINUTE));
  expect((await sent(address, "HEAD")).status).toBe(200);
  setClock(after(before, 61 * MINUTE));
  await expect(sent(address, "HEAD")).rejects.toMatchObject({ code: "upload_ticket" });
  setClock(before);
});

test("a disabled account's ticket and a draft that has moved to somebody else end the upload", async () => {
  const { address } = await begun(personOf("amara"));
  const disabled = (at: Date | null) =>
    world.db.updateTable("auth_user").set({ disabledAt: at }).where("id", "=", CAST.amara.uid).execute();
  await disabled(new Date());
  expect((await sent(address, "PATCH", bytes)).status).toBe(404);
  await disabled(null);
  expect((await sent(address, "HEAD")).status).toBe(200);
  const visitor = await begun({ kind: "guest", guestKeyHash: "tickets3" });
  await world.db.updateTable("orders").set({ guestKeyHash: "tickets4" }).where("id", "=", visitor.orderId).execute();
  expect((await sent(visitor.address, "PATCH", bytes)).status).toBe(404);
});

test("without the setting, uploads stay at their page's origin and no ticket works", async () => {
  const { address } = await begun(personOf("amara"));
  useConfig({ ...world.config, origins: { ...world.config.origins, upload: null } });
  expect((await begun(personOf("amara"))).address).toMatch(/^\/api\/files\/fil_\w+$/);
  await expect(sent(address, "HEAD")).rejects.toMatchObject({ kind: "not-found" });
});
