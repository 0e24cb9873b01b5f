import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestWorld, openWorld } from "#boot/testing/world.ts";
import { CAST } from "#db/seed/cast.ts";
import { sessionCookie } from "../../testing/session-cookie.ts";
import { findSession, sessionTokenOf } from "./find-session.ts";
import { resolveActor } from "./resolve-actor.ts";
import { sessionCookieName, signInService } from "./sign-in-service.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const asks = (cookie?: string) =>
  new Request("http://localhost:3000/my-orders", cookie === undefined ? {} : { headers: { cookie } });
/** The session cookie's name, and its token and signature. */
const partsOf = (cookies: string): [name: string, token: string, signature: string] => {
  const name = sessionCookieName();
  const cookie = cookies.split("; ").find((it) => it.startsWith(`${name}=`))!;
  const text = decodeURIComponent(cookie.slice(name.length + 1));
  const dot = text.lastIndexOf(".");
  return [name, text.slice(0, dot), text.slice(dot + 1)];
};
const cookieOf = (name: string, token: string, signature: string) =>
  `${name}=${encodeURIComponent(`${token}.${signature}`)}`;

test("finds the same session as the sign-in service, under the service's own cookie name", async () => {
  const cookie = await sessionCookie("jonas");
  const { authCookies } = await signInService().$context;
  expect(sessionCookieName()).toBe(authCookies.sessionToken.name);
  const theirs = await signInService().api.getSession({ headers: new Headers({ cookie }) });
  const ours = await findSession(asks(`other=1; ${cookie}; last=2`));
  expect(ours).toEqual({
    sessionId: theirs!.session.id,
    lastSeenAt: theirs!.session.lastSeenAt,
    account: {
      id: CAST.jonas.uid,
      name: theirs!.user.name,
      email: CAST.jonas.email,
      emailVerified: true,
      image: theirs!.user.image,
      claims: theirs!.user.claims,
      timeZone: theirs!.user.timeZone,
    },
    isDisabled: false,
    profile: {
      displayName: CAST.jonas.displayName,
      role: "editor",
      isAdmin: false,
      isEditor: true,
      timeZone: CAST.jonas.profile.timeZone,
    },
    viewsAs: false,
  });
});

test("finds the session as the service does if the profile can't be read", async () => {
  const cookie = await sessionCookie("jonas");
  const whole = (await findSession(asks(cookie)))!;
  await world.db.schema.alterTable("users").renameTo("users_away").execute();
  try {
    expect(await findSession(asks(cookie))).toEqual({ ...whole, profile: null, viewsAs: true });
  } finally {
    await world.db.schema.alterTable("users_away").renameTo("users").execute();
  }
});

test.each([
  ["users", "isEditor"],
  ["users", "timeZone"],
  ["users", "role"],
  ["auth_user", "image"],
] as const)("everybody keeps their roles from their claims while %s.%s can't be read", async (table, column) => {
  const cast = ["ada", "sam", "jonas", "amara"] as const;
  const cookies = await Promise.all(cast.map(sessionCookie));
  const roles = async (cookie: string) => {
    const actor = await resolveActor(asks(cookie));
    return actor.kind === "person" ? [actor.isAdmin, actor.isSupport, actor.isEditor] : actor.kind;
  };
  const whole = await Promise.all(cookies.map(roles));
  await sql`alter table ${sql.table(table)} rename column ${sql.ref(column)} to "away"`.execute(world.db);
  try {
    expect(await Promise.all(cookies.map(roles))).toEqual(whole);
  } finally {
    await sql`alter table ${sql.table(table)} rename column "away" to ${sql.ref(column)}`.execute(world.db);
  }
});

test("finds nothing for a cookie that the service didn't sign", async () => {
  const [name, token, signature] = partsOf(await sessionCookie("amara"));
  const [, otherToken] = partsOf(await sessionCookie("mei"));
  expect(sessionTokenOf(asks(cookieOf(name, token, signature)))).toBe(token);
  const flipped = `${signature[0] === "A" ? "B" : "A"}${signature.slice(1)}`;
  for (const cookie of [
    undefined,
    "",
    `${name}=`,
    `${name}=%`,
    `${name}=${token}`,
    `${name}=.${signature}`,
    cookieOf(name, otherToken, signature),
    cookieOf(name, token, flipped),
    cookieOf(name, token, ""),
    cookieOf(name, token, signature.slice(1)),
    cookieOf(name, token, `${signature}=`),
    cookieOf(name, token, "*".repeat(44)),
    cookieOf(`x${name}`, token, signature),
  ]) {
    expect([cookie, sessionTokenOf(asks(cookie))]).toEqual([cookie, null]);
    expect([cookie, (await resolveActor(asks(cookie))).kind]).toEqual([cookie, "guest"]);
  }
});

test("finds nothing for a session that has ended, has expired, or belongs to a blocked account", async () => {
  const cookie = await sessionCookie("mei");
  const { sessionId } = (await findSession(asks(cookie)))!;
  const session = () => world.db.selectFrom("auth_session").select("id").where("id", "=", sessionId).executeTakeFirst();
  const disable = (at: Date | null) =>
    world.db.updateTable("auth_user").set({ disabledAt: at }).where("id", "=", CAST.mei.uid).execute();
  await disable(new Date());
  expect((await resolveActor(asks(cookie))).kind).toBe("guest");
  await disable(null);
  expect((await resolveActor(asks(cookie))).kind).toBe("person");
  await world.db
    .updateTable("auth_session")
    .set({ expiresAt: new Date(Date.now() - 1_000) })
    .where("id", "=", sessionId)
    .execute();
  expect(await findSession(asks(cookie))).toBeNull();
  expect(await session()).toBeUndefined();
  expect((await resolveActor(asks(cookie))).kind).toBe("guest");
});
