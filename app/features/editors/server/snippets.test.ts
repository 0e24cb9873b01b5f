import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { type Actor, NOBODY } from "#app/platform/rules/core/actor.ts";
import { Problem } from "#app/platform/rules/core/errors.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { SNIPPET_LIMITS } from "../rules/snippet.ts";
import { forgetSnippets, removeSnippet, saveSnippet, snippetsOf } from "./snippets.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  setClock(NOON);
  await world.db.deleteFrom("snippets").execute();
});

const jonas = personOf("jonas");
const own = { editorId: jonas.uid };
const kindOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => "done",
    (error: unknown) => (error instanceof Problem ? error.kind : String(error)),
  );

test("an editor saves, replaces, and removes snippets, twice at once too", async () => {
  await Promise.all([1, 2].map(() => saveSnippet(jonas, { ...own, name: ";Serial", body: " One. " })));
  expect(await snippetsOf(jonas.uid)).toEqual([{ name: "serial", body: "One." }]);
  await saveSnippet(jonas, { ...own, name: "serial", body: "Two." });
  expect(await snippetsOf(jonas.uid)).toEqual([{ name: "serial", body: "Two." }]);
  expect(await kindOf(saveSnippet(jonas, { ...own, name: "two words", body: "x" }))).toBe("invalid");
  expect(await kindOf(saveSnippet(jonas, { ...own, name: "x", body: " " }))).toBe("invalid");
  await removeSnippet(jonas, { ...own, name: "serial" });
  await removeSnippet(jonas, { ...own, name: "serial" });
  expect(await snippetsOf(jonas.uid)).toEqual([]);
});

test("a list has an end, and those in it can still be changed", async () => {
  await world.db
    .insertInto("snippets")
    .values(
      Array.from({ length: SNIPPET_LIMITS.each }, (_, i) => ({
        uid: jonas.uid,
        name: `n${i}`,
        body: "x",
        savedAt: NOON,
      })),
    )
    .execute();
  expect(await kindOf(saveSnippet(jonas, { ...own, name: "more", body: "x" }))).toBe("conflict");
  expect(await kindOf(saveSnippet(jonas, { ...own, name: "n1", body: "y" }))).toBe("done");
});

test("nobody else changes them, and they go with the editor", async () => {
  await saveSnippet(jonas, { ...own, name: "serial", body: "One." });
  for (const actor of [NOBODY, personOf("priya"), personOf("ada"), personOf("amara")] as Actor[]) {
    expect(await kindOf(saveSnippet(actor, { ...own, name: "x", body: "x" }))).toBe("refused");
    expect(await kindOf(removeSnippet(actor, { ...own, name: "serial" }))).toBe("refused");
  }
  await world.db.transaction().execute((tx) => forgetSnippets(tx, jonas.uid));
  expect(await snippetsOf(jonas.uid)).toEqual([]);
});
