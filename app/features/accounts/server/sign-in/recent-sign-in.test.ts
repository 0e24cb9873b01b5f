import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestWorld, openWorld } from "#boot/testing/world.ts";
import { CAST_PASSWORD } from "#db/seed/cast.ts";
import { sessionCookie } from "../../testing/session-cookie.ts";
import { currentSession, reauthenticate, requireRecentSignIn } from "./recent-sign-in.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const asks = (cookie: string, headers: Record<string, string> = {}) =>
  new Request("http://localhost:3000/profile/settings", { method: "POST", headers: { cookie, ...headers } });
const age = async (cookie: string, ms: number) => {
  const { id } = await currentSession(asks(cookie));
  await world.db
    .updateTable("auth_session")
    .set({ provedAt: new Date(Date.now() - ms) })
    .where("id", "=", id)
    .execute();
};
const MINUTE = 60_000;

describe("a change that could cost someone their account", () => {
  test("is allowed for ten minutes after a sign-in, and then needs another", async () => {
    const cookie = await sessionCookie("amara");
    await requireRecentSignIn(asks(cookie));
    await age(cookie, 10 * MINUTE - 5_000);
    await requireRecentSignIn(asks(cookie));
    await age(cookie, 10 * MINUTE);
    await expect(requireRecentSignIn(asks(cookie))).rejects.toMatchObject({
      code: "requires-recent-login",
      status: 403,
      advice: expect.stringContaining("Enter your password"),
    });
  });

  test("is allowed again once the password is entered, only in this session", async () => {
    const [here, elsewhere] = [await sessionCookie("amara"), await sessionCookie("amara")];
    for (const cookie of [here, elsewhere]) await age(cookie, 3_600_000);
    await expect(reauthenticate(asks(here), "not-it")).rejects.toMatchObject({
      code: "wrong-password",
      fields: { password: expect.any(String) },
    });
    await expect(requireRecentSignIn(asks(here))).rejects.toMatchObject({ code: "requires-recent-login" });
    await reauthenticate(asks(here), CAST_PASSWORD);
    await requireRecentSignIn(asks(here));
    await expect(requireRecentSignIn(asks(elsewhere))).rejects.toMatchObject({ code: "requires-recent-login" });
  });

  test("needs a session", async () => {
    for (const cookie of ["", "stet.session_token=made.up"]) {
      await expect(requireRecentSignIn(asks(cookie))).rejects.toMatchObject({
        code: "user-token-expired",
        status: 401,
      });
      await expect(reauthenticate(asks(cookie), CAST_PASSWORD)).rejects.toMatchObject({ code: "user-token-expired" });
    }
  });

  test("can't be unlocked by guessing, because password entries are limited too", async () => {
    const cookie = await sessionCookie("priya");
    await age(cookie, 3_600_000);
    // The demo gives thirty times the tries.
    await world.db.updateTable("auth_rate_limit").set({ count: 400, lastRequest: Date.now() }).execute();
    let said = "";
    for (let i = 0; i < 310 && said !== "too-many-requests"; i++)
      said = await reauthenticate(asks(cookie, { "x-forwarded-for": `198.51.100.${i % 250}` }), "x".repeat(2_000)).then(
        () => "",
        (e: { code: string }) => e.code,
      );
    expect(said).toBe("too-many-requests");
    await expect(reauthenticate(asks(cookie), CAST_PASSWORD)).rejects.toMatchObject({ code: "too-many-requests" });
  });

  test("tells people whose account has no password", async () => {
    const cookie = await sessionCookie("mei");
    await world.db.updateTable("auth_account").set({ password: null }).where("userId", "=", "usr_mei").execute();
    await expect(reauthenticate(asks(cookie), CAST_PASSWORD)).rejects.toMatchObject({
      code: "wrong-password",
      message: expect.stringContaining("no password"),
    });
  });
});
