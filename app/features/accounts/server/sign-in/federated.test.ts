import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type OidcDouble, startOidcDouble } from "#boot/testing/oidc-double.ts";
import { type TestWorld, openWorld } from "#boot/testing/world.ts";
import { CAST } from "#db/seed/cast.ts";
import { seedAccounts } from "#db/seed/seed-accounts.ts";
import * as signin from "../../screens/signin.tsx";
import * as secondStep from "../../screens/signin-second-factor.tsx";
import { appCode, withSecondFactor } from "../../testing/authenticator.ts";
import { ORIGIN, TestBrowser } from "../../testing/browser.ts";
import { finishAt, startAt } from "../../testing/provider-visit.ts";

const FLOW = "0123456789abcdef01234567";
let world: TestWorld;
let double: OidcDouble;
let people = 0;
beforeAll(async () => {
  double = await startOidcDouble("university.test,demo.test");
  world = await openWorld(double.env);
  await seedAccounts(world.db, new Date("2026-11-21T12:00:00Z"));
});
afterAll(async () => {
  await world.close();
  await double.stop();
});
beforeEach(() => {
  people += 1;
  Object.assign(double, {
    fault: null,
    away: false,
    person: { sub: `sub-${people}`, email: `lena${people}@university.test`, name: "Lena Fischer" },
  });
});

const start = (browser: TestBrowser, query = "", headers: Record<string, string> = {}) =>
  startAt("oidc", browser, query.slice(1), headers);
const finish = finishAt;
const whereOf = (answer: Response) => [answer.status, answer.headers.get("location")];

/** Goes to the provider and returns. */
async function visit(browser: TestBrowser, query = "", press: "continue" | "cancel" = "continue"): Promise<Response> {
  const away = await start(browser, query);
  expect(away.status).toBe(303);
  return finish(browser, await double.answer(away.headers.get("location")!, press));
}
const accounts = (email: string) =>
  world.db
    .selectFrom("auth_user")
    .innerJoin("auth_account", "auth_account.userId", "auth_user.id")
    .select(["providerId", "emailVerified", "auth_user.id"])
    .where("email", "=", email)
    .execute();

describe("signing in at the provider", () => {
  test("redirects with state, nonce, and PKCE, and returns to an account with a verified address", async () => {
    const browser = new TestBrowser();
    const away = await start(browser, "?from=/my-orders");
    const url = new URL(away.headers.get("location")!);
    expect(url.origin + url.pathname).toBe(`${double.issuer}/authorize`);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      response_type: "code",
      client_id: "stet",
      scope: "openid email profile",
      code_challenge_method: "S256",
      redirect_uri: `${ORIGIN}/api/auth/callback/oidc`,
      state: expect.stringMatching(/^.{32}$/),
      nonce: expect.stringMatching(/^.{32}$/),
    });
    const back = await finish(browser, await double.answer(url.href));
    expect(whereOf(back)).toEqual([303, "/my-orders"]);
    expect(await browser.actor()).toMatchObject({
      email: double.person.email,
      displayName: "Lena Fischer",
      emailVerified: true,
      role: "client",
    });
    const [account] = await accounts(double.person.email);
    expect(account).toMatchObject({ providerId: "oidc", emailVerified: true });
    const facts = await world.db
      .selectFrom("facts")
      .select("kind")
      .where("subjectId", "=", account!.id)
      .orderBy("seq")
      .execute();
    expect(facts.map((f) => f.kind)).toEqual(["account.opened", "account.verified"]);
    // Its tokens aren't needed here, so they aren't stored.
    expect(
      await world.db.selectFrom("auth_account").selectAll().where("userId", "=", account!.id).executeTakeFirst(),
    ).toMatchObject({ accessToken: null, refreshToken: null, idToken: null });
  });

  test("a second time it's the same account, even if the address has changed", async () => {
    await visit(new TestBrowser());
    const before = await accounts(double.person.email);
    double.person = { ...double.person, email: `married${people}@university.test` };
    const browser = new TestBrowser();
    expect(whereOf(await visit(browser))).toEqual([303, "/dashboard"]);
    expect(await browser.actor()).toMatchObject({ uid: before[0]!.id });
  });

  test("opens an existing account if both sides have verified its address", async () => {
    double.person = { sub: `jonas-${people}`, email: CAST.jonas.email.toUpperCase() };
    const browser = new TestBrowser();
    await visit(browser);
    expect(await browser.actor()).toMatchObject({ uid: CAST.jonas.uid, role: "editor" });
    expect((await accounts(CAST.jonas.email)).map((a) => a.providerId).sort()).toEqual(["credential", "oidc"]);
  });

  test("doesn't open an account whose own address was never verified", async () => {
    double.person = { sub: `uma-${people}`, email: CAST.uma.email };
    const browser = new TestBrowser();
    expect(whereOf(await visit(browser))).toEqual([303, "/signin?problem=not-linked&provider=oidc"]);
    expect(await browser.actor()).toMatchObject({ kind: "guest" });
    expect((await accounts(CAST.uma.email)).map((a) => a.providerId)).toEqual(["credential"]);
    expect(
      (
        await world.db
          .selectFrom("auth_user")
          .select("emailVerified")
          .where("email", "=", CAST.uma.email)
          .executeTakeFirst()
      )?.emailVerified,
    ).toBe(false);
  });

  test.each([[false], [undefined], ["true"]])(
    "refuses an address that the provider does not vouch for (%s)",
    async (email_verified) => {
      double.person = { ...double.person, email: CAST.mei.email, email_verified: email_verified as boolean };
      const browser = new TestBrowser();
      expect(whereOf(await visit(browser))).toEqual([303, "/signin?problem=not-verified&provider=oidc"]);
      expect(await browser.actor()).toMatchObject({ kind: "guest" });
    },
  );

  test.each(["lena@elsewhere.example", "lena@staff.university.test"])(
    "refuses %s: its domain is not among those configured",
    async (email) => {
      double.person = { ...double.person, email };
      const browser = new TestBrowser();
      expect(whereOf(await visit(browser, "?from=/my-orders"))).toEqual([
        303,
        "/signin?from=%2Fmy-orders&problem=unauthorized-domain&provider=oidc",
      ]);
      expect(await accounts(email)).toEqual([]);
    },
  );

  test("a refusal at the provider leads back to the sign-in page with a message", async () => {
    expect(whereOf(await visit(new TestBrowser(), "?from=/my-orders", "cancel"))).toEqual([
      303,
      "/signin?from=%2Fmy-orders&problem=refused&provider=oidc",
    ]);
  });

  test("doesn't open a blocked account", async () => {
    await visit(new TestBrowser());
    await world.db
      .updateTable("auth_user")
      .set({ disabledAt: new Date() })
      .where("email", "=", double.person.email)
      .execute();
    const browser = new TestBrowser();
    expect(whereOf(await visit(browser))).toEqual([303, "/signin?problem=user-disabled&provider=oidc"]);
    expect(await browser.actor()).toMatchObject({ kind: "guest" });
  });

  test("asks for the second factor if the account has one", async () => {
    await withSecondFactor("amara");
    double.person = { sub: `amara-${people}`, email: CAST.amara.email };
    const browser = new TestBrowser();
    expect(whereOf(await visit(browser, "?from=/my-orders"))).toEqual([303, "/signin/second-factor?from=%2Fmy-orders"]);
    expect(await browser.actor()).toMatchObject({ kind: "guest" });
    expect(
      (await browser.send(secondStep, "/signin/second-factor", { code: await appCode("amara"), from: "/my-orders" }))
        .location,
    ).toBe("/my-orders");
    expect(await browser.actor()).toMatchObject({ uid: CAST.amara.uid });
  });

  test("two windows that return at once create one account", async () => {
    const browsers = [new TestBrowser(), new TestBrowser(), new TestBrowser()];
    await Promise.all(browsers.map((b) => visit(b)));
    expect(await accounts(double.person.email)).toHaveLength(1);
    expect(
      await world.db.selectFrom("auth_user").select("id").where("email", "=", double.person.email).execute(),
    ).toHaveLength(1);
  });
});

describe("what isn't from the provider, or isn't meant for us", () => {
  test.each(["signature", "nonce", "audience", "issuer", "expired", "none-algorithm"] as const)(
    "a token with a wrong %s is refused",
    async (fault) => {
      double.fault = fault;
      const browser = new TestBrowser();
      expect(whereOf(await visit(browser))).toEqual([303, "/signin?problem=failed&provider=oidc"]);
      expect(await browser.actor()).toMatchObject({ kind: "guest" });
      expect(await accounts(double.person.email)).toEqual([]);
    },
  );

  test("a return that this browser didn't start, or repeats, is refused", async () => {
    const away = await start(new TestBrowser());
    const back = await double.answer(away.headers.get("location")!);
    const other = new TestBrowser();
    expect(whereOf(await finish(other, back))).toEqual([303, "/signin?problem=failed&provider=oidc"]);
    expect(await other.actor()).toMatchObject({ kind: "guest" });
    const browser = new TestBrowser();
    const mine = await double.answer((await start(browser)).headers.get("location")!);
    const kept = new TestBrowser();
    for (const [name, value] of browser.cookies) kept.cookies.set(name, value);
    expect((await finish(browser, mine)).headers.get("location")).toBe("/dashboard");
    expect(whereOf(await finish(kept, mine))).toEqual([303, "/signin?problem=failed&provider=oidc"]);
  });

  test("neither the start nor the return leads to another site", async () => {
    for (const from of ["//evil.example", "https://evil.example", "/\\evil.example"]) {
      const browser = new TestBrowser();
      expect(whereOf(await visit(browser, `?from=${encodeURIComponent(from)}`))).toEqual([303, "/dashboard"]);
    }
    const browser = new TestBrowser();
    const back = await double.answer((await start(browser)).headers.get("location")!);
    browser.cookies.set("stet_federated", `page.${encodeURIComponent("//evil.example")}`);
    expect(whereOf(await finish(browser, `${back}&callbackURL=https://evil.example`))).toEqual([303, "/dashboard"]);
  });

  test("another site can't send people to the provider, only to our sign-in page", async () => {
    expect(whereOf(await start(new TestBrowser(), "?from=/my-orders", { "sec-fetch-site": "cross-site" }))).toEqual([
      303,
      "/signin?from=%2Fmy-orders",
    ]);
  });

  test("an unavailable provider is reported, delays nobody else, and is tried again", async () => {
    const { signInService } = await import("./sign-in-service.ts");
    expect(signInService()).toBeDefined();
    double.away = true;
    // The addresses are known for an hour, so this time the code can't be exchanged.
    const browser = new TestBrowser();
    const away = await start(browser);
    double.away = false;
    const back = await double.answer(away.headers.get("location")!);
    double.away = true;
    expect(whereOf(await finish(browser, back))).toEqual([303, "/signin?problem=failed&provider=oidc"]);
    expect((await browser.send(signin, "/signin", { email: CAST.jonas.email, password: "demo-password" })).status).toBe(
      302,
    );
    double.away = false;
    expect((await visit(new TestBrowser())).headers.get("location")).toBe("/dashboard");
  });
});

describe("in its own window", () => {
  test("ends on a small page that reports the result to its own origin and closes itself", async () => {
    const browser = new TestBrowser();
    const page = await visit(browser, `?flow=${FLOW}&from=/my-orders`);
    const html = await page.text();
    expect([page.status, page.headers.get("content-type"), page.headers.get("cache-control")]).toEqual([
      200,
      "text/html; charset=utf-8",
      "no-store",
    ]);
    expect(html).toContain(JSON.stringify({ flow: FLOW, to: "/my-orders" }));
    expect(html).toContain("window.opener.postMessage(m,window.location.origin)");
    const nonce = /<script nonce="([^"]+)"/.exec(html)![1]!;
    expect(page.headers.get("content-security-policy")).toContain(`script-src 'nonce-${nonce}'`);
    expect(await browser.actor()).toMatchObject({ email: double.person.email });
  });

  test("reports a refusal, an unauthorized domain, and a provider's error in the same way", async () => {
    expect(await (await visit(new TestBrowser(), `?flow=${FLOW}`, "cancel")).text()).toContain(
      JSON.stringify({ flow: FLOW, end: "refused" }),
    );
    double.person = { ...double.person, email: "lena@elsewhere.example" };
    expect(await (await visit(new TestBrowser(), `?flow=${FLOW}`)).text()).toContain(
      JSON.stringify({ flow: FLOW, end: "unauthorized-domain" }),
    );
  });

  test("nothing from the URL gets into its script", async () => {
    const html = await (
      await visit(
        new TestBrowser(),
        `?flow=${FLOW}&from=${encodeURIComponent("/a?</script><script>alert(1)</script>")}`,
      )
    ).text();
    expect(html).not.toContain("<script>alert");
    expect(html.match(/<script/g)).toHaveLength(1);
  });

  test("a malformed name is no window", async () => {
    expect((await visit(new TestBrowser(), "?flow=%3Cscript%3E")).status).toBe(303);
  });
});
