import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { openWorld, type TestWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { SYSTEM } from "#app/platform/rules/core/actor.ts";
import { command } from "./command.ts";
import { post } from "../mail/mail.ts";
import { drainJobs } from "./jobs.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const rename = command({
  input: z.object({ uid: z.string(), name: z.string().min(1, "A name is needed.") }),
  load: (input, { tx }) =>
    tx.selectFrom("users").selectAll().where("uid", "=", input.uid).forUpdate().executeTakeFirstOrThrow(),
  allow: (actor, user) =>
    (actor.kind === "person" && actor.uid === user.uid) || "Only the person themselves may change a name.",
  run: async ({ input, tx, fact }) => {
    await tx.updateTable("users").set({ displayName: input.name }).where("uid", "=", input.uid).execute();
    await fact("account.verified", { data: { uid: input.uid } });
    if (input.name === "fail") throw new Error("after the write");
    return input.name;
  },
});

describe("a command", () => {
  test("writes for the right person and records the fact", async () => {
    await expect(rename(personOf("amara"), { uid: "usr_amara", name: "A. Osei" })).resolves.toBe("A. Osei");
    const facts = await world.db.selectFrom("facts").selectAll().where("kind", "=", "account.verified").execute();
    expect(facts).toMatchObject([{ actorId: "usr_amara", actorRole: "client", data: { uid: "usr_amara" } }]);
  });

  test("refuses the wrong person with an explanation, and changes nothing", async () => {
    await expect(rename(personOf("mei"), { uid: "usr_amara", name: "Mine" })).rejects.toMatchObject({
      kind: "refused",
      message: "Only the person themselves may change a name.",
    });
  });

  test("names the field that is wrong", async () => {
    await expect(rename(personOf("amara"), { uid: "usr_amara", name: "" })).rejects.toMatchObject({
      kind: "invalid",
      fields: { name: "A name is needed." },
    });
  });

  test("rolls everything back when it fails after the write", async () => {
    await expect(rename(personOf("amara"), { uid: "usr_amara", name: "fail" })).rejects.toThrow("after the write");
    const user = await world.db
      .selectFrom("users")
      .select("displayName")
      .where("uid", "=", "usr_amara")
      .executeTakeFirstOrThrow();
    expect(user.displayName).toBe("A. Osei");
    expect(
      await world.db.selectFrom("facts").select("id").where("kind", "=", "account.verified").execute(),
    ).toHaveLength(1);
  });
});

test("a recorded fact can't be changed", async () => {
  await expect(sql`update facts set kind = 'order.paid'`.execute(world.db)).rejects.toThrow("never changed");
});

test("the database refuses a journal entry that doesn't balance", async () => {
  const bad = world.db.transaction().execute(async (tx) => {
    await tx
      .insertInto("journal_entries")
      .values({ id: "jnl_x", key: "x", kind: "x", causeType: "x", causeId: "x", memo: "", at: new Date() })
      .execute();
    await tx
      .insertInto("journal_lines")
      .values({ entryId: "jnl_x", line: 1, account: "bank", party: "", amountMinor: 5, currency: "USD" })
      .execute();
  });
  await expect(bad).rejects.toThrow("does not balance");
});

test("an email with the same key is sent once", async () => {
  const letter = { key: "k", to: "a@example.org", subject: "s", html: "<p>h</p>", text: "h", kind: "test" };
  expect(await post(world.db, letter)).toBe(true);
  expect(await post(world.db, letter)).toBe(false);
  await drainJobs();
  expect(await world.db.selectFrom("mail").select(["status", "attempts"]).execute()).toEqual([
    { status: "sent", attempts: 1 },
  ]);
  expect(SYSTEM.kind).toBe("system");
});

test("leaves out undefined values: an update keeps the field, an insert uses its default", async () => {
  const before = await world.db.selectFrom("users").selectAll().where("uid", "=", "usr_mei").executeTakeFirstOrThrow();
  await world.db
    .updateTable("users")
    .set({ displayName: "Mei-Ling T.", timeZone: undefined })
    .where("uid", "=", "usr_mei")
    .execute();
  expect(await world.db.selectFrom("users").selectAll().where("uid", "=", "usr_mei").executeTakeFirstOrThrow()).toEqual(
    { ...before, displayName: "Mei-Ling T." },
  );
  await world.db
    .insertInto("users")
    .values({
      uid: "usr_new",
      displayName: "New",
      email: "new@example.org",
      role: undefined,
      timeZone: undefined,
      createdAt: before.createdAt,
    })
    .execute();
  expect(
    await world.db
      .selectFrom("users")
      .select(["role", "timeZone"])
      .where("uid", "=", "usr_new")
      .executeTakeFirstOrThrow(),
  ).toEqual({ role: "client", timeZone: null });
});
