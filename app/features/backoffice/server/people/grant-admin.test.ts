import { afterAll, beforeAll, expect, test } from "vitest";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { CAST, CAST_PASSWORD } from "#db/seed/cast.ts";
import { seedAccounts } from "#db/seed/seed-accounts.ts";
import * as signin from "#app/features/accounts/screens/signin.tsx";
import { currentSession } from "#app/features/accounts/server/sign-in/recent-sign-in.ts";
import { TestBrowser } from "#app/features/accounts/testing/browser.ts";
import * as tools from "../../screens/admin-tools.tsx";

const AT = "/admin/admin-tools";
let world: TestWorld;
beforeAll(async () => {
  world = await openWorld();
  await seedAccounts(world.db, NOON);
});
afterAll(() => world.close());

const claimsOf = async () =>
  (await world.db.selectFrom("auth_user").select("claims").where("id", "=", CAST.mei.uid).executeTakeFirstOrThrow())
    .claims;

test("granting roles requires a fresh sign-in or the password", async () => {
  const browser = new TestBrowser();
  await browser.send(signin, "/signin", { email: CAST.ada.email, password: CAST_PASSWORD });
  const { id } = await currentSession(browser.request(AT));
  const grow = () =>
    world.db
      .updateTable("auth_session")
      .set({ provedAt: new Date(Date.now() - 16 * 60_000) })
      .where("id", "=", id)
      .execute();
  await grow();
  const before = await claimsOf();
  const grant = (more: Record<string, string> = {}) =>
    browser.send(tools, AT, { intent: "roles", uid: CAST.mei.uid, admin: "on", reason: "Runs the office.", ...more });

  const asked = await grant();
  expect(asked).toMatchObject({
    status: 403,
    data: {
      form: "roles",
      error: { code: "requires-recent-login" },
      typed: { admin: "on", reason: "Runs the office." },
    },
  });
  const wrong = await grant({ "current-password": "not-it" });
  expect(wrong).toMatchObject({ data: { error: { code: "wrong-password" } } });
  expect(JSON.stringify(wrong.data)).not.toContain("not-it");
  expect(await claimsOf()).toEqual(before);

  expect(await grant({ "current-password": CAST_PASSWORD })).toMatchObject({ status: 200, data: { form: "roles" } });
  expect(await claimsOf()).toMatchObject({ admin: true });
  await grow();
  const taken = await browser.send(tools, AT, { intent: "roles", uid: CAST.mei.uid, reason: "Left the office." });
  expect(taken).toMatchObject({ status: 403, data: { error: { code: "requires-recent-login" } } });
});
