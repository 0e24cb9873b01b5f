import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { verifyPassword } from "better-auth/crypto";
import { type TestWorld, openWorld } from "#boot/testing/world.ts";
import { NOON } from "#boot/testing/world.ts";
import { CAST, CAST_PASSWORD } from "./cast.ts";
import { seedDemo } from "./demo.ts";

let world: TestWorld;
beforeEach(async () => {
  world = await openWorld();
});
afterEach(() => world.close());

const somebody = () =>
  world.db
    .insertInto("users")
    .values({ uid: "usr_real", displayName: "A Real Person", email: "real@example.org", createdAt: NOON })
    .execute();
const account = () =>
  world.db
    .insertInto("auth_user")
    .values({
      id: "usr_real",
      name: "A Real Person",
      email: "real@example.org",
      emailVerified: false,
      image: null,
      timeZone: null,
      createdAt: NOON,
      updatedAt: NOON,
    })
    .execute();

describe("the demo world", () => {
  test("lets every cast member sign in with the cast's password and their verification status", async () => {
    await seedDemo();
    for (const m of Object.values(CAST)) {
      expect(
        await world.db
          .selectFrom("auth_user")
          .select(["email", "emailVerified", "claims"])
          .where("id", "=", m.uid)
          .executeTakeFirst(),
      ).toEqual({ email: m.email, emailVerified: m.emailVerified, claims: m.claims });
      const { password } = await world.db
        .selectFrom("auth_account")
        .select("password")
        .where("userId", "=", m.uid)
        .executeTakeFirstOrThrow();
      expect(await verifyPassword({ hash: password!, password: CAST_PASSWORD })).toBe(true);
    }
  });

  test("is created once, even when several processes start at once or again", async () => {
    await Promise.all([seedDemo(), seedDemo(), seedDemo()]);
    const before = await world.db.selectFrom("auth_account").selectAll().orderBy("id").execute();
    await seedDemo();
    expect(await world.db.selectFrom("auth_account").selectAll().orderBy("id").execute()).toEqual(before);
    expect(before).toHaveLength(Object.keys(CAST).length);
  });

  test("keeps a password changed by a cast member", async () => {
    await seedDemo();
    await world.db
      .updateTable("auth_account")
      .set({ password: "changed" })
      .where("userId", "=", CAST.amara.uid)
      .execute();
    await seedDemo();
    expect(
      await world.db
        .selectFrom("auth_account")
        .select("password")
        .where("userId", "=", CAST.amara.uid)
        .executeTakeFirst(),
    ).toEqual({ password: "changed" });
  });

  test("starts again after people have signed up in it", async () => {
    await seedDemo();
    await account();
    await somebody();
    await seedDemo();
    expect(await world.db.selectFrom("users").select("uid").where("uid", "=", "usr_real").execute()).toHaveLength(1);
  });

  test.each([
    ["a profile", somebody],
    ["an account", account],
  ])("refuses an unmarked database that contains %s of someone else", async (_what, put) => {
    await put();
    await expect(seedDemo()).rejects.toThrow(/outside the demo cast/);
    expect(await world.db.selectFrom("auth_account").select("id").execute()).toEqual([]);
    expect(await world.db.selectFrom("demo_world").select("id").execute()).toEqual([]);
  });
});
