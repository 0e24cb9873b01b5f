import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestWorld, openWorld } from "#boot/testing/world.ts";
import { CAST, CAST_PASSWORD } from "#db/seed/cast.ts";
import { Problem } from "#app/platform/rules/core/errors.ts";
import { ORIGIN, TestBrowser } from "../../testing/browser.ts";
import { cookieHeader, sessionCookie } from "../../testing/session-cookie.ts";
import { handleAuth } from "./auth-endpoint.ts";
import { guestKeyHashOf, newGuestKey } from "./guest-key.ts";
import { resolveActor } from "./resolve-actor.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld({ HUMAN_CHECK: "off" });
});
afterAll(() => world.close());

const send = (method: string, path: string, body?: object, headers: Record<string, string> = {}) =>
  handleAuth(
    new Request(`${ORIGIN}/api/auth${path}`, {
      method,
      headers: { "content-type": "application/json", origin: ORIGIN, ...headers },
      ...(body ? { body: JSON.stringify(body) } : {}),
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
const actorWith = (cookie: string) => resolveActor(new Request(`${ORIGIN}/dashboard`, { headers: { cookie } }));
const NOBODY = { kind: "guest", guestKeyHash: null };

describe("a session", () => {
  test("resolves to the person with their roles", async () => {
    expect(await actorWith(await sessionCookie("jonas"))).toEqual({
      kind: "person",
      uid: "usr_jonas",
      email: "editor@demo.test",
      displayName: "Jonas Weber",
      role: "editor",
      isEditor: true,
      isAdmin: false,
      isSupport: false,
      emailVerified: true,
      photoURL: null,
      claims: { admin: false, editor: true, support: false, finance: false, content: false },
      timeZone: "Europe/Berlin",
    });
    expect(await actorWith(await sessionCookie("sam"))).toMatchObject({
      role: "client",
      isSupport: true,
      isAdmin: false,
    });
    expect(await actorWith(await sessionCookie("ada"))).toMatchObject({
      role: "admin",
      isAdmin: true,
      isSupport: false,
    });
  });

  test("of an unverified person has no roles, whatever their claims and profile say", async () => {
    const cookie = await sessionCookie("uma");
    await world.db
      .updateTable("auth_user")
      .set({ claims: JSON.stringify({ admin: true, support: true }) })
      .where("id", "=", CAST.uma.uid)
      .execute();
    await world.db.updateTable("users").set({ role: "admin" }).where("uid", "=", CAST.uma.uid).execute();
    expect(await actorWith(cookie)).toMatchObject({
      emailVerified: false,
      role: "client",
      isAdmin: false,
      isEditor: false,
      isSupport: false,
    });
  });

  test("uses changed claims and profiles from the next request on", async () => {
    const cookie = await sessionCookie("noor");
    await world.db
      .updateTable("auth_user")
      .set({ claims: JSON.stringify({ support: true }) })
      .where("id", "=", CAST.noor.uid)
      .execute();
    await world.db
      .updateTable("users")
      .set({ role: "admin", isEditor: false })
      .where("uid", "=", CAST.noor.uid)
      .execute();
    expect(await actorWith(cookie)).toMatchObject({ role: "admin", isAdmin: true, isEditor: false, isSupport: true });
  });

  test("creates a missing profile once, even if many requests arrive at the same time", async () => {
    const cookie = await sessionCookie("ben");
    await world.db.deleteFrom("users").where("uid", "=", CAST.ben.uid).execute();
    const actors = await Promise.all(Array.from({ length: 12 }, () => actorWith(cookie)));
    for (const actor of actors) expect(actor).toMatchObject({ uid: CAST.ben.uid, role: "admin" });
    expect(
      await world.db
        .selectFrom("users")
        .select(["role", "displayName", "email"])
        .where("uid", "=", CAST.ben.uid)
        .execute(),
    ).toEqual([{ role: "admin", displayName: "Ben Castillo", email: "admin2@demo.test" }]);
    expect(
      await world.db
        .selectFrom("facts")
        .select("kind")
        .where("subjectId", "=", CAST.ben.uid)
        .where("kind", "=", "account.verified")
        .execute(),
    ).toHaveLength(1);
  });

  test("has the name from the account, or else from the profile", async () => {
    const cookie = await sessionCookie("mei");
    await world.db.updateTable("users").set({ displayName: "Tan M.-L." }).where("uid", "=", CAST.mei.uid).execute();
    expect(await actorWith(cookie)).toMatchObject({ displayName: "Mei-Ling Tan" });
    await world.db.updateTable("auth_user").set({ name: "" }).where("id", "=", CAST.mei.uid).execute();
    expect(await actorWith(cookie)).toMatchObject({ displayName: "Tan M.-L." });
  });

  test("belongs to a client if the profile can't be read and there are no claims", async () => {
    const cookie = await sessionCookie("mei");
    await world.db.schema.alterTable("users").renameTo("users_away").execute();
    try {
      expect(await actorWith(cookie)).toMatchObject({
        uid: CAST.mei.uid,
        role: "client",
        isAdmin: false,
        isEditor: false,
        isSupport: false,
      });
    } finally {
      await world.db.schema.alterTable("users_away").renameTo("users").execute();
    }
  });

  test.each([
    [{ admin: true, editor: true }, "admin"],
    [{ editor: true, support: true }, "editor"],
    [{ support: true }, "client"],
    [null, "client"],
  ] as const)("with the claims %j creates a missing profile with the role %s", async (claims, role) => {
    const cookie = await sessionCookie("sam");
    await world.db.deleteFrom("users").where("uid", "=", CAST.sam.uid).execute();
    await world.db
      .updateTable("auth_user")
      .set({ claims: claims && JSON.stringify(claims) })
      .where("id", "=", CAST.sam.uid)
      .execute();
    expect(await actorWith(cookie)).toMatchObject({ role, isSupport: claims !== null && "support" in claims });
    expect(
      await world.db.selectFrom("users").select("role").where("uid", "=", CAST.sam.uid).executeTakeFirst(),
    ).toEqual({ role });
    await world.db
      .updateTable("auth_user")
      .set({ claims: JSON.stringify(CAST.sam.claims) })
      .where("id", "=", CAST.sam.uid)
      .execute();
  });

  test("falls back to the claims if the profile can't be read", async () => {
    const cookie = await sessionCookie("jonas");
    await world.db.schema.alterTable("users").renameTo("users_away").execute();
    try {
      expect(await actorWith(cookie)).toMatchObject({
        uid: "usr_jonas",
        role: "editor",
        isEditor: true,
        displayName: "Jonas Weber",
      });
    } finally {
      await world.db.schema.alterTable("users_away").renameTo("users").execute();
    }
  });

  test("with a tampered, truncated, or made-up cookie is anonymous", async () => {
    const cookie = await sessionCookie("amara");
    const [name, value] = cookie.split(/=(.*)/s) as [string, string];
    const token = decodeURIComponent(value);
    const [id, signature] = token.split(".") as [string, string];
    const other = decodeURIComponent((await sessionCookie("mei")).split(/=(.*)/s)[1]!).split(".");
    for (const forged of [
      `${id}x.${signature}`,
      `${id}.${signature.slice(0, -4)}AAA=`,
      `${other[0]}.${signature}`,
      id,
      "",
      "x".repeat(5_000),
    ])
      expect(await actorWith(`${name}=${encodeURIComponent(forged)}`)).toEqual(NOBODY);
    expect(await actorWith(cookie)).toMatchObject({ uid: "usr_amara" });
  });

  test("ends after thirty days and isn't extended by a GET", async () => {
    const cookie = await sessionCookie("amara");
    const token = decodeURIComponent(cookie.split("=")[1]!).split(".")[0]!;
    const row = await world.db
      .selectFrom("auth_session")
      .select("expiresAt")
      .where("token", "=", token)
      .executeTakeFirstOrThrow();
    expect(Math.round((row.expiresAt.getTime() - Date.now()) / 86_400_000)).toBe(30);
    const soon = new Date(Date.now() + 60_000);
    await world.db.updateTable("auth_session").set({ expiresAt: soon }).where("token", "=", token).execute();
    await actorWith(cookie);
    expect(
      (
        await world.db
          .selectFrom("auth_session")
          .select("expiresAt")
          .where("token", "=", token)
          .executeTakeFirstOrThrow()
      ).expiresAt,
    ).toEqual(soon);
    await world.db
      .updateTable("auth_session")
      .set({ expiresAt: new Date(Date.now() - 1_000) })
      .where("token", "=", token)
      .execute();
    expect(await actorWith(cookie)).toEqual(NOBODY);
  });

  test("is read once per request", async () => {
    const request = new Request(ORIGIN, { headers: { cookie: await sessionCookie("amara") } });
    expect(resolveActor(request)).toBe(resolveActor(request));
  });
});

describe("the sign-in service over HTTP", () => {
  test("signs in with a cookie that scripts can't read and other sites don't send", async () => {
    await sessionCookie("amara");
    const answer = await send("POST", "/sign-in/email", { email: "client@demo.test", password: CAST_PASSWORD });
    const [cookie] = answer.headers.getSetCookie();
    expect(cookie).toMatch(/^stet\.session_token=/);
    expect(cookie).toMatch(/; HttpOnly/i);
    expect(cookie).toMatch(/; SameSite=Lax/i);
    expect(cookie).toMatch(/; Max-Age=2592000/i);
    expect(cookie).not.toMatch(/; Secure/i);
    expect(await actorWith(cookieHeader(answer))).toMatchObject({ uid: "usr_amara" });
  });

  test("gives the same answer for a wrong password and an unknown address", async () => {
    const wrong = await refusal(
      send("POST", "/sign-in/email", { email: "client@demo.test", password: "not-the-password" }),
    );
    const unknown = await refusal(
      send("POST", "/sign-in/email", { email: "nobody@demo.test", password: "not-the-password" }),
    );
    expect(unknown.toJSON()).toEqual(wrong.toJSON());
    expect([wrong.status, wrong.code]).toEqual([401, "invalid-credential"]);
  });

  test.each([
    "GET /verify-email?token=x",
    "GET /reset-password/x?callbackURL=/",
    "POST /update-user",
    "POST /change-email",
    "POST /delete-user",
    "POST /change-password",
    "GET /sign-in/email",
    "GET /list-sessions",
    "GET /error",
    "POST /sign-in/social",
  ])("doesn't offer %s", async (what) => {
    const [method, path] = what.split(" ") as [string, string];
    expect((await refusal(send(method, path, method === "POST" ? {} : undefined))).status).toBe(404);
  });

  test("refuses claims at sign-up", async () => {
    const problem = await refusal(
      send("POST", "/sign-up/email", {
        name: "A",
        email: "claims@example.org",
        password: "six-or-more",
        claims: { admin: true },
      }),
    );
    expect(problem.kind).toBe("invalid");
    expect(
      await world.db.selectFrom("auth_user").select("id").where("email", "=", "claims@example.org").execute(),
    ).toEqual([]);
  });

  test("refuses another site's page, with and without a session", async () => {
    const cookie = await sessionCookie("amara");
    const headers = { origin: "https://evil.example" };
    expect((await refusal(send("POST", "/sign-out", {}, { ...headers, cookie }))).status).toBe(403);
    expect(
      (await refusal(send("POST", "/sign-in/email", { email: "client@demo.test", password: CAST_PASSWORD }, headers)))
        .status,
    ).toBe(403);
    expect(await actorWith(cookie)).toMatchObject({ uid: "usr_amara" });
  });

  test("never puts a link to another site into an email", async () => {
    await send(
      "POST",
      "/request-password-reset",
      { email: "client@demo.test" },
      { "x-stet-from": "https://evil.example" },
    );
    expect(
      (
        await refusal(
          send("POST", "/request-password-reset", { email: "client@demo.test", redirectTo: "https://evil.example/" }),
        )
      ).status,
    ).toBe(403);
    await send(
      "POST",
      "/sign-up/email",
      { name: "Lena", email: "from@example.org", password: "six-or-more" },
      { "x-stet-from": "//evil.example/x" },
    );
    for (const email of await world.db.selectFrom("mail").select(["text", "html"]).execute())
      expect(email.text + email.html).not.toContain("evil");
  });

  test("the menu's plain form signs out and leads to the sign-in page", async () => {
    const cookie = await sessionCookie("amara");
    const answer = await handleAuth(
      new Request(`${ORIGIN}/api/auth/sign-out`, {
        method: "POST",
        headers: { cookie, origin: ORIGIN, "content-type": "application/x-www-form-urlencoded" },
        body: "",
      }),
    );
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/signin?out=1"]);
    expect(await actorWith(cookie)).toEqual(NOBODY);
  });

  test("doesn't store reset links in readable form", async () => {
    await send("POST", "/request-password-reset", { email: "editor@demo.test" });
    const email = await world.db
      .selectFrom("mail")
      .select("text")
      .where("to", "=", "editor@demo.test")
      .orderBy("seq", "desc")
      .executeTakeFirstOrThrow();
    const token = /token=(\w+)/.exec(email.text)![1]!;
    const rows = await world.db.selectFrom("auth_verification").select(["identifier", "value"]).execute();
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(token);
  });
});

describe("a visitor's key", () => {
  test("is a cookie, and only its hash is stored with the draft", async () => {
    const { key, hash, cookie } = newGuestKey();
    expect(cookie).toBe(`stet_draft=${key}; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax`);
    expect(await actorWith(`stet_draft=${key}`)).toEqual({ kind: "guest", guestKeyHash: hash });
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
    expect(newGuestKey().key).not.toBe(key);
  });

  test("stays readable beside a session, so that the draft can be claimed", async () => {
    const { key, hash } = newGuestKey();
    const request = new Request(ORIGIN, { headers: { cookie: `${await sessionCookie("amara")}; stet_draft=${key}` } });
    expect(await resolveActor(request)).toMatchObject({ uid: "usr_amara" });
    expect(guestKeyHashOf(request)).toBe(hash);
  });

  test("in the wrong format is ignored", async () => {
    for (const value of ["", "short", "x".repeat(44), `${"x".repeat(42)}!`])
      expect(await actorWith(`stet_draft=${value}`)).toEqual(NOBODY);
    expect(await new TestBrowser().actor()).toEqual(NOBODY);
  });
});
