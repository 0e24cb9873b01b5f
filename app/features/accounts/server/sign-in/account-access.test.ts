import { atRealCost, countHashes } from "#boot/testing/quick-passwords.ts";
import { createHmac } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { type TestWorld, openWorld } from "#boot/testing/world.ts";
import { CAST, CAST_PASSWORD, type CastName, personOf } from "#db/seed/cast.ts";
import { Problem } from "#app/platform/rules/core/errors.ts";
import { NOBODY } from "#app/platform/rules/core/actor.ts";
import { useConfig } from "#app/platform/server/core/config.ts";
import * as signup from "../../screens/signup.tsx";
import { ORIGIN, TestBrowser } from "../../testing/browser.ts";
import { solveHumanCheck } from "../../testing/human-check.ts";
import { sessionCookie } from "../../testing/session-cookie.ts";
import { readAccessToken, signAccessToken } from "./access-token.ts";
import { handleAuth } from "./auth-endpoint.ts";
import { disableAccount, enableAccount } from "../people/disable-account.ts";
import { getHumanCheck } from "./human-check.ts";
import { currentSession } from "./recent-sign-in.ts";
import { resolveActor } from "./resolve-actor.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
afterEach(() => {
  useConfig(world.config);
  vi.restoreAllMocks();
});

const send = (path: string, body: object, headers: Record<string, string> = {}) =>
  handleAuth(
    new Request(`${ORIGIN}/api/auth${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: ORIGIN, ...headers },
      body: JSON.stringify(body),
    }),
  );
const refusal = (answer: Promise<unknown>): Promise<Problem> =>
  answer.then(
    () => {
      throw new Error("It was not refused");
    },
    (error) => {
      if (error instanceof Problem) return error;
      throw error;
    },
  );
const signIn = (who: CastName, password = CAST_PASSWORD) =>
  send("/sign-in/email", { email: CAST[who].email, password });
const call = (token: string, path = "/api/call/quote", headers: Record<string, string> = {}) =>
  resolveActor(
    new Request(`${ORIGIN}${path}`, { method: "POST", headers: { authorization: `Bearer ${token}`, ...headers } }),
  );
const tokenOf = async (cookie: string) =>
  (await (await send("/token", {}, { cookie })).json()) as { token: string; expiresAt: string };

describe("an access token", () => {
  test("acts for the session that asked for it, for an hour, with the current roles", async () => {
    const cookie = await sessionCookie("jonas");
    const { token, expiresAt } = await tokenOf(cookie);
    expect(Math.abs(Date.parse(expiresAt) - Date.now() - 3_600_000)).toBeLessThan(5_000);
    expect(await call(token)).toMatchObject({ kind: "person", uid: CAST.jonas.uid, isEditor: true, isSupport: false });
    await world.db
      .updateTable("auth_user")
      .set({ claims: JSON.stringify({ editor: true, support: true }) })
      .where("id", "=", CAST.jonas.uid)
      .execute();
    expect(await call(token)).toMatchObject({ isSupport: true });
    await world.db
      .updateTable("auth_user")
      .set({ claims: JSON.stringify({ editor: true }) })
      .where("id", "=", CAST.jonas.uid)
      .execute();
  });

  test("opens the API but no page, and a cookie sent along is ignored", async () => {
    const { token } = await tokenOf(await sessionCookie("amara"));
    expect(await call(token, "/dashboard")).toMatchObject({ kind: "guest" });
    expect(await call(token, "/apiary")).toMatchObject({ kind: "guest" });
    expect(await call(token, "/api/call/quote", { cookie: await sessionCookie("ada") })).toMatchObject({
      uid: CAST.amara.uid,
    });
    expect(await refusal(call("nonsense", "/api/call/quote", { cookie: await sessionCookie("ada") }))).toMatchObject({
      code: "user-token-expired",
      status: 401,
    });
  });

  test("is worthless once it has expired, if it was changed, or if it was signed by or for somebody else", async () => {
    const cookie = await sessionCookie("amara");
    const { id } = await currentSession(new Request(ORIGIN, { headers: { cookie } }));
    const of = { uid: CAST.amara.uid, sessionId: id };
    const now = Date.now();
    const good = signAccessToken(of, now, now + 60_000);
    expect(readAccessToken(good)).toEqual(of);
    expect(await call(good)).toMatchObject({ uid: CAST.amara.uid });
    const [header, payload, signature] = good.split(".") as [string, string, string];
    const forged = Buffer.from(
      JSON.stringify({ ...(JSON.parse(Buffer.from(payload, "base64url").toString()) as object), sub: CAST.ada.uid }),
    ).toString("base64url");
    const none = Buffer.from(JSON.stringify({ alg: "none", typ: "JWT" })).toString("base64url");
    const wrongKey = createHmac("sha256", "another secret").update(`${header}.${payload}`).digest("base64url");
    const bad = [
      signAccessToken(of, now - 7_200_000, now - 1_000),
      `${header}.${forged}.${signature}`,
      `${none}.${payload}.`,
      `${header}.${payload}.${wrongKey}`,
      `${header}.${payload}`,
      `${good}.x`,
      "",
      "a.b.c",
      signAccessToken({ ...of, uid: CAST.ada.uid }, now, now + 60_000),
      signAccessToken({ ...of, sessionId: "aut_none" }, now, now + 60_000),
    ];
    for (const token of bad) expect(await refusal(call(token))).toMatchObject({ code: "user-token-expired" });
    useConfig({ ...world.config, origins: { ...world.config.origins, app: "https://elsewhere.example" } });
    const elsewhere = signAccessToken(of, now, now + 60_000);
    useConfig(world.config);
    expect(readAccessToken(elsewhere)).toBeNull();
  });

  test("ends with its session", async () => {
    const cookie = await sessionCookie("mei");
    const { token } = await tokenOf(cookie);
    await send("/sign-out", {}, { cookie });
    expect(await refusal(call(token))).toMatchObject({ code: "user-token-expired" });
  });

  test("is given only to a session, not to a token or an anonymous caller", async () => {
    const { token } = await tokenOf(await sessionCookie("mei"));
    expect(await refusal(send("/token", {}))).toMatchObject({ code: "user-token-expired" });
    expect(await refusal(send("/token", {}, { authorization: `Bearer ${token}` }))).toMatchObject({
      code: "user-token-expired",
    });
  });

  test("of an unverified person gives no roles", async () => {
    await world.db
      .updateTable("auth_user")
      .set({ claims: JSON.stringify({ admin: true }) })
      .where("id", "=", CAST.uma.uid)
      .execute();
    expect(await call((await tokenOf(await sessionCookie("uma"))).token)).toMatchObject({
      emailVerified: false,
      isAdmin: false,
      role: "client",
      claims: {},
    });
    await world.db.updateTable("auth_user").set({ claims: null }).where("id", "=", CAST.uma.uid).execute();
  });
});

describe("entering the password again over HTTP", () => {
  test("refuses a wrong password and other sites, and accepts the right one", async () => {
    const cookie = await sessionCookie("amara");
    expect(await refusal(send("/reauthenticate", { password: "not-it" }, { cookie }))).toMatchObject({
      code: "wrong-password",
      status: 401,
    });
    expect(
      await refusal(send("/reauthenticate", { password: CAST_PASSWORD }, { cookie, origin: "https://evil.example" })),
    ).toMatchObject({ kind: "refused" });
    expect((await send("/reauthenticate", { password: CAST_PASSWORD }, { cookie })).status).toBe(200);
  });
});

describe("a blocked account", () => {
  const close = (who: CastName, by: CastName = "ada", reason = "Shared its password.") =>
    disableAccount(personOf(by), { uid: CAST[who].uid, reason });

  test("is signed out everywhere at once, is told why, and shows that at sign-in only for the right password", async () => {
    const cookie = await sessionCookie("noor");
    const { token } = await tokenOf(cookie);
    await close("noor");
    expect(await resolveActor(new Request(ORIGIN, { headers: { cookie } }))).toMatchObject({ kind: "guest" });
    expect(await refusal(call(token))).toMatchObject({ code: "user-token-expired" });
    expect(await refusal(signIn("noor"))).toMatchObject({ code: "user-disabled", status: 403 });
    expect(await refusal(signIn("noor", "not-it"))).toMatchObject({ code: "invalid-credential" });
    expect(
      await world.db.selectFrom("auth_session").select("id").where("userId", "=", CAST.noor.uid).execute(),
    ).toEqual([]);
    const letter = await world.db
      .selectFrom("mail")
      .select("text")
      .where("to", "=", CAST.noor.email)
      .where("kind", "=", "account.closed")
      .executeTakeFirstOrThrow();
    expect(letter.text).toContain("Shared its password.");
  });

  test("is blocked even if a session was left", async () => {
    const cookie = await sessionCookie("sam");
    const { token } = await tokenOf(cookie);
    await world.db.updateTable("auth_user").set({ disabledAt: new Date() }).where("id", "=", CAST.sam.uid).execute();
    expect(await resolveActor(new Request(ORIGIN, { headers: { cookie } }))).toMatchObject({ kind: "guest" });
    expect(await refusal(call(token))).toMatchObject({ code: "user-token-expired" });
    await world.db.updateTable("auth_user").set({ disabledAt: null }).where("id", "=", CAST.sam.uid).execute();
  });

  test("can be unblocked, and each is recorded once even if done twice", async () => {
    await close("noor");
    for (const _ of [1, 2]) await enableAccount(personOf("ada"), { uid: CAST.noor.uid, reason: "It was a mistake." });
    expect((await signIn("noor")).status).toBe(200);
    const facts = await world.db
      .selectFrom("facts")
      .select(["kind", "actorId"])
      .where("subjectId", "=", CAST.noor.uid)
      .where("kind", "in", ["account.disabled", "account.enabled"])
      .orderBy("seq")
      .execute();
    expect(facts).toEqual([
      { kind: "account.disabled", actorId: CAST.ada.uid },
      { kind: "account.enabled", actorId: CAST.ada.uid },
    ]);
  });

  test.each<CastName>(["amara", "jonas", "sam", "uma"])("is not closed or opened by %s", async (who) => {
    await expect(close("mei", who)).rejects.toMatchObject({ kind: "refused" });
    await expect(enableAccount(personOf(who), { uid: CAST.mei.uid, reason: "x" })).rejects.toMatchObject({
      kind: "refused",
    });
    await expect(disableAccount(NOBODY, { uid: CAST.mei.uid, reason: "x" })).rejects.toMatchObject({ kind: "refused" });
  });

  test("is never one's own or the last admin's, and blocking needs a reason and an account", async () => {
    await expect(close("ada")).rejects.toMatchObject({ kind: "refused", message: "You can't block your own account." });
    await expect(close("mei", "ada", " ")).rejects.toMatchObject({
      kind: "invalid",
      fields: { reason: "Enter a reason." },
    });
    await expect(disableAccount(personOf("ada"), { uid: "usr_nobody", reason: "x" })).rejects.toMatchObject({
      kind: "not-found",
    });
    const outcomes = await Promise.allSettled([close("ben", "ada"), close("ada", "ben")]);
    expect(outcomes.filter((o) => o.status === "fulfilled")).toHaveLength(1);
    for (const who of ["ada", "ben"] as const)
      await world.db.updateTable("auth_user").set({ disabledAt: null }).where("id", "=", CAST[who].uid).execute();
  });
});

describe("signing up", () => {
  const person = (email: string, humanCheck: string) => ({
    name: "Lena Fischer",
    email,
    password: "six-or-more",
    humanCheck,
  });
  const isThere = async (email: string) =>
    (await world.db.selectFrom("auth_user").select("id").where("email", "=", email).execute()).length === 1;

  test("requires the human check, by form and over HTTP", async () => {
    const byForm = await new TestBrowser().send(signup, "/signup", person("form@example.org", ""));
    expect(byForm).toMatchObject({
      status: 422,
      data: {
        error: { code: "human-check", fields: { humanCheck: expect.any(String) } },
        typed: { name: "Lena Fischer", email: "form@example.org" },
      },
    });
    expect(await refusal(send("/sign-up/email", person("http@example.org", "made up")))).toMatchObject({
      code: "human-check",
    });
    for (const email of ["form@example.org", "http@example.org"]) expect(await isThere(email)).toBe(false);

    expect(
      await new TestBrowser().send(signup, "/signup", person("form@example.org", await solveHumanCheck(getHumanCheck))),
    ).toMatchObject({ status: 302 });
    const humanCheck = await solveHumanCheck(getHumanCheck);
    expect((await send("/sign-up/email", person("http@example.org", humanCheck))).status).toBe(200);
    expect(await refusal(send("/sign-up/email", person("again@example.org", humanCheck)))).toMatchObject({
      code: "human-check",
    });
  });

  test("doesn't reveal that an address is taken without the human check, and tells its owner at most once an hour", async () => {
    expect(await refusal(send("/sign-up/email", person("client@demo.test", "")))).toMatchObject({
      code: "human-check",
    });
    const letters = () =>
      world.db
        .selectFrom("mail")
        .select(["subject", "text"])
        .where("to", "=", "client@demo.test")
        .where("kind", "=", "account.taken")
        .execute();
    expect(await letters()).toEqual([]);
    for (const email of ["client@demo.test", "CLIENT@demo.test"])
      expect(await refusal(send("/sign-up/email", person(email, await solveHumanCheck(getHumanCheck))))).toMatchObject({
        code: "email-already-in-use",
        status: 409,
      });
    expect(await letters()).toHaveLength(1);
    expect((await letters())[0]!.subject).toContain("You already have an account");
    await world.db
      .updateTable("auth_rate_limit")
      .set({ lastRequest: Date.now() - 3_600_000 })
      .execute();
    await refusal(send("/sign-up/email", person("client@demo.test", await solveHumanCheck(getHumanCheck))));
    expect(await letters()).toHaveLength(2);
  });

  test("applies the configured password policy", async () => {
    useConfig({
      ...world.config,
      password: {
        minLength: 10,
        maxLength: 64,
        lowercase: true,
        uppercase: true,
        numeric: true,
        nonAlphanumeric: true,
      },
    });
    const weak = await refusal(
      send("/sign-up/email", person("policy@example.org", await solveHumanCheck(getHumanCheck))),
    );
    expect(weak).toMatchObject({
      code: "password-does-not-meet-requirements",
      fields: { password: "Your password must have an uppercase letter and a number." },
    });
    expect((await new TestBrowser().open(signup, "/signup")).data.policy).toMatchObject({
      minLength: 10,
      uppercase: true,
    });
  });
});

describe("known and unknown addresses", () => {
  test("can be told apart if the operator allows it", async () => {
    useConfig({ ...world.config, tellApart: true });
    const nobody = { email: "nobody@demo.test", password: CAST_PASSWORD };
    expect(await refusal(send("/sign-in/email", nobody))).toMatchObject({
      code: "user-not-found",
      fields: { email: expect.any(String) },
    });
    expect(await refusal(send("/request-password-reset", { email: nobody.email }))).toMatchObject({
      code: "user-not-found",
    });
    expect(await refusal(signIn("amara", "not-it"))).toMatchObject({
      code: "wrong-password",
      fields: { password: expect.any(String) },
    });
    expect((await signIn("amara")).status).toBe(200);
  });

  test("otherwise get the same answer, in the same time", async () => {
    // Processor time, because clock time depends on how busy the machine is.
    const spent = (email: string) =>
      atRealCost(async () => {
        const [before, begun] = [countHashes(), process.cpuUsage()];
        const { code, message } = await refusal(send("/sign-in/email", { email, password: "not-it" }));
        return { code, message, cost: process.cpuUsage(begun).user, hashes: countHashes() - before };
      });
    await spent("client@demo.test");
    const known: Awaited<ReturnType<typeof spent>>[] = [];
    const unknown: typeof known = [];
    for (let i = 0; i < 4; i++) {
      known.push(await spent("client@demo.test"));
      unknown.push(await spent(`nobody${i}@demo.test`));
    }
    expect(new Set([...known, ...unknown].map((a) => a.code + a.message)).size).toBe(1);
    // Both hash a password, which is nearly all the work. Without that, one would cost a twentieth of the other.
    expect([...known, ...unknown].map((a) => a.hashes)).toEqual(Array.from({ length: 8 }, () => 1));
    const least = (all: { cost: number }[]) => Math.min(...all.map((a) => a.cost));
    expect(least(unknown) / least(known)).toBeGreaterThan(0.3);
    expect(least(unknown) / least(known)).toBeLessThan(3);
  });
});

describe("the log", () => {
  test("never contains passwords, addresses, or tokens, no matter what goes wrong", async () => {
    useConfig({ ...world.config, log: "info" });
    const lines: string[] = [];
    for (const stream of [process.stdout, process.stderr])
      vi.spyOn(stream, "write").mockImplementation((line) => {
        lines.push(String(line));
        return true;
      });
    for (const channel of ["log", "warn", "error", "info"] as const)
      vi.spyOn(console, channel).mockImplementation((...said: unknown[]) => {
        lines.push(said.map(String).join(" "));
      });
    await signIn("amara", "a-secret-that-is-wrong").catch(() => {});
    await send("/sign-in/email", { email: "whispered@example.org", password: "a-secret-that-is-wrong" }).catch(
      () => {},
    );
    await send("/sign-up/email", {
      name: "Lena",
      email: "client@demo.test",
      password: "a-secret-that-is-wrong",
      humanCheck: await solveHumanCheck(getHumanCheck),
    }).catch(() => {});
    await send("/request-password-reset", { email: "whispered@example.org" }).catch(() => {});
    await send("/reset-password", { token: "a-token-that-is-wrong", newPassword: "a-secret-that-is-wrong" }).catch(
      () => {},
    );
    await call("a-token-that-is-wrong").catch(() => {});
    vi.restoreAllMocks();
    expect(lines.join("\n")).not.toMatch(/a-secret|whispered|client@demo|a-token/);
  });
});
