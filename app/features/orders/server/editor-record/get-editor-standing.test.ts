import { afterAll, beforeAll, expect, test } from "vitest";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { CAST, personOf } from "#db/seed/cast.ts";
import { getEditorStanding } from "./get-editor-standing.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const jonas = personOf("jonas");
const editorId = personOf("noor").uid;

test("counts an editor's record from events", async () => {
  expect(await getEditorStanding(editorId, NOON)).toMatchObject({
    qaPassed: 0,
    delivered: 0,
    rating: null,
    ratings: 0,
    qaMean: null,
    openOrders: 0,
  });
  expect((await getEditorStanding(jonas.uid, NOON)).qaPassed).toBe(CAST.jonas.editor.qaDone);
});
