import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { SYSTEM } from "#app/platform/rules/core/actor.ts";
import { DAY, after } from "#app/platform/rules/core/time.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { transact } from "#app/platform/server/core/command.ts";
import { currentVersion } from "./legal-documents.ts";
import { recordOpened } from "../settings/open-account.ts";
import { listAcceptances, recordAcceptance } from "./record-acceptance.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const recorded = {
  context: "sign-up",
  acceptedAt: NOON,
  textSha256: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
};

describe("accepted documents", () => {
  test("creating an account accepts the terms and the privacy policy, once", async () => {
    await Promise.all([recordOpened("usr_new"), recordOpened("usr_new")]);
    expect(await listAcceptances("usr_new")).toEqual([
      { document: "privacy", version: await currentVersion("privacy"), ...recorded },
      { document: "terms", version: await currentVersion("terms"), ...recorded },
    ]);
  });
  test("a version accepted before stays as it was recorded then", async () => {
    setClock(after(NOON, 3 * DAY));
    await transact(SYSTEM, (ctx) =>
      recordAcceptance(ctx, { uid: "usr_new", documents: ["terms", "refund-revision-policy"], context: "payment" }),
    );
    expect((await listAcceptances("usr_new")).map((a) => [a.document, a.context])).toEqual([
      ["refund-revision-policy", "payment"],
      ["privacy", "sign-up"],
      ["terms", "sign-up"],
    ]);
  });
  test("are each person's own", async () => {
    expect(await listAcceptances(personOf("mei").uid)).toEqual([]);
  });
});
