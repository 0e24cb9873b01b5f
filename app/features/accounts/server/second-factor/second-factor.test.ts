import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type TestWorld, openWorld } from "#boot/testing/world.ts";
import { CAST, CAST_PASSWORD, type CastName } from "#db/seed/cast.ts";
import { seedAccounts } from "#db/seed/seed-accounts.ts";
import { Problem } from "#app/platform/rules/core/errors.ts";
import * as signin from "../../screens/signin.tsx";
import * as secondStep from "../../screens/signin-second-factor.tsx";
import { appCode, forgetUsedCodes, withSecondFactor } from "../../testing/authenticator.ts";
import { ORIGIN, TestBrowser } from "../../testing/browser.ts";
import { handleAuth } from "../sign-in/auth-endpoint.ts";
import { findSecondFactors } from "./find-second-factors.ts";
import { secondFactorAction } from "./second-factor-action.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld();
  await seedAccounts(world.db, new Date("2026-11-21T12:00:00Z"));
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.db.deleteFrom("auth_two_factor").execute();
  await world.db.deleteFrom("auth_used_code").execute();
  await world.db.deleteFrom("auth_rate_limit").execute();
  await world.db.updateTable("auth_user").set({ twoFactorEnabled: false }).execute();
});

const WHO = "amara";
const enter = async (who: CastName = WHO, browser = new TestBrowser()) => ({
  browser,
  answer: await browser.send(signin, "/signin", { email: CAST[who].email, password: CAST_PASSWORD }),
});
const step = (browser: TestBrowser, code: string, more: Record<string, string> = {}) =>
  browser.send(secondStep, "/signin/second-factor", { code, ...more });
const letters = (who: CastName, kind: string) =>
  world.db.selectFrom("mail").select("subject").where("to", "=", CAST[who].email).where("kind", "=", kind).execute();

/** What a settings page does with a panel's form. */
async function panel(browser: TestBrowser, fields: Record<string, string>) {
  const body = new URLSearchParams(fields);
  const request = browser.request("/profile/settings", { method: "POST", body }, { origin: ORIGIN });
  const form = new FormData();
  for (const [name, value] of body) form.set(name, value);
  const answer = await secondFactorAction(request, form, await browser.actor());
  return { status: answer.init?.status ?? 200, ...answer.data.factor };
}
const json = (path: string, body: object, cookie = "") =>
  handleAuth(
    new Request(`${ORIGIN}/api/auth${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: ORIGIN, ...(cookie ? { cookie } : {}) },
      body: JSON.stringify(body),
    }),
  );
const refusal = (answer: Promise<Response>): Promise<Problem> =>
  answer.then(
    () => {
      throw new Error("It was not refused");
    },
    (error) => {
      if (error instanceof Problem) return error;
      throw error;
    },
  );
const otherCode = async (right: string) => (right === "000000" ? "111111" : "000000");

describe("the two-factor panel", () => {
  test("shows a secret, accepts the app's code, gives ten backup codes once, and sends an email", async () => {
    const { browser } = await enter();
    const begun = await panel(browser, { intent: "factor.begin" });
    expect(begun.setup?.uri).toMatch(/^otpauth:\/\/totp\/Stet:client%40demo\.test\?secret=[A-Z2-7]{32}&issuer=Stet/);
    expect(begun.setup?.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(await findSecondFactors(CAST.amara.uid)).toMatchObject({ on: false, backupCodesLeft: 0 });
    const done = await panel(browser, { intent: "factor.confirm", code: await appCode(WHO) });
    expect(done.codes).toHaveLength(10);
    for (const code of done.codes!) expect(code).toMatch(/^[a-z2-9]{5}-[a-z2-9]{5}$/);
    expect(await findSecondFactors(CAST.amara.uid)).toMatchObject({ on: true, backupCodesLeft: 10 });
    expect(await letters(WHO, "account.factor-on")).toHaveLength(1);
    const stored = JSON.stringify(await world.db.selectFrom("auth_two_factor").selectAll().execute());
    expect(stored).not.toContain(done.codes![0]);
    expect(stored).not.toContain(begun.setup!.secret);
  });

  test("a wrong code leaves it off and shows the same QR code", async () => {
    const { browser } = await enter();
    const { setup } = await panel(browser, { intent: "factor.begin" });
    const wrong = await panel(browser, { intent: "factor.confirm", code: await otherCode(await appCode(WHO)) });
    expect(wrong).toMatchObject({ status: 422, error: { code: "invalid-credential" }, setup });
    expect(await panel(browser, { intent: "factor.confirm", code: "12345" })).toMatchObject({
      status: 422,
      error: { message: "Enter the six-digit code." },
    });
    expect((await findSecondFactors(CAST.amara.uid)).on).toBe(false);
    // An unconfirmed setup asks nobody for a code.
    expect((await enter()).answer.location).toBe("/dashboard");
  });

  test("two confirmations at once turn it on once", async () => {
    const { browser } = await enter();
    await panel(browser, { intent: "factor.begin" });
    const code = await appCode(WHO);
    const before = (await letters(WHO, "account.factor-on")).length;
    const answers = await Promise.all([
      panel(browser, { intent: "factor.confirm", code }),
      panel(browser, { intent: "factor.confirm", code }),
    ]);
    expect(answers.map((a) => a.status).sort((a, b) => a - b)).toEqual([200, 409]);
    expect((await letters(WHO, "account.factor-on")).length).toBe(before + 1);
  });

  test("every action needs a recent sign-in, and entering the password completes it in one step", async () => {
    await withSecondFactor("mei");
    const { browser } = await enter("jonas");
    await world.db
      .updateTable("auth_session")
      .set({ provedAt: new Date(Date.now() - 11 * 60_000) })
      .execute();
    for (const intent of [
      "factor.begin",
      "factor.confirm",
      "factor.renew-codes",
      "factor.off",
      "passkey.begin",
      "passkey.add",
      "passkey.rename",
      "passkey.remove",
    ])
      expect(await panel(browser, { intent, id: "none", name: "x" }), intent).toMatchObject({
        status: 403,
        error: { code: "requires-recent-login" },
      });
    expect(await panel(browser, { intent: "factor.begin", "current-password": "not-it" })).toMatchObject({
      status: 401,
      error: { code: "wrong-password" },
    });
    expect((await panel(browser, { intent: "factor.begin", "current-password": CAST_PASSWORD })).setup).toBeDefined();
  });

  test("refuses anyone who isn't signed in or isn't verified", async () => {
    expect(await panel(new TestBrowser(), { intent: "factor.begin" })).toMatchObject({
      status: 401,
      error: { code: "user-token-expired" },
    });
    const { browser } = await enter("uma");
    expect(await panel(browser, { intent: "factor.begin" })).toMatchObject({ status: 403, error: { code: "refused" } });
  });

  test("can't be turned on twice, and its codes can't be replaced or confirmed while it's off", async () => {
    const { browser } = await enter();
    expect((await panel(browser, { intent: "factor.renew-codes" })).status).toBe(409);
    expect((await panel(browser, { intent: "factor.confirm", code: "123456" })).status).toBe(409);
    await withSecondFactor(WHO);
    expect((await panel(browser, { intent: "factor.begin" })).status).toBe(409);
    expect((await findSecondFactors(CAST.amara.uid)).on).toBe(true);
  });

  test("new backup codes invalidate the old ones", async () => {
    const { browser } = await enter();
    const old = await withSecondFactor(WHO);
    const { codes } = await panel(browser, { intent: "factor.renew-codes" });
    expect(codes).toHaveLength(10);
    const { browser: other } = await enter();
    expect((await step(other, old[0]!)).status).toBe(422);
    expect((await step(other, codes![0]!)).location).toBe("/dashboard");
  });

  test("after it's turned off, once or twice, the password is enough, and an email says so", async () => {
    const { browser } = await enter();
    await withSecondFactor(WHO);
    const answers = await Promise.all([
      panel(browser, { intent: "factor.off" }),
      panel(browser, { intent: "factor.off" }),
    ]);
    expect(answers.map((a) => a.status)).toEqual([200, 200]);
    expect(await letters(WHO, "account.factor-off")).toHaveLength(1);
    expect((await enter()).answer.location).toBe("/dashboard");
  });
});

describe("signing in with a second factor", () => {
  test("leads to the second step, keeps the page the person wanted, and signs nobody in before it", async () => {
    await withSecondFactor(WHO);
    const browser = new TestBrowser();
    const answer = await browser.send(signin, "/signin", {
      email: CAST.amara.email,
      password: CAST_PASSWORD,
      from: "/my-orders?q=1",
    });
    expect(answer).toMatchObject({ status: 302, location: "/signin/second-factor?from=%2Fmy-orders%3Fq%3D1" });
    expect(await browser.actor()).toEqual({ kind: "guest", guestKeyHash: null });
    expect((await browser.open(secondStep, answer.location!)).data).toMatchObject({ from: "/my-orders?q=1" });
    const code = await appCode(WHO);
    const done = await step(browser, `${code.slice(0, 3)} ${code.slice(3)}`, { from: "/my-orders?q=1" });
    expect(done).toMatchObject({ status: 302, location: "/my-orders?q=1" });
    expect(await browser.actor()).toMatchObject({ uid: CAST.amara.uid });
  });

  test("can't lead to another site", async () => {
    await withSecondFactor(WHO);
    const { browser } = await enter();
    expect((await step(browser, await appCode(WHO), { from: "//evil.example" })).location).toBe("/dashboard");
  });

  test("a code works once, in this browser or another, even for two requests at once", async () => {
    await withSecondFactor(WHO);
    const browsers = [(await enter()).browser, (await enter()).browser, (await enter()).browser];
    const code = await appCode(WHO);
    const answers = await Promise.all(browsers.slice(0, 2).map((b) => step(b, code)));
    expect(answers.map((a) => a.status).sort((a, b) => a - b)).toEqual([302, 422]);
    expect(await step(browsers[2]!, code)).toMatchObject({
      status: 422,
      data: { error: { code: "invalid-credential", fields: { code: expect.any(String) } } },
    });
  });

  test("a backup code works once, no matter how it's typed, even for two requests at once", async () => {
    const codes = await withSecondFactor(WHO);
    const browsers = [(await enter()).browser, (await enter()).browser, (await enter()).browser];
    const answers = await Promise.all(
      browsers.slice(0, 2).map((b) => step(b, codes[3]!.toUpperCase().replace("-", " "))),
    );
    expect(answers.filter((a) => a.status === 302)).toHaveLength(1);
    expect((await step(browsers[2]!, codes[3]!)).status).toBe(422);
    expect((await findSecondFactors(CAST.amara.uid)).backupCodesLeft).toBe(9);
  });

  test("a code of another person's app is refused", async () => {
    await withSecondFactor(WHO);
    const meis = await withSecondFactor("mei");
    const { browser } = await enter();
    expect((await step(browser, await appCode("mei"))).status).toBe(422);
    expect((await step(browser, meis[0]!)).status).toBe(422);
    expect(await browser.actor()).toMatchObject({ kind: "guest" });
  });

  test("too many wrong codes are refused with a message, even if the next one is right", async () => {
    await withSecondFactor(WHO);
    const { browser } = await enter();
    const wrong = await otherCode(await appCode(WHO));
    for (let i = 0; i < 5; i++) {
      await forgetUsedCodes();
      expect((await step(browser, wrong)).status).toBe(422);
    }
    expect(await step(browser, await appCode(WHO))).toMatchObject({
      status: 429,
      data: { error: { code: "too-many-requests" } },
    });
    // A new sign-in doesn't give endless new tries.
    const again = (await enter()).browser;
    for (let i = 0; i < 5; i++) {
      await forgetUsedCodes();
      await step(again, wrong);
    }
    await forgetUsedCodes();
    expect((await step((await enter()).browser, await appCode(WHO))).status).toBe(429);
  });

  test("a trusted browser needs only the password, until the second factor is turned off", async () => {
    await withSecondFactor(WHO);
    const { browser } = await enter();
    await step(browser, await appCode(WHO), { trust: "1" });
    const trusted = [...browser.cookies].find(([name]) => name.endsWith("trust_device"));
    expect(trusted).toBeDefined();
    browser.cookies.delete("stet.session_token");
    expect((await enter(WHO, browser)).answer.location).toBe("/dashboard");
    // It belongs to this person and doesn't open anyone else's account.
    await withSecondFactor("mei");
    const borrowed = new TestBrowser();
    borrowed.cookies.set(trusted![0], trusted![1]);
    expect((await enter("mei", borrowed)).answer.location).toBe("/signin/second-factor");
    await panel(browser, { intent: "factor.off" });
    await withSecondFactor(WHO);
    browser.cookies.delete("stet.session_token");
    expect((await enter(WHO, browser)).answer.location).toBe("/signin/second-factor");
  });

  test("a challenge that expires, or whose second factor was turned off, returns to the sign-in page with an explanation", async () => {
    await withSecondFactor(WHO);
    const { browser } = await enter();
    const code = await appCode(WHO);
    await world.db
      .updateTable("auth_verification")
      .set({ expiresAt: new Date(Date.now() - 1_000) })
      .execute();
    expect(await step(browser, code, { from: "/my-orders" })).toMatchObject({
      status: 302,
      location: "/signin?from=%2Fmy-orders&expired=1",
    });
    expect((await browser.open(secondStep, "/signin/second-factor")).location).toBe("/signin?expired=1");
    // No sign-in was started here, so the page says so, and where to start.
    expect(await new TestBrowser().open(secondStep, "/signin/second-factor")).toMatchObject({
      status: 200,
      data: { pending: false, onward: null },
    });
    const owner = (await enter()).browser;
    await step(owner, code);
    const waiting = (await enter()).browser;
    await panel(owner, { intent: "factor.off" });
    expect((await step(waiting, "123456")).location).toBe("/signin?expired=1");
  });

  test("a pending sign-in that was tampered with doesn't count", async () => {
    await withSecondFactor(WHO);
    const { browser } = await enter();
    const [name, value] = [...browser.cookies].find(([it]) => it.endsWith("two_factor"))!;
    browser.cookies.set(
      name,
      value.replace(/^(.)/, (c) => (c === "a" ? "b" : "a")),
    );
    expect((await step(browser, await appCode(WHO))).location).toBe("/signin?expired=1");
  });
});

describe("by JSON", () => {
  test("the password answers 401 with the code and a pending cookie; the second call finishes", async () => {
    await withSecondFactor(WHO);
    const first = await json("/sign-in/email", { email: CAST.amara.email, password: CAST_PASSWORD });
    expect([first.status, ((await first.json()) as { error: { code: string } }).error.code]).toEqual([
      401,
      "multi-factor-auth-required",
    ]);
    const browser = new TestBrowser();
    browser.keep(first.headers);
    expect([...browser.cookies.keys()]).toEqual(["stet.two_factor"]);
    const wrong = await refusal(
      json("/two-factor/verify-totp", { code: await otherCode(await appCode(WHO)) }, browser.cookie),
    );
    expect([wrong.status, wrong.code]).toEqual([422, "invalid-credential"]);
    const second = await json("/two-factor/verify-totp", { code: await appCode(WHO) }, browser.cookie);
    expect(second.status).toBe(200);
    browser.keep(second.headers);
    expect(await browser.actor()).toMatchObject({ uid: CAST.amara.uid });
  });

  test("a backup code finishes too, but only with a pending sign-in", async () => {
    const [code] = await withSecondFactor(WHO);
    const first = await json("/sign-in/email", { email: CAST.amara.email, password: CAST_PASSWORD });
    const browser = new TestBrowser();
    browser.keep(first.headers);
    expect((await json("/two-factor/verify-backup-code", { code }, browser.cookie)).status).toBe(200);
    expect((await refusal(json("/two-factor/verify-backup-code", { code }))).code).toBe("user-token-expired");
    expect((await refusal(json("/two-factor/verify-totp", { code: "123456" }))).code).toBe("user-token-expired");
  });

  test("with a session it neither confirms a secret nor reveals whether a code is right", async () => {
    const { browser } = await enter();
    await panel(browser, { intent: "factor.begin" });
    expect((await refusal(json("/two-factor/verify-totp", { code: await appCode(WHO) }, browser.cookie))).code).toBe(
      "user-token-expired",
    );
    expect((await findSecondFactors(CAST.amara.uid)).on).toBe(false);
  });

  test.each([
    "/two-factor/enable",
    "/two-factor/disable",
    "/two-factor/get-totp-uri",
    "/two-factor/generate-backup-codes",
    "/two-factor/send-otp",
    "/passkey/verify-registration",
    "/passkey/delete-passkey",
    "/passkey/update-passkey",
    "/sign-in/social",
    "/link-social",
  ])("%s is not offered", async (path) => {
    const { browser } = await enter();
    expect((await refusal(json(path, {}, browser.cookie))).status).toBe(404);
  });
});
