import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { askedCost } from "#boot/testing/quick-passwords.ts";
import { type TestWorld, openWorld } from "#boot/testing/world.ts";
import { CAST_PASSWORD } from "#db/seed/cast.ts";
import { seedAccounts } from "#db/seed/seed-accounts.ts";
import * as signin from "../../screens/signin.tsx";
import * as reset from "../../screens/signin-reset.tsx";
import { TestBrowser } from "../../testing/browser.ts";
import { askSignInService } from "./ask-sign-in-service.ts";
import { demoClock } from "../demo-clock.ts";
import { demoMailbox } from "../demo-mailbox.ts";
import { dropSpentSignIns } from "./drop-spent-sign-ins.ts";
import { newGuestKey } from "./guest-key.ts";

let world: TestWorld;
beforeAll(async () => {
  // As in production: no demo, and an address with a certificate.
  world = await openWorld({ DEMO: "0", PUBLIC_URL: "https://app.stet.example" });
  await seedAccounts(world.db, new Date("2026-11-21T12:00:00Z"));
});
afterAll(() => world.close());

/** Ten minutes later, for all counts. */
const windowPasses = () =>
  world.db
    .updateTable("auth_rate_limit")
    .set({ lastRequest: Date.now() - 10 * 60_000 })
    .execute();
const attempt = (email: string, network: string, password = "not-it") =>
  new TestBrowser({ "x-forwarded-for": network }).send(signin, "/signin", { email, password });

/** What is ready first: a try, or "slowed", if it took as long as one that has to wait. */
const winner = async (tried: Promise<number>, waits: Promise<unknown>) => {
  const slowed = waits.then(() => "slowed");
  const first = await Promise.race([tried, slowed]);
  await Promise.all([tried, slowed]);
  return first;
};

describe("outside the demo", () => {
  test("ten wrong passwords stop only the network that tried them, even with the right one", async () => {
    for (let i = 0; i < 10; i++) expect((await attempt("client@demo.test", "198.51.100.1")).status).toBe(401);
    const stopped = await attempt("CLIENT@demo.test ", "198.51.100.1", CAST_PASSWORD);
    expect(stopped).toMatchObject({
      status: 429,
      data: { error: { code: "too-many-requests", advice: expect.stringContaining("Wait") } },
    });
    // The owner from another network, and another account from the attacker's.
    expect((await attempt("client@demo.test", "198.51.100.2", CAST_PASSWORD)).status).toBe(302);
    expect((await attempt("client2@demo.test", "198.51.100.1", CAST_PASSWORD)).status).toBe(302);
    expect((await attempt("client@demo.test", "198.51.100.1", CAST_PASSWORD)).status).toBe(429);
    await windowPasses();
    expect((await attempt("client@demo.test", "198.51.100.1", CAST_PASSWORD)).status).toBe(302);
  });

  test("a device that the account knows can sign in from the attacker's own network, with ten tries of its own", async () => {
    const network = { "x-forwarded-for": "198.51.100.30" };
    const owner = new TestBrowser(network);
    const signIn = (browser: TestBrowser, password: string, email = "client@demo.test") =>
      browser.send(signin, "/signin", { email, password });
    expect((await signIn(owner, CAST_PASSWORD)).status).toBe(302);
    const device = owner.cookies.get("stet_device")!;
    expect(device).toMatch(/^[\w-]{43}$/);
    expect(JSON.stringify(await world.db.selectFrom("auth_device").selectAll().execute())).not.toContain(device);
    // Enough to reach the limits of the pair and of the network, and to slow the account.
    await Promise.all(Array.from({ length: 70 }, () => attempt("client@demo.test", "198.51.100.30")));
    expect((await attempt("client@demo.test", "198.51.100.30", CAST_PASSWORD)).status).toBe(429);

    const known = () => new TestBrowser({ ...network, cookie: `stet_device=${device}` });
    const direct = signIn(known(), CAST_PASSWORD).then(({ status }) => status);
    expect(await winner(direct, attempt("client@demo.test", "198.51.100.31"))).toBe(302);
    // Only one account knows it, and it doesn't allow endless guesses.
    expect((await signIn(known(), CAST_PASSWORD, "client2@demo.test")).status).toBe(429);
    for (let i = 0; i < 9; i++) expect((await signIn(known(), "not-it")).status).toBe(401);
    expect((await signIn(known(), CAST_PASSWORD)).status).toBe(429);
    await windowPasses();
  });

  test("guesses from many networks slow the account for unknown devices: fewer tries, each with a wait; the right password still works", async () => {
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, i) => attempt("editor@demo.test", `203.0.113.${100 + i}`)),
    );
    expect(new Set(answers.map((a) => a.status))).toEqual(new Set([401]));
    const timed = async (password: string, network: string, email = "editor@demo.test") => {
      const began = performance.now();
      const { status } = await attempt(email, network, password);
      return [status, performance.now() - began > 1_900];
    };
    // A network that is new to it: three tries instead of ten.
    const tries = await Promise.all([1, 2, 3].map(() => timed("not-it", "203.0.113.7")));
    expect(tries).toEqual([1, 2, 3].map(() => [401, true]));
    expect((await timed("not-it", "203.0.113.7"))[0]).toBe(429);
    expect(await timed(CAST_PASSWORD, "203.0.113.9")).toEqual([302, true]);
    const other = attempt("client2@demo.test", "203.0.113.9", CAST_PASSWORD).then(({ status }) => status);
    expect(await winner(other, attempt("editor@demo.test", "203.0.113.10"))).toBe(302);
    await windowPasses();
  });

  test("an attack on the password doesn't block passkeys or the second factor", async () => {
    await Promise.all(Array.from({ length: 70 }, () => attempt("admin@demo.test", "198.51.100.40")));
    const at = (path: string, body: unknown) =>
      askSignInService(
        new TestBrowser({ "x-forwarded-for": "198.51.100.40" }).request("/signin", {
          method: "POST",
          headers: { origin: "https://app.stet.example" },
        }),
        path as "/passkey/verify-authentication",
        body as Record<string, unknown>,
      ).catch((error: { code: string }) => error.code);
    for (const code of [
      await at("/passkey/verify-authentication", { response: {} }),
      await at("/two-factor/verify-totp", { code: "000000" }),
    ]) {
      expect(typeof code).toBe("string");
      expect(code).not.toBe("too-many-requests");
    }
    await windowPasses();
  });

  test("one network can't try address after address, even by naming other networks before its own", async () => {
    const statuses = await Promise.all(
      Array.from({ length: 66 }, (_, i) => attempt(`guess${i}@example.org`, `10.0.0.${i}, 203.0.113.7`)),
    );
    expect(statuses.filter((a) => a.status === 429)).toHaveLength(6);
    expect((await attempt("client2@demo.test", "203.0.113.8", CAST_PASSWORD)).status).toBe(302);
  });

  test("a guess that is let through costs a slow hash", async () => {
    await attempt("client2@demo.test", "203.0.113.90");
    expect(askedCost()).toMatchObject({ N: 16_384, r: 16, p: 1 });
  });

  test("an unknown address is stopped just like a known one", async () => {
    const answers: number[][] = [];
    for (const email of ["editor@demo.test", "nobody@demo.test"]) {
      const statuses: number[] = [];
      for (let i = 0; i < 6; i++)
        statuses.push(
          (await new TestBrowser({ "x-forwarded-for": "192.0.2.1" }).send(reset, "/signin/reset", { email })).status,
        );
      answers.push(statuses);
    }
    expect(answers[0]).toEqual([200, 200, 200, 200, 200, 429]);
    expect(answers[1]).toEqual(answers[0]);
  });

  test("counts are stored without addresses and deleted after a day", async () => {
    const rows = await world.db.selectFrom("auth_rate_limit").selectAll().execute();
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toMatch(/demo\.test|203\.0\.113/);
    await world.db
      .updateTable("auth_rate_limit")
      .set({ lastRequest: Date.now() - 25 * 3_600_000 })
      .execute();
    await dropSpentSignIns();
    expect(await world.db.selectFrom("auth_rate_limit").selectAll().execute()).toEqual([]);
  });

  test("cookies are Secure", async () => {
    const browser = new TestBrowser();
    await browser.send(signin, "/signin", { email: "client2@demo.test", password: CAST_PASSWORD });
    expect([...browser.cookies.keys()]).toEqual(["__Secure-stet.session_token", "stet_device"]);
    expect(await browser.actor()).toMatchObject({ email: "client2@demo.test" });
    expect(newGuestKey().cookie).toMatch(/; Secure$/);
  });

  test("there is no mailbox and no clock to move", async () => {
    await expect(demoMailbox(new Request("https://app.stet.example/auth/mailbox"))).rejects.toMatchObject({
      status: 404,
    });
    await expect(
      demoClock(async () => {})(
        new Request("https://app.stet.example/api/demo/clock", { method: "POST", body: '{"advanceMs":1}' }),
      ),
    ).rejects.toMatchObject({ status: 404 });
  });
});
