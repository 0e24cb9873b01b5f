import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestWorld, openWorld } from "#boot/testing/world.ts";
import { CAST_PASSWORD } from "#db/seed/cast.ts";
import { seedAccounts } from "#db/seed/seed-accounts.ts";
import * as signin from "../screens/signin.tsx";
import * as reset from "../screens/signin-reset.tsx";
import { TestBrowser } from "../testing/browser.ts";
import { demoClock } from "./demo-clock.ts";
import { demoMailbox } from "./demo-mailbox.ts";
import { dropSpentSignIns } from "./drop-spent-sign-ins.ts";
import { newGuestKey } from "./guest-key.ts";

let world: TestWorld;
beforeAll(async () => {
  // As in production: no demo, and an address with a certificate.
  world = await openWorld({ DEMO: "0", PUBLIC_URL: "https://app.stet.example" });
  await seedAccounts(world.db, new Date("2026-11-21T12:00:00Z"));
});
afterAll(() => world.close());

const attempt = (email: string, network: string, password = "not-it") =>
  new TestBrowser({ "x-forwarded-for": network }).send(signin, "/signin", { email, password });

describe("outside the demo", () => {
  test("ten wrong passwords for one address, from wherever, stop the eleventh, right or wrong; others are not stopped", async () => {
    for (let i = 0; i < 10; i++) expect((await attempt("client@demo.test", `198.51.100.${i}`)).status).toBe(401);
    const stopped = await attempt("CLIENT@demo.test ", "198.51.100.99", CAST_PASSWORD);
    expect(stopped).toMatchObject({
      status: 429,
      data: { error: { code: "too-many-requests", advice: expect.stringContaining("Wait") } },
    });
    expect((await attempt("client2@demo.test", "198.51.100.1", CAST_PASSWORD)).status).toBe(302);
    // It ends by itself.
    await world.db
      .updateTable("auth_rate_limit")
      .set({ lastRequest: Date.now() - 10 * 60_000 })
      .execute();
    expect((await attempt("client@demo.test", "198.51.100.1", CAST_PASSWORD)).status).toBe(302);
  });

  test("one network cannot try address after address, even by writing other networks before its own", async () => {
    const statuses = await Promise.all(
      Array.from({ length: 66 }, (_, i) => attempt(`guess${i}@example.org`, `10.0.0.${i}, 203.0.113.7`)),
    );
    expect(statuses.filter((a) => a.status === 429)).toHaveLength(6);
    expect((await attempt("client2@demo.test", "203.0.113.8", CAST_PASSWORD)).status).toBe(302);
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

  test("counts are kept without the addresses, and go after a day", async () => {
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
    expect([...browser.cookies.keys()]).toEqual(["__Secure-stet.session_token"]);
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
