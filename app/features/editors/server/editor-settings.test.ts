import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { orderIn } from "#boot/testing/make-order.ts";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { CAST, personOf } from "#db/seed/cast.ts";
import { NOBODY } from "#app/platform/rules/core/actor.ts";
import { json } from "#app/platform/server/core/database.ts";
import { drainJobs } from "#app/platform/server/core/jobs.ts";
import { CONFIDENTIALITY_VERSION } from "../rules/confidentiality.ts";
import { changeDaysAway } from "./change-days-away.ts";
import { findEditor } from "./find-editor.ts";
import { profileVersion, saveEditorProfile } from "./save-editor-profile.ts";
import { matchingVersion, saveMatching } from "./save-matching.ts";
import { findSignedVersion, signConfidentiality } from "./application/sign-confidentiality.ts";

let world: TestWorld;
/** Facts are never deleted, so each test counts from its start. */
let since = 0;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const noor = personOf("noor");
const jonas = personOf("jonas");
const amara = personOf("amara");
const sam = personOf("sam");
const ada = personOf("ada");
const editorId = noor.uid;
const ALL = {
  editorId,
  fields: ["sociology", "demography"],
  variants: ["UK" as const],
  services: ["proofreading" as const],
  weeklyWords: "12000",
  parallelOrders: "2",
  workdays: [1, 2, 3, 4, 5],
  quiet: "none" as const,
  quietFrom: "",
  quietTo: "",
  timeZone: "Europe/Amsterdam",
};
const editor = async (uid: string = editorId) => (await findEditor(uid))!;
const facts = (kind: "editor.matching_changed" | "editor.confidentiality_signed") =>
  world.db
    .selectFrom("facts")
    .selectAll()
    .where("kind", "=", kind)
    .where("subjectId", "=", editorId)
    .where("seq", ">", since)
    .orderBy("seq")
    .execute();
beforeEach(async () => {
  since =
    (
      await world.db
        .selectFrom("facts")
        .select((e) => e.fn.max("seq").as("seq"))
        .executeTakeFirst()
    )?.seq ?? 0;
  await world.db
    .updateTable("editors")
    .set({
      ...CAST.noor.editor,
      fields: json(["sociology"]),
      variants: json(["UK"]),
      services: json(["proofreading"]),
      stats: json({}),
      weeklyWords: null,
      parallelOrders: null,
      calendar: null,
      quietHours: null,
      confidentialitySignedAt: null,
      headline: "Sociologist",
    })
    .where("uid", "=", editorId)
    .execute();
});

describe("matching settings", () => {
  test("completing the settings makes an editor ready in the same transaction and sends a live event", async () => {
    expect((await editor()).matchReady).toBe(false);
    expect(await saveMatching(noor, ALL)).toMatchObject({ matchReady: true, becameReady: true });
    expect(await editor()).toMatchObject({
      matchReady: true,
      weeklyWords: 12_000,
      parallelOrders: 2,
      quietHours: { from: "00:00", to: "00:00" },
    });
    expect((await facts("editor.matching_changed")).map((f) => f.data)).toMatchObject([
      { matchReady: true, becameReady: true },
    ]);
  });
  test("stores incomplete settings without making the editor ready", async () => {
    expect(await saveMatching(noor, { ...ALL, quiet: "" })).toMatchObject({ matchReady: false });
    expect(await saveMatching(noor, { ...ALL, weeklyWords: "" })).toMatchObject({ matchReady: false });
    expect((await editor()).weeklyWords).toBeNull();
  });
  test("removing a setting makes an editor unready again", async () => {
    await saveMatching(noor, ALL);
    expect(await saveMatching(noor, { ...ALL, fields: [] })).toMatchObject({ matchReady: false, becameReady: false });
    expect((await editor()).matchReady).toBe(false);
  });
  test("becoming ready re-evaluates orders without an editor", async () => {
    await world.db
      .updateTable("editors")
      .set({ identityApprovedAt: NOON, agreementSignedAt: NOON })
      .where("uid", "=", editorId)
      .execute();
    const order = await orderIn("paid", { service: "proofreading", set: { field: "sociology" } });
    await saveMatching(noor, ALL);
    await drainJobs();
    expect(
      await world.db
        .selectFrom("match_judgements")
        .select("eligible")
        .where("orderId", "=", order.id)
        .where("editorId", "=", editorId)
        .executeTakeFirst(),
    ).toBeDefined();
  });
  test("can't be changed by other editors, authors, support, admins or visitors", async () => {
    for (const actor of [jonas, amara, sam, ada, NOBODY])
      await expect(saveMatching(actor, ALL)).rejects.toMatchObject({ kind: "refused" });
    await expect(saveMatching(noor, { ...ALL, editorId: jonas.uid })).rejects.toMatchObject({ kind: "refused" });
    await expect(saveMatching(amara, { ...ALL, editorId: amara.uid })).rejects.toMatchObject({ kind: "not-found" });
    expect(await facts("editor.matching_changed")).toEqual([]);
  });
  test("are saved once when sent twice or from two tabs at once", async () => {
    await Promise.all([saveMatching(noor, ALL), saveMatching(noor, ALL)]);
    await saveMatching(noor, ALL);
    expect(await facts("editor.matching_changed")).toHaveLength(1);
  });
  test("refuses to overwrite unseen changes from another window", async () => {
    const seen = matchingVersion(await editor());
    await saveMatching(noor, { ...ALL, seen });
    await expect(saveMatching(noor, { ...ALL, weeklyWords: "5000", seen })).rejects.toMatchObject({
      kind: "conflict",
      code: "settings_changed",
    });
    expect((await editor()).weeklyWords).toBe(12_000);
  });
  test("expert editing requires a verified doctorate", async () => {
    await expect(saveMatching(noor, { ...ALL, services: ["expert"] })).rejects.toMatchObject({
      kind: "invalid",
      fields: { services: expect.stringContaining("doctorate") },
    });
    await world.db.updateTable("editors").set({ doctorateVerifiedAt: NOON }).where("uid", "=", editorId).execute();
    expect(await saveMatching(noor, { ...ALL, services: ["expert"] })).toMatchObject({ matchReady: true });
    await world.db.updateTable("editors").set({ doctorateVerifiedAt: null }).where("uid", "=", editorId).execute();
  });
  test.each([
    [{ weeklyWords: "12" }, "weeklyWords"],
    [{ parallelOrders: "21" }, "parallelOrders"],
    [{ fields: ["alchemy"] }, "fields.0"],
    [{ timeZone: "Moon/Base" }, "timeZone"],
    [{ quiet: "hours" as const, quietFrom: "22:00" }, "quietTo"],
    [{ quiet: "hours" as const, quietFrom: "22:00", quietTo: "22:00" }, "quietTo"],
  ])("refuses %o at its field", async (part, field) => {
    await expect(saveMatching(noor, { ...ALL, ...part })).rejects.toMatchObject({
      kind: "invalid",
      fields: { [field]: expect.any(String) },
    });
  });
});

describe("days away", () => {
  const away = async () => (await editor()).calendar?.away ?? [];
  test("can be added and removed; a pause starts today in the editor's calendar", async () => {
    await changeDaysAway(noor, { editorId, what: "add", from: "2026-12-24", to: "2026-12-26" });
    await changeDaysAway(noor, { editorId, what: "pause", to: "2026-11-22" });
    expect(await away()).toEqual(["2026-11-21", "2026-11-22", "2026-12-24", "2026-12-25", "2026-12-26"]);
    await changeDaysAway(noor, { editorId, what: "remove", from: "2026-12-24", to: "2026-12-26" });
    expect(await away()).toEqual(["2026-11-21", "2026-11-22"]);
  });
  test("don't change working days, and two at once are both stored", async () => {
    await saveMatching(noor, ALL);
    await Promise.all([
      changeDaysAway(noor, { editorId, what: "add", from: "2026-12-01", to: "2026-12-01" }),
      changeDaysAway(noor, { editorId, what: "add", from: "2026-12-03", to: "2026-12-03" }),
    ]);
    expect((await editor()).calendar).toEqual({ workdays: [1, 2, 3, 4, 5], away: ["2026-12-01", "2026-12-03"] });
    expect((await editor()).matchReady).toBe(true);
  });
  test("are refused if invalid or for another editor", async () => {
    await expect(
      changeDaysAway(noor, { editorId, what: "add", from: "2026-12-03", to: "2026-12-01" }),
    ).rejects.toMatchObject({ kind: "invalid" });
    await expect(changeDaysAway(noor, { editorId, what: "pause", to: "2026-11-20" })).rejects.toMatchObject({
      kind: "invalid",
    });
    for (const actor of [jonas, ada, sam, amara, NOBODY])
      await expect(changeDaysAway(actor, { editorId, what: "pause", to: "2026-11-25" })).rejects.toMatchObject({
        kind: "refused",
      });
    expect(await away()).toEqual([]);
  });
});

describe("the confidentiality agreement", () => {
  const asked = { editorId, version: CONFIDENTIALITY_VERSION, agreed: "yes" as const };
  test("is signed with its version and its time, once", async () => {
    expect(await findSignedVersion(editorId)).toBeNull();
    await Promise.all([signConfidentiality(noor, asked), signConfidentiality(noor, asked)]);
    await signConfidentiality(noor, asked);
    expect((await facts("editor.confidentiality_signed")).map((f) => f.data.version)).toEqual([
      CONFIDENTIALITY_VERSION,
    ]);
    expect((await editor()).confidentialitySignedAt).toEqual(NOON);
    expect(await findSignedVersion(editorId)).toBe(CONFIDENTIALITY_VERSION);
  });
  test("is refused without consent, for an old version, and for anyone else", async () => {
    await expect(signConfidentiality(noor, { ...asked, agreed: "" as "yes" })).rejects.toMatchObject({
      kind: "invalid",
    });
    await expect(signConfidentiality(noor, { ...asked, version: "2020-01-01" })).rejects.toMatchObject({
      kind: "conflict",
    });
    for (const actor of [jonas, ada, sam, amara])
      await expect(signConfidentiality(actor, asked)).rejects.toMatchObject({ kind: "refused" });
    expect((await editor()).confidentialitySignedAt).toBeNull();
  });
});

describe("an editor's profile", () => {
  const typed = {
    editorId,
    headline: " Sociologist of work ",
    degree: "PhD",
    bio: "",
    publications: "",
    timeZone: "Europe/Paris",
    fields: ["sociology"],
    languages: ["fr", "ar", "fr"],
  };
  test("can be changed by the editor and admins", async () => {
    await saveEditorProfile(noor, typed);
    expect(await editor()).toMatchObject({
      headline: "Sociologist of work",
      timeZone: "Europe/Paris",
      languages: ["ar", "fr"],
    });
    await expect(saveEditorProfile(noor, { ...typed, languages: ["tlh"] })).rejects.toMatchObject({ kind: "invalid" });
    await saveEditorProfile(ada, { ...typed, headline: "Sociologist" });
    expect((await editor()).headline).toBe("Sociologist");
    expect(
      (await world.db.selectFrom("users").select("timeZone").where("uid", "=", editorId).executeTakeFirstOrThrow())
        .timeZone,
    ).toBe("Europe/Paris");
  });
  test("can't be changed by other editors, authors or support", async () => {
    for (const actor of [jonas, amara, sam, NOBODY])
      await expect(saveEditorProfile(actor, typed)).rejects.toMatchObject({ kind: "refused" });
    await expect(saveEditorProfile(ada, { ...typed, editorId: "usr_nobody" })).rejects.toMatchObject({
      kind: "not-found",
    });
  });
  test("an editor without fields isn't matched anymore", async () => {
    await saveMatching(noor, ALL);
    await saveEditorProfile(noor, { ...typed, fields: [] });
    expect((await editor()).matchReady).toBe(false);
  });
  test("reports a conflict to the second of two windows, and stores a repeat once", async () => {
    const seen = profileVersion(await editor());
    await saveEditorProfile(noor, { ...typed, seen });
    await saveEditorProfile(noor, { ...typed, seen });
    await expect(saveEditorProfile(noor, { ...typed, headline: "Another", seen })).rejects.toMatchObject({
      kind: "conflict",
    });
    expect(await facts("editor.matching_changed")).toHaveLength(1);
  });
});
