import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type TestWorld, openWorld } from "#boot/testing/world.ts";
import { CAST, CAST_PASSWORD, type CastName } from "#db/seed/cast.ts";
import { seedAccounts } from "#db/seed/seed-accounts.ts";
import * as signin from "../../screens/signin.tsx";
import { withSecondFactor } from "../../testing/authenticator.ts";
import { ORIGIN, TestBrowser } from "../../testing/browser.ts";
import { SoftwarePasskey } from "../../testing/software-passkey.ts";
import { handleAuth } from "./auth-endpoint.ts";
import { findSecondFactors } from "../second-factor/find-second-factors.ts";
import { secondFactorAction } from "../second-factor/second-factor-action.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld();
  await seedAccounts(world.db, new Date("2026-11-21T12:00:00Z"));
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.db.deleteFrom("auth_passkey").execute();
  await world.db.deleteFrom("auth_rate_limit").execute();
});

async function enter(who: CastName): Promise<TestBrowser> {
  const browser = new TestBrowser();
  await browser.send(signin, "/signin", { email: CAST[who].email, password: CAST_PASSWORD });
  return browser;
}

async function panel(browser: TestBrowser, fields: Record<string, string>) {
  const request = browser.request(
    "/profile/settings",
    { method: "POST", body: new URLSearchParams(fields) },
    { origin: ORIGIN },
  );
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  const answer = await secondFactorAction(request, form, await browser.actor());
  if (answer.init?.headers) browser.keep(new Headers(answer.init.headers));
  return { status: answer.init?.status ?? 200, ...answer.data.factor };
}

async function add(browser: TestBrowser, device: SoftwarePasskey, name = "Laptop") {
  const { passkeyOptions } = await panel(browser, { intent: "passkey.begin" });
  return panel(browser, { intent: "passkey.add", made: JSON.stringify(device.make(passkeyOptions!)), name });
}

async function ask(browser: TestBrowser): Promise<Record<string, unknown>> {
  const answer = await handleAuth(browser.request("/api/auth/passkey/generate-authenticate-options"));
  browser.keep(answer.headers);
  return (await answer.json()) as Record<string, unknown>;
}
const present = (browser: TestBrowser, proof: object, from = "") =>
  browser.send(signin, "/signin", { intent: "passkey", proof: JSON.stringify(proof), from });
const only = async (who: CastName) => (await findSecondFactors(CAST[who].uid)).passkeys[0]!;
const letters = (who: CastName, kind: string) =>
  world.db.selectFrom("mail").select("subject").where("to", "=", CAST[who].email).where("kind", "=", kind).execute();

describe("a person's own passkeys", () => {
  test("are added with a name, renamed, and removed, with an email about each added or removed one", async () => {
    const browser = await enter("amara");
    expect(await add(browser, new SoftwarePasskey(), "  My   laptop ")).toMatchObject({
      status: 200,
      done: "Passkey added",
    });
    expect(await only("amara")).toMatchObject({ name: "My laptop", synced: false });
    expect(await letters("amara", "account.passkey-added")).toHaveLength(1);
    const { id } = await only("amara");
    expect((await panel(browser, { intent: "passkey.rename", id, name: "Office" })).status).toBe(200);
    expect((await only("amara")).name).toBe("Office");
    expect(await panel(browser, { intent: "passkey.rename", id, name: " " })).toMatchObject({
      status: 422,
      error: { fields: { name: "Enter a name." } },
    });
    const answers = await Promise.all([
      panel(browser, { intent: "passkey.remove", id }),
      panel(browser, { intent: "passkey.remove", id }),
    ]);
    expect(answers.map((a) => a.status).sort((a, b) => a - b)).toEqual([200, 404]);
    expect((await findSecondFactors(CAST.amara.uid)).passkeys).toEqual([]);
    expect(await letters("amara", "account.passkey-removed")).toHaveLength(1);
  });

  test("without a name get the maker's, or a generic one", async () => {
    await add(await enter("amara"), new SoftwarePasskey(), "");
    expect((await only("amara")).name).toBe("Passkey");
  });

  test("somebody else's count as not found, so they can't be renamed or removed", async () => {
    await add(await enter("amara"), new SoftwarePasskey());
    const { id } = await only("amara");
    const other = await enter("mei");
    expect((await panel(other, { intent: "passkey.rename", id, name: "Mine" })).status).toBe(404);
    expect((await panel(other, { intent: "passkey.remove", id })).status).toBe(404);
    expect(await only("amara")).toMatchObject({ id, name: "Laptop" });
  });

  test("an answer is valid once, for the person who asked, and from this address", async () => {
    const browser = await enter("amara");
    const { passkeyOptions } = await panel(browser, { intent: "passkey.begin" });
    const made = JSON.stringify(new SoftwarePasskey().make(passkeyOptions!));
    const other = await enter("mei");
    for (const [name, value] of browser.cookies) if (name.endsWith("passkey")) other.cookies.set(name, value);
    expect((await panel(other, { intent: "passkey.add", made, name: "x" })).status).toBe(422);
    // The challenge was answered, so it can't be used again.
    expect(await panel(browser, { intent: "passkey.add", made, name: "x" })).toMatchObject({
      status: 410,
      error: { code: "expired-action-code" },
    });
    const elsewhere = new SoftwarePasskey();
    elsewhere.origin = "https://evil.example";
    expect((await add(browser, elsewhere).catch(() => ({ status: 500 }))).status).not.toBe(200);
    expect(await panel(browser, { intent: "passkey.add", made: "{", name: "x" })).toMatchObject({ status: 422 });
    expect(await world.db.selectFrom("auth_passkey").select("id").execute()).toEqual([]);
  });

  test("unverified and signed-out people can't add one", async () => {
    expect((await panel(await enter("uma"), { intent: "passkey.begin" })).status).toBe(403);
    expect((await panel(new TestBrowser(), { intent: "passkey.begin" })).status).toBe(401);
  });
});

describe("signing in with a passkey", () => {
  test("needs neither password nor second factor, and leads back", async () => {
    const device = new SoftwarePasskey();
    await add(await enter("mei"), device);
    await withSecondFactor("mei");
    const browser = new TestBrowser();
    expect(await present(browser, device.use(await ask(browser)), "/my-orders")).toMatchObject({
      status: 302,
      location: "/my-orders",
    });
    expect(await browser.actor()).toMatchObject({ uid: CAST.mei.uid });
  });

  test("a proof works once, in the browser that asked for it", async () => {
    const device = new SoftwarePasskey();
    await add(await enter("amara"), device);
    const browser = new TestBrowser();
    const proof = device.use(await ask(browser));
    const cookies = [...browser.cookies];
    expect((await present(new TestBrowser(), proof)).status).toBe(410);
    expect((await present(browser, proof)).status).toBe(302);
    const again = new TestBrowser();
    for (const [name, value] of cookies) again.cookies.set(name, value);
    expect(await present(again, proof)).toMatchObject({
      status: 410,
      data: { error: { code: "expired-action-code" } },
    });
  });

  test("is refused from a device that doesn't check who is using it, because that would be one factor", async () => {
    const device = new SoftwarePasskey();
    await add(await enter("amara"), device);
    device.verified = false;
    const browser = new TestBrowser();
    expect(await present(browser, device.use(await ask(browser)))).toMatchObject({
      status: 401,
      data: { error: { code: "invalid-credential" } },
    });
    expect(await browser.actor()).toMatchObject({ kind: "guest" });
  });

  test("is refused if the passkey was removed, is unknown, is a copy, or signs for another address", async () => {
    const owner = await enter("amara");
    const device = new SoftwarePasskey();
    await add(owner, device);
    const attempt = async (it: SoftwarePasskey) => {
      const browser = new TestBrowser();
      return (await present(browser, it.use(await ask(browser)))).status;
    };
    expect(await attempt(new SoftwarePasskey())).toBe(401);
    device.origin = "https://evil.example";
    expect(await attempt(device)).toBe(401);
    device.origin = ORIGIN;
    expect(await attempt(device)).toBe(302);
    // A copy's counter is where the original's has already been.
    device.counter = 0;
    expect(await attempt(device)).toBe(401);
    device.counter = 100;
    await panel(owner, { intent: "passkey.remove", id: (await only("amara")).id });
    expect(await attempt(device)).toBe(401);
  });

  test("is refused for a blocked account", async () => {
    const device = new SoftwarePasskey();
    await add(await enter("jonas"), device);
    await world.db.updateTable("auth_user").set({ disabledAt: new Date() }).where("id", "=", CAST.jonas.uid).execute();
    const browser = new TestBrowser();
    expect(await present(browser, device.use(await ask(browser)))).toMatchObject({
      status: 403,
      data: { error: { code: "user-disabled" } },
    });
    await world.db.updateTable("auth_user").set({ disabledAt: null }).where("id", "=", CAST.jonas.uid).execute();
  });

  test("nonsense is refused with a message", async () => {
    for (const proof of ["", "{", "[]", '{"id":7}', '{"id":"x","response":{}}']) {
      const browser = new TestBrowser();
      await ask(browser);
      const answer = await browser.send(signin, "/signin", { intent: "passkey", proof });
      expect([401, 410, 422]).toContain(answer.status);
    }
  });
});
