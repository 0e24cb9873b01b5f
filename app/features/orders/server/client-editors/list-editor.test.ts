import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { orderIn } from "#boot/testing/make-order.ts";
import { type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { NOBODY } from "#app/platform/rules/core/actor.ts";
import { listClientEditors, listKnownEditors } from "./list-client-editors.ts";
import { listEditor } from "./list-editor.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const amara = personOf("amara");
const mei = personOf("mei");
const jonas = personOf("jonas");
const priya = personOf("priya");
const ada = personOf("ada");
const uid = amara.uid;

/** Facts are never deleted, so each test counts from its start. */
let since = 0;
const lastFact = async () =>
  (
    await world.db
      .selectFrom("facts")
      .select((e) => e.fn.max("seq").as("seq"))
      .executeTakeFirst()
  )?.seq ?? 0;
const factsOf = (kind: string) =>
  world.db
    .selectFrom("facts")
    .select(["kind", "data"])
    .where("kind", "=", kind)
    .where("subjectId", "=", uid)
    .where("seq", ">", since)
    .execute();
beforeEach(async () => {
  since = await lastFact();
  await world.db.deleteFrom("client_editors").where("userId", "=", uid).execute();
});

describe("an author's editors", () => {
  beforeEach(async () => {
    if ((await listKnownEditors(uid)).length === 0) await orderIn("in_progress");
  });
  test("can be listed once they have worked for the author, and listed differently later", async () => {
    expect((await listKnownEditors(uid)).map((e) => e.uid)).toEqual([jonas.uid]);
    await listEditor(amara, { userId: uid, editorId: jonas.uid, kind: "preferred" });
    await listEditor(amara, { userId: uid, editorId: jonas.uid, kind: "blocked" });
    expect(await listClientEditors(uid)).toMatchObject([{ uid: jonas.uid, kind: "blocked" }]);
    expect(await listKnownEditors(uid)).toEqual([]);
    await listEditor(amara, { userId: uid, editorId: jonas.uid, kind: "off" });
    expect(await listClientEditors(uid)).toEqual([]);
  });
  test("can't be someone who never worked for the author, or who isn't an editor", async () => {
    await expect(listEditor(amara, { userId: uid, editorId: priya.uid, kind: "preferred" })).rejects.toMatchObject({
      kind: "refused",
    });
    await expect(listEditor(amara, { userId: uid, editorId: mei.uid, kind: "blocked" })).rejects.toMatchObject({
      kind: "not-found",
    });
  });
  test("can't be listed by anyone else", async () => {
    for (const actor of [mei, jonas, ada, NOBODY])
      await expect(listEditor(actor, { userId: uid, editorId: jonas.uid, kind: "preferred" })).rejects.toMatchObject({
        kind: "refused",
      });
  });
  test("are listed once, even when added twice or by two requests at once", async () => {
    const asked = { userId: uid, editorId: jonas.uid, kind: "backup" as const };
    await Promise.all([listEditor(amara, asked), listEditor(amara, asked)]);
    await listEditor(amara, asked);
    expect(await factsOf("account.editor_listed")).toHaveLength(1);
  });
});
