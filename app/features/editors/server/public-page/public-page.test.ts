import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { deliveredOrder } from "#boot/testing/make-order.ts";
import { type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { NOBODY } from "#app/platform/rules/core/actor.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { listEditor } from "#app/features/orders/server/client-editors/list-editor.ts";
import { getOrderView } from "#app/features/orders/server/views/get-order-view.ts";
import { listChangingPages } from "#app/features/marketing/server/list-changing-pages.ts";
import {
  findPublicEditor,
  listMatchingEditors,
  listPublicEditors,
  listPublicFields,
  listPublicLanguages,
  previewPublicEditor,
} from "./find-public-editor.ts";
import { getEditorPhoto } from "./photo-endpoint.ts";
import { recountPublicRecord } from "#app/features/orders/server/editor-record/recount-public-record.ts";
import { listFreeDates } from "#app/features/orders/server/editor-record/list-free-dates.ts";
import { savePhoto } from "./save-photo.ts";
import { savePublicPage } from "#app/features/orders/server/editor-record/save-public-page.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.db.updateTable("editors").set({ publicAt: null }).execute();
  await world.db.deleteFrom("editor_pages").execute();
});

const jonas = personOf("jonas");
const page = (over: Record<string, unknown> = {}) => ({
  editorId: "usr_jonas",
  shown: true,
  mayShow: false,
  sampleBefore: "",
  sampleAfter: "",
  ...over,
});
const JPEG = new Uint8Array([0xff, 0xd8, 0xff, 0xe1, 0, 4, 71, 80, 0xff, 0xda, 0, 2, 1, 2, 0xff, 0xd9]);

describe("an editor's public page", () => {
  test("exists only while the editor has chosen it", async () => {
    expect(await findPublicEditor("usr_jonas")).toBeNull();
    expect(await previewPublicEditor("usr_jonas")).toMatchObject({ name: "Jonas Weber" });
    await savePublicPage(jonas, page());
    expect(await findPublicEditor("usr_jonas")).toMatchObject({ name: "Jonas Weber", sample: null, photo: null });
    expect((await listPublicEditors(1)).editors.map((e) => e.editorId)).toEqual(["usr_jonas"]);
    expect(await listPublicFields()).toEqual(expect.arrayContaining(["environmental-science"]));
    const found = async (field: string, english: string, language = "", among: string[] | null = null) =>
      (await listPublicEditors(1, { field, english, language }, among)).editors.length;
    expect([
      await found("environmental-science", ""),
      await found("environmental-science", "UK"),
      await found("oncology", ""),
      await found("", "", "", ["usr_jonas", "usr_priya"]),
      await found("", "", "", []),
    ]).toEqual([1, 1, 0, 1, 0]);
    expect([await found("", "", "de"), await listPublicLanguages()]).toEqual([0, []]);
    await world.db
      .updateTable("editors")
      .set({ languages: JSON.stringify(["de", "fr"]) })
      .where("uid", "in", ["usr_jonas", "usr_priya"])
      .execute();
    expect([await found("", "", "de"), (await listPublicLanguages()).toSorted()]).toEqual([1, ["de", "fr"]]);
    expect(await listMatchingEditors({ field: "", english: "", language: "fr" }, 5)).toEqual(["usr_jonas"]);
    expect((await listChangingPages()).map((p) => p.path)).toContain("/editors/usr_jonas");
    await savePublicPage(jonas, page({ shown: false }));
    expect(await findPublicEditor("usr_jonas")).toBeNull();
    expect((await listPublicEditors(1)).editors).toEqual([]);
  });
  test("never shows an email address", async () => {
    await savePublicPage(jonas, page());
    expect(JSON.stringify(await findPublicEditor("usr_jonas"))).not.toContain("@");
  });
  test("needs an approved identity and a complete profile, and says what is missing", async () => {
    const noor = personOf("noor");
    await expect(savePublicPage(noor, page({ editorId: "usr_noor" }))).rejects.toMatchObject({
      kind: "invalid",
      fields: { shown: expect.stringMatching(/^Still missing: .*Biography/) as string },
    });
    // Choices made before the page is public are stored.
    await savePublicPage(noor, page({ editorId: "usr_noor", shown: false }));
  });
  test("disappears when documents expire or the account is closed, whatever was chosen", async () => {
    await savePublicPage(jonas, page());
    await world.db.updateTable("editors").set({ identityApprovedAt: null }).where("uid", "=", "usr_jonas").execute();
    expect(await findPublicEditor("usr_jonas")).toBeNull();
    await world.db.updateTable("editors").set({ identityApprovedAt: now() }).where("uid", "=", "usr_jonas").execute();
  });
  test("shows a sample only if the editor says they may show it", async () => {
    const sample = { sampleBefore: "The results was clear.", sampleAfter: "The results were clear." };
    await expect(savePublicPage(jonas, page(sample))).rejects.toMatchObject({
      fields: { mayShow: "Confirm that you may show this text, or leave the sample empty." },
    });
    await savePublicPage(jonas, page({ ...sample, mayShow: true }));
    expect((await findPublicEditor("usr_jonas"))?.sample).toEqual({
      before: "The results was clear.",
      after: "The results were clear.",
    });
  });
  test("counts its record from real orders, and again after each delivery", async () => {
    await savePublicPage(jonas, page());
    const before = (await findPublicEditor("usr_jonas"))!.record.delivered;
    const { orderId } = await deliveredOrder();
    await world.db
      .updateTable("orders")
      .set({ deliveredAt: now(), assignedTo: "usr_jonas" })
      .where("id", "=", orderId)
      .execute();
    await recountPublicRecord("usr_jonas");
    expect((await findPublicEditor("usr_jonas"))!.record.delivered).toBe(before + 1);
  });
  test("is linked from the orders of the editor's clients, as long as it exists", async () => {
    const { orderId } = await deliveredOrder();
    const pageIn = async (reader: typeof jonas) =>
      (await getOrderView(reader, orderId, { openQueries: 0 })).editorPageId;
    expect(await pageIn(personOf("amara"))).toBeNull();
    await savePublicPage(jonas, page());
    expect(await pageIn(personOf("amara"))).toBe("usr_jonas");
    expect(await pageIn(jonas)).toBeNull();
    await savePublicPage(jonas, page({ shown: false }));
    expect(await pageIn(personOf("amara"))).toBeNull();
  });
  test("is saved once when two windows save at once", async () => {
    await Promise.all([savePublicPage(jonas, page()), savePublicPage(jonas, page())]);
    const facts = await world.db.selectFrom("facts").selectAll().where("kind", "=", "editor.public_page").execute();
    expect(facts.filter((f) => (f.data as { shown: boolean }).shown).length).toBeGreaterThan(0);
    expect(await world.db.selectFrom("editor_pages").selectAll().execute()).toHaveLength(1);
  });
});

test("a public editor is free from the day that matching would give them another order", async () => {
  const at = new Date("2026-11-23T10:00:00Z");
  const jonasFree = async () => (await listFreeDates(["usr_jonas"], at)).get("usr_jonas");
  const { calendar } = await world.db
    .selectFrom("editors")
    .select("calendar")
    .where("uid", "=", "usr_jonas")
    .executeTakeFirstOrThrow();
  const save = (set: { calendar?: string; pausedAt?: Date | null }) =>
    world.db.updateTable("editors").set(set).where("uid", "=", "usr_jonas").execute();
  await save({ calendar: JSON.stringify({ workdays: [1, 2, 3, 4, 5], away: [] }) });
  expect(await jonasFree()).toEqual({ day: "2026-11-23", is: "now" });
  await save({ calendar: JSON.stringify({ workdays: [1, 2, 3, 4, 5], away: ["2026-11-23", "2026-11-24"] }) });
  expect(await jonasFree()).toEqual({ day: "2026-11-25", is: "back" });
  await save({ pausedAt: at });
  expect(await jonasFree()).toBeNull();
  await save({ pausedAt: null, calendar: JSON.stringify(calendar) });
});

describe("the photo", () => {
  const ask = (actor: Parameters<typeof getEditorPhoto>[1]["actor"]) =>
    getEditorPhoto(new Request("http://x/"), { actor, params: { id: "usr_jonas" } });
  test("is stored without camera metadata, and only the editor sees it until the page is public", async () => {
    await savePhoto(jonas, { editorId: "usr_jonas", bytes: JPEG });
    await expect(ask(NOBODY)).rejects.toMatchObject({ kind: "not-found" });
    await expect(ask(personOf("priya"))).rejects.toMatchObject({ kind: "not-found" });
    const own = await ask(jonas);
    expect(own.headers.get("cache-control")).toBe("private, no-store");
    expect(new Uint8Array(await own.arrayBuffer())).toEqual(new Uint8Array([...JPEG.slice(0, 2), ...JPEG.slice(8)]));
    await savePublicPage(jonas, page());
    expect((await ask(NOBODY)).headers.get("content-type")).toBe("image/jpeg");
    await savePhoto(jonas, { editorId: "usr_jonas", bytes: null });
    await expect(ask(NOBODY)).rejects.toMatchObject({ kind: "not-found" });
  });
  test("is refused when it isn't a picture or is too large", async () => {
    const svg = new TextEncoder().encode("<svg/>");
    await expect(savePhoto(jonas, { editorId: "usr_jonas", bytes: svg })).rejects.toMatchObject({ code: "photo" });
    const large = new Uint8Array(500_000);
    await expect(savePhoto(jonas, { editorId: "usr_jonas", bytes: large })).rejects.toMatchObject({ code: "photo" });
  });
});

test("a client can prefer or block an editor with a public page who never worked for them", async () => {
  const mei = personOf("mei");
  const asked = { userId: mei.uid, editorId: "usr_jonas", kind: "preferred" as const };
  await world.db.deleteFrom("client_editors").where("userId", "=", mei.uid).execute();
  await world.db.updateTable("orders").set({ assignedTo: null }).where("userId", "=", mei.uid).execute();
  await expect(listEditor(mei, asked)).rejects.toMatchObject({ kind: "refused" });
  await savePublicPage(jonas, page());
  expect(await listEditor(mei, asked)).toEqual({ kind: "preferred" });
  expect(await listEditor(mei, { ...asked, kind: "blocked" })).toEqual({ kind: "blocked" });
});
