import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestWorld, openWorld } from "#boot/testing/world.ts";
import { CAST, CAST_PASSWORD, type CastName, personOf } from "#db/seed/cast.ts";
import { seedAccounts } from "#db/seed/seed-accounts.ts";
import { NOBODY } from "#app/platform/rules/core/actor.ts";
import * as settings from "../../screens/profile-settings.tsx";
import * as reset from "../../screens/signin-reset.tsx";
import * as signin from "../../screens/signin.tsx";
import * as verify from "../../screens/signup-verify.tsx";
import { TestBrowser } from "../../testing/browser.ts";
import { askEmailChange } from "./change-email.ts";
import { endOtherSessions, endSession } from "./end-session.ts";
import { currentSession } from "../sign-in/recent-sign-in.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld();
  await seedAccounts(world.db, new Date("2026-11-21T12:00:00Z"));
});
afterAll(() => world.close());

const AT = "/profile/settings";
const FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0";
async function browserOf(who: CastName, headers: Record<string, string> = {}): Promise<TestBrowser> {
  const browser = new TestBrowser(headers);
  expect((await browser.send(signin, "/signin", { email: CAST[who].email, password: CAST_PASSWORD })).status).toBe(302);
  return browser;
}
const letters = (to: string) =>
  world.db.selectFrom("mail").select(["subject", "text", "kind"]).where("to", "=", to).orderBy("seq").execute();
const linkIn = (text: string) => new URL(/http:\/\/localhost:3000\S+/.exec(text)![0]);
const makeOld = async (browser: TestBrowser) => {
  const { id } = await currentSession(browser.request(AT));
  await world.db
    .updateTable("auth_session")
    .set({ provedAt: new Date(Date.now() - 3_600_000) })
    .where("id", "=", id)
    .execute();
};
const emailOf = (who: CastName) =>
  world.db
    .selectFrom("auth_user")
    .select(["email", "emailVerified"])
    .where("id", "=", CAST[who].uid)
    .executeTakeFirstOrThrow();

describe("changing the address", () => {
  test("asks for the password if the sign-in is too old, keeps what was typed, and continues in one step", async () => {
    const browser = await browserOf("amara");
    await makeOld(browser);
    const asked = await browser.send(settings, AT, { intent: "email", email: "amara@new.example" });
    expect(asked).toMatchObject({
      status: 403,
      data: {
        settings: { intent: "email", typed: { email: "amara@new.example" }, error: { code: "requires-recent-login" } },
      },
    });
    const wrong = await browser.send(settings, AT, {
      intent: "email",
      email: "amara@new.example",
      "current-password": "not-it",
    });
    expect(wrong.data.settings).toMatchObject({
      typed: { email: "amara@new.example" },
      error: { code: "wrong-password", fields: { "current-password": expect.any(String) } },
    });
    expect(await letters("amara@new.example")).toEqual([]);
    const done = await browser.send(settings, AT, {
      intent: "email",
      email: "Amara@new.example ",
      "current-password": CAST_PASSWORD,
    });
    expect(done).toMatchObject({
      status: 200,
      data: { settings: { done: expect.stringContaining("amara@new.example") } },
    });
    expect((await emailOf("amara")).email).toBe("client@demo.test");
  });

  test("takes effect once the link emailed to the new address is used, and only once; the old address gets two emails that say how to undo it", async () => {
    const link = linkIn((await letters("amara@new.example"))[0]!.text);
    expect((await letters("client@demo.test")).map((l) => l.subject)).toEqual([
      "Email address change requested for your Stet account",
    ]);
    const stranger = new TestBrowser();
    const page = await stranger.open(verify, link.pathname + link.search);
    expect((await emailOf("amara")).email).toBe("client@demo.test");
    const both = await Promise.all(
      [1, 2].map(() => stranger.send(verify, link.pathname + link.search, { change: page.data.change })),
    );
    expect(both.map((a) => a.status).sort((a, b) => a - b)).toEqual([200, 400]);
    expect(both.find((a) => a.status === 200)!.data.changed).toBe("amara@new.example");
    expect(both.find((a) => a.status === 400)!.data.error.code).toBe("invalid-action-code");
    expect(await emailOf("amara")).toEqual({ email: "amara@new.example", emailVerified: true });
    expect(
      await world.db.selectFrom("users").select("email").where("uid", "=", CAST.amara.uid).executeTakeFirst(),
    ).toEqual({ email: "amara@new.example" });
    const told = (await letters("client@demo.test")).at(-1)!;
    expect(told.text).toContain("amara@new.example");
    expect(told.text).toMatch(/write to us/);
    expect(
      (await new TestBrowser().send(signin, "/signin", { email: "client@demo.test", password: CAST_PASSWORD })).status,
    ).toBe(401);
    expect(
      (await new TestBrowser().send(signin, "/signin", { email: "amara@new.example", password: CAST_PASSWORD })).status,
    ).toBe(302);
    expect(
      await world.db.selectFrom("facts").select("subjectId").where("kind", "=", "account.email_changed").execute(),
    ).toEqual([{ subjectId: CAST.amara.uid }]);
  });

  test("ends every other session and every password reset link; the browser that confirmed it stays signed in", async () => {
    const [here, elsewhere] = [await browserOf("sam"), await browserOf("sam")];
    await new TestBrowser().send(reset, "/signin/reset", { email: CAST.sam.email });
    const token = linkIn((await letters(CAST.sam.email)).at(-1)!.text).searchParams.get("token")!;
    const change = async (email: string, by: TestBrowser) => {
      await here.send(settings, AT, { intent: "email", email, "current-password": CAST_PASSWORD });
      const link = linkIn((await letters(email)).at(-1)!.text);
      return by.send(verify, link.pathname + link.search, { change: link.searchParams.get("change")! });
    };
    expect((await change("sam@new.example", here)).data.changed).toBe("sam@new.example");
    expect(await elsewhere.actor()).toMatchObject({ kind: "guest" });
    expect(await here.actor()).toMatchObject({ uid: CAST.sam.uid, email: "sam@new.example" });
    expect(
      (await new TestBrowser().send(reset, "/signin/reset", { token, password: "quite-another" })).data.error.code,
    ).toBe("invalid-action-code");
    // Confirmed in somebody else's browser, whose session isn't this account's, so all sessions end.
    const stranger = await browserOf("ada");
    expect((await change(CAST.sam.email, stranger)).data.changed).toBe(CAST.sam.email);
    expect(await here.actor()).toMatchObject({ kind: "guest" });
    expect(await stranger.actor()).toMatchObject({ uid: CAST.ada.uid });
  });

  test("is refused for an address that is taken, before and after the email, and for an invalid one", async () => {
    const browser = await browserOf("mei");
    expect(
      (await browser.send(settings, AT, { intent: "email", email: "EDITOR@demo.test" })).data.settings.error,
    ).toMatchObject({ code: "email-already-in-use", fields: { email: expect.any(String) } });
    expect((await browser.send(settings, AT, { intent: "email", email: "mei" })).data.settings.error).toMatchObject({
      code: "input",
      fields: { email: "This isn't a valid email address." },
    });
    expect(
      (await browser.send(settings, AT, { intent: "email", email: "client2@demo.test" })).data.settings.error.fields
        .email,
    ).toContain("already your address");
    await browser.send(settings, AT, { intent: "email", email: "mei@new.example" });
    const link = linkIn((await letters("mei@new.example"))[0]!.text);
    await world.db.updateTable("auth_user").set({ email: "mei@new.example" }).where("id", "=", CAST.noor.uid).execute();
    expect(
      (await new TestBrowser().send(verify, "/signup/verify", { change: link.searchParams.get("change")! })).data.error
        .code,
    ).toBe("email-already-in-use");
    await world.db.updateTable("auth_user").set({ email: CAST.noor.email }).where("id", "=", CAST.noor.uid).execute();
  });

  test("is canceled by a newer one, by a change of password, and when it expires", async () => {
    const browser = await browserOf("mei");
    const ask = async (email: string) => {
      await browser.send(settings, AT, { intent: "email", email });
      return linkIn((await letters(email)).at(-1)!.text).searchParams.get("change")!;
    };
    const confirm = async (change: string) =>
      (await new TestBrowser().send(verify, "/signup/verify", { change })).data.error?.code;
    const first = await ask("mei1@new.example");
    const second = await ask("mei2@new.example");
    expect(await confirm(first)).toBe("invalid-action-code");
    await world.db
      .updateTable("auth_verification")
      .set({ expiresAt: new Date(Date.now() - 1) })
      .execute();
    expect(await confirm(second)).toBe("expired-action-code");
    const third = await ask("mei3@new.example");
    expect(
      (
        await browser.send(settings, AT, {
          intent: "password",
          "current-password": CAST_PASSWORD,
          password: "another-one",
        })
      ).status,
    ).toBe(200);
    expect(await confirm(third)).toBe("invalid-action-code");
    expect((await emailOf("mei")).email).toBe("client2@demo.test");
    const again = new TestBrowser();
    await again.send(signin, "/signin", { email: CAST.mei.email, password: "another-one" });
    expect(
      (
        await again.send(settings, AT, {
          intent: "password",
          "current-password": "another-one",
          password: CAST_PASSWORD,
        })
      ).status,
    ).toBe(200);
  });

  test("is for the verified owner only", async () => {
    await expect(askEmailChange(NOBODY, { email: "a@new.example" })).rejects.toMatchObject({ kind: "not-found" });
    await expect(askEmailChange(personOf("uma"), { email: "a@new.example" })).rejects.toMatchObject({
      kind: "refused",
    });
    expect((await new TestBrowser().send(settings, AT, { intent: "email", email: "a@new.example" })).status).toBe(403);
  });

  test("from another site's page is refused", async () => {
    const browser = await browserOf("mei");
    for (const intent of ["email", "password", "session.end-others"])
      expect(
        (await browser.send(settings, AT, { intent, email: "a@evil.example" }, { origin: "https://evil.example" }))
          .status,
      ).toBe(403);
  });
});

describe("changing the password", () => {
  test("needs the current one, and a new one that meets the policy, with the message at its field", async () => {
    const browser = await browserOf("jonas");
    expect(
      (
        await browser.send(settings, AT, {
          intent: "password",
          "current-password": "not-it",
          password: "quite-another",
        })
      ).data.settings.error,
    ).toMatchObject({ code: "wrong-password", fields: { "current-password": expect.any(String) } });
    expect(
      (await browser.send(settings, AT, { intent: "password", "current-password": CAST_PASSWORD, password: "12345" }))
        .data.settings.error,
    ).toMatchObject({
      code: "password-does-not-meet-requirements",
      fields: { password: expect.stringContaining("6 characters") },
    });
    expect(
      (await new TestBrowser().send(signin, "/signin", { email: CAST.jonas.email, password: CAST_PASSWORD })).status,
    ).toBe(302);
  });

  test("signs out every other device, gives this one a new session, and sends an email", async () => {
    const [here, there] = [await browserOf("jonas", { "user-agent": FIREFOX }), await browserOf("jonas")];
    const before = here.cookie;
    const page = await here.send(settings, AT, {
      intent: "password",
      "current-password": CAST_PASSWORD,
      password: "quite-another",
    });
    expect(page.data.settings.done).toContain("your other devices");
    expect(await there.actor()).toMatchObject({ kind: "guest" });
    expect(await new TestBrowser({ cookie: before }).actor()).toMatchObject({ kind: "guest" });
    expect(
      await world.db.selectFrom("auth_session").select(["userAgent"]).where("userId", "=", CAST.jonas.uid).execute(),
    ).toEqual([{ userAgent: FIREFOX }]);
    expect((await letters(CAST.jonas.email)).at(-1)!.subject).toBe("Your password at Stet was changed");
    expect(
      (await new TestBrowser().send(signin, "/signin", { email: CAST.jonas.email, password: CAST_PASSWORD })).status,
    ).toBe(401);
    expect(
      (await new TestBrowser().send(signin, "/signin", { email: CAST.jonas.email, password: "quite-another" })).status,
    ).toBe(302);
  });

  test("by an emailed link sends a confirmation email and ends every session", async () => {
    const old = await browserOf("priya");
    await new TestBrowser().send(reset, "/signin/reset", { email: CAST.priya.email });
    const token = linkIn((await letters(CAST.priya.email)).at(-1)!.text).searchParams.get("token")!;
    expect((await new TestBrowser().send(reset, "/signin/reset", { token, password: "quite-another" })).status).toBe(
      302,
    );
    expect((await letters(CAST.priya.email)).at(-1)!.subject).toBe("Your password at Stet was changed");
    expect(await old.actor()).toMatchObject({ kind: "guest" });
  });
});

describe("the list of sessions", () => {
  test("names each device, marks this one, and stores no network", async () => {
    await world.db.deleteFrom("auth_session").where("userId", "=", CAST.ada.uid).execute();
    const here = await browserOf("ada", { "user-agent": FIREFOX, "x-forwarded-for": "203.0.113.9" });
    await browserOf("ada", { "user-agent": "curl/8" });
    const { data } = await here.open(settings, AT);
    expect(data.sessions.map((s: { device: string; here: boolean }) => [s.device, s.here])).toEqual([
      ["Firefox on Windows", true],
      ["Unknown browser or app", false],
    ]);
    expect(
      JSON.stringify(
        await world.db.selectFrom("auth_session").selectAll().where("userId", "=", CAST.ada.uid).execute(),
      ),
    ).not.toContain("203.0.113");
    expect(data).toMatchObject({ email: CAST.ada.email, hasPassword: true, providers: [], policy: { minLength: 6 } });
  });

  test("marks a session as seen, at most every five minutes", async () => {
    const browser = await browserOf("ada");
    const { id } = await currentSession(browser.request("/"));
    const seen = async () =>
      (
        await world.db.selectFrom("auth_session").select("lastSeenAt").where("id", "=", id).executeTakeFirstOrThrow()
      ).lastSeenAt.getTime();
    const old = Date.now() - 6 * 60_000;
    await world.db
      .updateTable("auth_session")
      .set({ lastSeenAt: new Date(old) })
      .where("id", "=", id)
      .execute();
    await browser.actor();
    const first = await seen();
    expect(first).toBeGreaterThan(old);
    await browser.actor();
    expect(await seen()).toBe(first);
  });

  test("ends one or all other sessions, only one's own", async () => {
    const [here, two, three] = [await browserOf("ben"), await browserOf("ben"), await browserOf("ben")];
    const idOf = async (b: TestBrowser) => (await currentSession(b.request("/"))).id;
    const twoId = await idOf(two);
    await expect(endSession(personOf("amara"), { sessionId: twoId })).rejects.toMatchObject({ kind: "not-found" });
    await expect(endSession(NOBODY, { sessionId: twoId })).rejects.toMatchObject({ kind: "not-found" });
    await expect(endOtherSessions(NOBODY, { keepId: "x" })).rejects.toMatchObject({ kind: "not-found" });
    expect((await here.send(settings, AT, { intent: "session.end", sessionId: twoId })).data.settings.done).toBe(
      "Device signed out",
    );
    expect((await here.send(settings, AT, { intent: "session.end", sessionId: twoId })).status).toBe(404);
    expect(await two.actor()).toMatchObject({ kind: "guest" });
    expect(await three.actor()).toMatchObject({ kind: "person" });
    const stranger = await browserOf("sam");
    expect((await here.send(settings, AT, { intent: "session.end-others" })).data.settings.done).toBe(
      "1 other device signed out",
    );
    expect(await three.actor()).toMatchObject({ kind: "guest" });
    expect(await here.actor()).toMatchObject({ uid: CAST.ben.uid });
    expect(await stranger.actor()).toMatchObject({ uid: CAST.sam.uid });
  });

  test("needs a sign-in", async () => {
    await expect(new TestBrowser().open(settings, AT)).rejects.toMatchObject({ init: { status: 403 } });
  });
});
