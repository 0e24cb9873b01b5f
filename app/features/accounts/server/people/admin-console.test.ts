import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type TestWorld, NOON, openWorld } from "#boot/testing/world.ts";
import { CAST, type CastName } from "#db/seed/cast.ts";
import { seedAccounts } from "#db/seed/seed-accounts.ts";
import * as reset from "../../screens/signin-reset.tsx";
import * as signin from "../../screens/signin.tsx";
import { TestBrowser } from "../../testing/browser.ts";
import { runAdminConsole } from "./admin-console.ts";
import { resolveActor } from "../sign-in/resolve-actor.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const NEW_PASSWORD = "a long enough phrase 7";
const linkIn = (text: string): string => /https?:\S+/.exec(text)![0];
const roleOf = (who: CastName) =>
  world.db.selectFrom("auth_user").select("claims").where("id", "=", CAST[who].uid).executeTakeFirstOrThrow();

test("an unknown command does nothing", async () => {
  for (const args of [[], ["create"], ["promote", "a@example.org"], ["grant", "a@example.org", "b@example.org"]]) {
    const answer = await runAdminConsole(args);
    expect(answer.ok).toBe(false);
    expect(answer.text).toContain("Usage: npm run -s admin");
  }
  expect(await runAdminConsole(["create", "not-an-address"])).toMatchObject({ ok: false });
});

test("an empty installation gets its first admin by a link that works once", async () => {
  expect((await runAdminConsole(["list"])).text).toContain("There's no admin yet");
  // A mistyped address is replaced, and its link ends.
  const mistyped = await runAdminConsole(["create", "owner@exmaple.org"]);
  expect(mistyped.ok).toBe(true);
  const [first, second] = await Promise.all([
    runAdminConsole(["create", "Owner@Example.org"]),
    runAdminConsole(["create", "Owner@Example.org"]),
  ]);
  expect([first.ok, second.ok]).toEqual([true, true]);
  const made = await world.db.selectFrom("auth_user").select(["id", "email", "claims"]).execute();
  expect(made, "one account, however often it was asked for").toHaveLength(1);
  expect(made[0]).toMatchObject({ email: "owner@example.org", claims: { admin: true } });

  const choose = async (link: string) => {
    const browser = new TestBrowser();
    const token = new URL(link).searchParams.get("token")!;
    return browser.send(reset, `/signin/reset?token=${token}`, { token, password: NEW_PASSWORD });
  };
  const answers = [
    await choose(linkIn(mistyped.text)),
    await choose(linkIn(first.text)),
    await choose(linkIn(second.text)),
  ];
  expect(answers.map((it) => it.location).filter(Boolean), "only the latest link works").toHaveLength(1);

  const browser = new TestBrowser();
  const signedIn = await browser.send(signin, "/signin", { email: "owner@example.org", password: NEW_PASSWORD });
  expect(signedIn.location).toBe("/admin");
  expect(await resolveActor(browser.request("/admin"))).toMatchObject({ isAdmin: true, emailVerified: true });
  const again = await runAdminConsole(["create", "second@example.org"]);
  expect(again).toMatchObject({ ok: false });
  expect(again.text).toContain("There's already an admin: owner@example.org");
});

test("the first sign-in leads to the checklist until the shop is open", async () => {
  await world.db.updateTable("shop").set({ openedAt: null }).execute();
  const browser = new TestBrowser();
  const signedIn = await browser.send(signin, "/signin", { email: "owner@example.org", password: NEW_PASSWORD });
  expect(signedIn.location).toBe("/admin/admin-tools?show=setup");
  await world.db.updateTable("shop").set({ openedAt: NOON }).execute();
});

test("grant and revoke refuse what isn't allowed", async () => {
  await seedAccounts(world.db, NOON);
  const run = (...args: string[]) => runAdminConsole(args);
  expect(await run("grant", "nobody@example.org")).toMatchObject({
    ok: false,
    text: expect.stringContaining("No account uses nobody@example.org"),
  });
  expect(await run("grant", CAST.uma.email)).toMatchObject({
    ok: false,
    text: expect.stringContaining("hasn't been verified"),
  });
  expect(await run("create", CAST.mei.email)).toMatchObject({ ok: false });
  expect(await run("grant", CAST.mei.email)).toMatchObject({ ok: true });
  expect((await roleOf("mei")).claims).toMatchObject({ admin: true });
  expect((await run("grant", CAST.mei.email)).text).toContain("already an admin");
  expect((await run("list")).text).toContain(CAST.mei.email);
  await world.db.updateTable("auth_user").set({ disabledAt: NOON }).where("id", "=", CAST.priya.uid).execute();
  expect(await run("grant", CAST.priya.email)).toMatchObject({ ok: false, text: expect.stringContaining("blocked") });

  expect((await run("revoke", CAST.jonas.email)).text).toContain("isn't an admin");
  expect(await run("revoke", CAST.mei.email)).toMatchObject({ ok: true });
  for (const email of [CAST.ada.email, CAST.ben.email]) expect(await run("revoke", email)).toMatchObject({ ok: true });
  const last = await run("revoke", "owner@example.org");
  expect(last).toMatchObject({ ok: false });
  expect(last.text).toContain("there's no other admin");
});

beforeEach(() => world.db.deleteFrom("auth_rate_limit").execute());
