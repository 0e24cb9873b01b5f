import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createEmailVerificationToken } from "better-auth/api";
import { type TestWorld, openWorld } from "#boot/testing/world.ts";
import { CAST_PASSWORD } from "#db/seed/cast.ts";
import { seedAccounts } from "#db/seed/seed-accounts.ts";
import * as signin from "../../screens/signin.tsx";
import * as reset from "../../screens/signin-reset.tsx";
import * as signup from "../../screens/signup.tsx";
import * as verify from "../../screens/signup-verify.tsx";
import { TestBrowser } from "../../testing/browser.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld({ HUMAN_CHECK: "off" });
  await seedAccounts(world.db, new Date("2026-11-21T12:00:00Z"));
});
afterAll(() => world.close());

const letters = (to: string) =>
  world.db
    .selectFrom("mail")
    .select(["key", "text", "html", "subject", "kind"])
    .where("to", "=", to)
    .orderBy("seq")
    .execute();
async function linkIn(to: string): Promise<URL> {
  const text = (await letters(to)).at(-1)?.text ?? "";
  return new URL(/http:\/\/localhost:3000\S+/.exec(text)![0]);
}
const pathOf = (url: URL) => url.pathname + url.search;
let people = 0;
const newcomer = () => ({ name: "Lena Fischer", email: `lena${++people}@example.org`, password: "six-or-more" });

describe("signing up", () => {
  test("creates an account and signs in unverified; the email's button verifies it and leads to the page the person wanted", async () => {
    const browser = new TestBrowser();
    const person = newcomer();
    const sent = await browser.send(signup, "/signup?from=/order/new/form", {
      ...person,
      email: person.email.toUpperCase(),
      timeZone: "Europe/Vienna",
      from: "/order/new/form",
    });
    expect(sent).toMatchObject({ status: 302, location: "/signup?from=%2Forder%2Fnew%2Fform" });
    expect(await browser.actor()).toMatchObject({
      kind: "person",
      email: person.email,
      emailVerified: false,
      role: "client",
      isAdmin: false,
      timeZone: "Europe/Vienna",
    });
    expect(await world.db.selectFrom("users").select("uid").where("email", "=", person.email).execute()).toEqual([]);

    const link = await linkIn(person.email);
    expect(link.pathname).toBe("/signup/verify");
    const page = await browser.open(verify, pathOf(link));
    expect(page.data.from).toBe("/order/new/form");
    expect(await browser.actor()).toMatchObject({ emailVerified: false });

    const done = await browser.send(verify, pathOf(link), { token: page.data.token, from: page.data.from });
    expect(done).toMatchObject({ status: 302, location: "/order/new/form" });
    const actor = await browser.actor();
    expect(actor).toMatchObject({ emailVerified: true, role: "client", displayName: "Lena Fischer" });
    expect(
      await world.db
        .selectFrom("users")
        .select(["displayName", "role", "timeZone", "isAdmin", "isEditor"])
        .where("email", "=", person.email)
        .executeTakeFirst(),
    ).toEqual({
      displayName: "Lena Fischer",
      role: "client",
      timeZone: "Europe/Vienna",
      isAdmin: false,
      isEditor: false,
    });
    const facts = await world.db
      .selectFrom("facts")
      .select("kind")
      .where("subjectId", "=", actor.kind === "person" ? actor.uid : "")
      .orderBy("seq")
      .execute();
    expect(facts.map((f) => f.kind)).toEqual(["account.opened", "account.verified"]);
  });

  test("verified in another browser, the first one sees it at its next check", async () => {
    const first = new TestBrowser();
    const person = newcomer();
    await first.send(signup, "/signup", person);
    expect((await first.open(signup, "/signup?from=/my-orders")).data.onward).toBe("/signup?from=%2Fmy-orders");
    const other = new TestBrowser();
    const link = await linkIn(person.email);
    expect(await other.send(verify, pathOf(link), { token: link.searchParams.get("token")! })).toMatchObject({
      status: 302,
      location: "/dashboard",
    });
    expect(await other.actor()).toMatchObject({ email: person.email });
    expect((await first.open(signup, "/signup?from=/my-orders")).data.onward).toBe("/my-orders");
  });

  test("answers email-already-in-use for a taken address and keeps what was typed, except the password", async () => {
    const browser = new TestBrowser();
    const answer = await browser.send(signup, "/signup", {
      name: "Somebody",
      email: "CLIENT@demo.test",
      password: "another-password",
    });
    expect(answer.status).toBe(409);
    expect(answer.data.error).toMatchObject({
      code: "email-already-in-use",
      fields: { email: expect.stringContaining("account") },
    });
    expect(answer.data.typed).toEqual({ name: "Somebody", email: "CLIENT@demo.test" });
    expect(browser.cookies.size).toBe(0);
  });

  test("twice at once with one address creates one account, and the other attempt says so", async () => {
    const person = newcomer();
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => new TestBrowser().send(signup, "/signup", person)),
    );
    expect(answers.map((a) => a.status).sort((a, b) => a - b)).toEqual([302, 409, 409, 409, 409, 409]);
    for (const a of answers) if (a.status === 409) expect(a.data.error.code).toBe("email-already-in-use");
    const users = await world.db.selectFrom("auth_user").select("id").where("email", "=", person.email).execute();
    expect(users).toHaveLength(1);
    expect(
      await world.db.selectFrom("auth_account").select("id").where("userId", "=", users[0]!.id).execute(),
    ).toHaveLength(1);
    expect(await letters(person.email)).toHaveLength(1);
  });

  test("many people at once don't wait for each other's connections", async () => {
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => new TestBrowser().send(signup, "/signup", newcomer())),
    );
    expect(new Set(answers.map((a) => a.status))).toEqual(new Set([302]));
  });

  test.each([
    ["a short password", { password: "12345" }, "password-does-not-meet-requirements", "password"],
    ["a password without end", { password: "x".repeat(4_097) }, "password-does-not-meet-requirements", "password"],
    ["no email address", { email: "lena" }, "input", "email"],
    ["no name", { name: "  " }, "input", "name"],
    ["a name without end", { name: "n".repeat(101) }, "input", "name"],
  ])("refuses %s with a message at its field", async (_what, change, code, field) => {
    const answer = await new TestBrowser().send(signup, "/signup", { ...newcomer(), ...change });
    expect(answer.status).toBe(422);
    expect(answer.data.error.code).toBe(code);
    expect(answer.data.error.fields[field]).toMatch(/\w/);
  });

  test("an invalid time zone is left out", async () => {
    const browser = new TestBrowser();
    await browser.send(signup, "/signup", { ...newcomer(), timeZone: "Mars/Olympus" });
    expect(await browser.actor()).toMatchObject({ timeZone: null });
  });

  test("can't set its own claims or verify its own address", async () => {
    const browser = new TestBrowser();
    await browser.send(signup, "/signup", {
      ...newcomer(),
      claims: '{"admin":true}',
      emailVerified: "true",
      role: "admin",
    });
    expect(await browser.actor()).toMatchObject({ emailVerified: false, isAdmin: false });
  });
});

describe("the verification link", () => {
  test("used a second time says so, signs nobody in, and sends on people who are already verified", async () => {
    const browser = new TestBrowser();
    const person = newcomer();
    await browser.send(signup, "/signup", person);
    const token = (await linkIn(person.email)).searchParams.get("token")!;
    await browser.send(verify, "/signup/verify", { token });
    expect(await browser.send(verify, "/signup/verify", { token })).toMatchObject({
      status: 302,
      location: "/dashboard",
    });
    const stranger = new TestBrowser();
    const again = await stranger.send(verify, "/signup/verify", { token });
    expect(again).toMatchObject({ status: 400, data: { error: { code: "invalid-action-code" } } });
    expect(await stranger.actor()).toEqual({ kind: "guest", guestKeyHash: null });
  });

  test("expired, forged or empty says what to do", async () => {
    const person = newcomer();
    await new TestBrowser().send(signup, "/signup", person);
    const expired = await createEmailVerificationToken(world.config.secret, person.email, undefined, -10);
    const forged = await createEmailVerificationToken(
      "another-secret-of-at-least-32-characters",
      person.email,
      undefined,
      600,
    );
    const unknown = await createEmailVerificationToken(world.config.secret, "nobody@example.org", undefined, 600);
    expect(await new TestBrowser().send(verify, "/signup/verify", { token: expired })).toMatchObject({
      status: 410,
      data: { error: { code: "expired-action-code" } },
    });
    for (const token of [forged, unknown, "", "rubbish"])
      expect(await new TestBrowser().send(verify, "/signup/verify", { token })).toMatchObject({
        status: 400,
        data: { error: { code: "invalid-action-code" } },
      });
    expect(
      await world.db
        .selectFrom("auth_user")
        .select("emailVerified")
        .where("email", "=", person.email)
        .executeTakeFirst(),
    ).toEqual({ emailVerified: false });
  });

  test("is not used up by a GET, of the page or of the service", async () => {
    const person = newcomer();
    const browser = new TestBrowser();
    await browser.send(signup, "/signup", person);
    const link = await linkIn(person.email);
    await browser.open(verify, pathOf(link));
    expect(await browser.actor()).toMatchObject({ emailVerified: false });
  });

  test("is sent again to the session's own address, in a new email", async () => {
    const browser = new TestBrowser();
    const person = newcomer();
    await browser.send(signup, "/signup", person);
    // Two tokens within one second are the same.
    await new Promise((r) => setTimeout(r, 1_100));
    const again = await browser.send(signup, "/signup", {
      intent: "resend",
      email: "client@demo.test",
      from: "/order/new/form",
    });
    expect(again).toMatchObject({ status: 200, data: { sent: person.email } });
    const all = await letters(person.email);
    expect(all).toHaveLength(2);
    expect((await linkIn(person.email)).searchParams.get("from")).toBe("/order/new/form");
    expect((await letters("client@demo.test")).filter((l) => l.kind === "account.verify")).toEqual([]);
  });

  test("isn't sent once the session has ended", async () => {
    expect(await new TestBrowser().send(signup, "/signup", { intent: "resend" })).toMatchObject({
      status: 401,
      data: { error: { code: "user-token-expired" } },
    });
  });
});

describe("signing in", () => {
  test.each([
    ["client@demo.test", "/dashboard"],
    ["editor@demo.test", "/editor"],
    ["support@demo.test", "/support-desk"],
    ["admin@demo.test", "/admin"],
    ["unverified@demo.test", "/signup"],
  ])("%s goes to %s", async (email, home) => {
    const browser = new TestBrowser();
    expect(await browser.send(signin, "/signin", { email, password: CAST_PASSWORD })).toMatchObject({
      status: 302,
      location: home,
    });
  });

  test("leads to the requested path, with its query", async () => {
    const browser = new TestBrowser();
    expect(
      await browser.send(signin, "/signin", {
        email: "client@demo.test",
        password: CAST_PASSWORD,
        from: "/my-orders?page=2",
      }),
    ).toMatchObject({ location: "/my-orders?page=2" });
    expect(
      await new TestBrowser().send(signin, "/signin", {
        email: "unverified@demo.test",
        password: CAST_PASSWORD,
        from: "/my-orders",
      }),
    ).toMatchObject({ location: "/signup?from=%2Fmy-orders" });
  });

  test.each(["https://evil.example/", "//evil.example", "/\\evil.example", "/.//evil.example", "javascript:alert(1)"])(
    "cannot be used to send somebody to %s",
    async (from) => {
      expect(
        await new TestBrowser().send(signin, `/signin?from=${encodeURIComponent(from)}`, {
          email: "client@demo.test",
          password: CAST_PASSWORD,
          from,
        }),
      ).toMatchObject({ location: "/dashboard" });
      expect((await new TestBrowser().open(signin, `/signin?from=${encodeURIComponent(from)}`)).data.from).toBeNull();
    },
  );

  test("gives the same answer for a wrong password and an unknown address, and keeps the typed address", async () => {
    const wrong = await new TestBrowser().send(signin, "/signin", { email: "client@demo.test", password: "not-it" });
    const unknown = await new TestBrowser().send(signin, "/signin", { email: "nobody@demo.test", password: "not-it" });
    expect(wrong.status).toBe(401);
    expect(wrong.data.error.code).toBe("invalid-credential");
    expect({ ...unknown, data: unknown.data.error }).toEqual({ ...wrong, data: wrong.data.error });
    expect(wrong.data.typed).toEqual({ email: "client@demo.test" });
  });

  test.each<Record<string, string>>([
    { origin: "https://evil.example" },
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
    { origin: "null" },
  ])("from another site's page is refused (%j)", async (headers) => {
    const browser = new TestBrowser();
    expect(
      await browser.send(signin, "/signin", { email: "client@demo.test", password: CAST_PASSWORD }, headers),
    ).toMatchObject({ status: 403 });
    expect(browser.cookies.size).toBe(0);
  });

  test("gives a new session each time, so one planted beforehand is worthless", async () => {
    const attacker = new TestBrowser();
    await attacker.send(signin, "/signin", { email: "client2@demo.test", password: CAST_PASSWORD });
    const victim = new TestBrowser();
    for (const [k, v] of attacker.cookies) victim.cookies.set(k, v);
    await victim.send(signin, "/signin", { email: "client@demo.test", password: CAST_PASSWORD });
    expect(victim.cookie).not.toBe(attacker.cookie);
    expect(await attacker.actor()).toMatchObject({ email: "client2@demo.test" });
    expect(await victim.actor()).toMatchObject({ email: "client@demo.test" });
  });
});

describe("signing out", () => {
  test("ends the session on the server, so that a stored cookie is worthless, and leaves other sessions alone", async () => {
    const here = new TestBrowser();
    const elsewhere = new TestBrowser();
    for (const b of [here, elsewhere])
      await b.send(signin, "/signin", { email: "client@demo.test", password: CAST_PASSWORD });
    const kept = here.cookie;
    expect(await here.send(signin, "/signin", { intent: "sign-out" })).toMatchObject({
      status: 302,
      location: "/signin?out=1",
    });
    expect(await here.actor()).toMatchObject({ kind: "guest" });
    expect(await new TestBrowser({ cookie: kept }).actor()).toMatchObject({ kind: "guest" });
    expect(await elsewhere.actor()).toMatchObject({ kind: "person" });
  });
});

describe("a forgotten password", () => {
  test("is replaced through the emailed link, once, and every session ends", async () => {
    const old = new TestBrowser();
    await old.send(signin, "/signin", { email: "client2@demo.test", password: CAST_PASSWORD });
    expect(await new TestBrowser().send(reset, "/signin/reset", { email: "Client2@demo.test" })).toMatchObject({
      status: 200,
      data: { asked: "Client2@demo.test" },
    });
    const link = await linkIn("client2@demo.test");
    const token = link.searchParams.get("token")!;
    expect((await new TestBrowser().open(reset, pathOf(link))).data.token).toBe(token);
    expect((await new TestBrowser().send(reset, "/signin/reset", { token, password: "12345" })).data.error.code).toBe(
      "password-does-not-meet-requirements",
    );
    const both = await Promise.all(
      [1, 2].map(() => new TestBrowser().send(reset, "/signin/reset", { token, password: "quite-another" })),
    );
    expect(both.map((a) => a.status).sort((a, b) => a - b)).toEqual([302, 400]);
    expect(both.find((a) => a.status === 302)!.location).toBe("/signin?changed=1");
    expect(
      (await new TestBrowser().send(reset, "/signin/reset", { token, password: "third-time" })).data.error.code,
    ).toBe("invalid-action-code");
    expect(await old.actor()).toMatchObject({ kind: "guest" });
    expect(
      (await new TestBrowser().send(signin, "/signin", { email: "client2@demo.test", password: CAST_PASSWORD })).status,
    ).toBe(401);
    expect(
      (await new TestBrowser().send(signin, "/signin", { email: "client2@demo.test", password: "quite-another" }))
        .status,
    ).toBe(302);
  });

  test("gives an unknown address the same answer, in the same time", async () => {
    const begun = performance.now();
    const unknown = await new TestBrowser().send(reset, "/signin/reset", { email: "nobody@demo.test" });
    expect(unknown).toEqual({
      status: 200,
      location: null,
      data: { form: "", typed: { email: "nobody@demo.test" }, asked: "nobody@demo.test" },
    });
    expect(performance.now() - begun).toBeGreaterThan(390);
    expect(await letters("nobody@demo.test")).toEqual([]);
  });

  test("isn't replaced with an expired link", async () => {
    await new TestBrowser().send(reset, "/signin/reset", { email: "newcomer@demo.test" });
    const token = (await linkIn("newcomer@demo.test")).searchParams.get("token")!;
    await world.db
      .updateTable("auth_verification")
      .set({ expiresAt: new Date(Date.now() - 1_000) })
      .execute();
    expect(
      (await new TestBrowser().send(reset, "/signin/reset", { token, password: "quite-another" })).data.error.code,
    ).toBe("expired-action-code");
  });
});
