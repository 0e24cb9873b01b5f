import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestWorld, openWorld } from "#boot/testing/world.ts";
import { sessionCookie } from "../testing/session-cookie.ts";
import { handleAuth } from "./auth-endpoint.ts";
import { resolveActor } from "./resolve-actor.ts";

let world: TestWorld;
beforeAll(async () => { world = await openWorld(); });
afterAll(() => world.close());

const ORIGIN = "http://localhost:3000";
const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  handleAuth(new Request(`${ORIGIN}/api/auth${path}`, { method: "POST", headers: { "content-type": "application/json", origin: ORIGIN, ...headers }, body: JSON.stringify(body) }));
const actorWith = (cookie: string) => resolveActor(new Request(`${ORIGIN}/dashboard`, { headers: { cookie } }));

describe("signing in over HTTP", () => {
  test("gives a session whose cookie resolves to the person with their roles", async () => {
    expect(await actorWith(await sessionCookie("jonas"))).toMatchObject({ kind: "person", uid: "usr_jonas", role: "editor", isEditor: true, isAdmin: false, isSupport: false, emailVerified: true, timeZone: "Europe/Berlin" });
    expect(await actorWith(await sessionCookie("sam"))).toMatchObject({ role: "client", isSupport: true });
    expect(await actorWith(await sessionCookie("ada"))).toMatchObject({ role: "admin", isAdmin: true });
  });

  test("says the same of a wrong password and of an unknown address", async () => {
    await sessionCookie("amara");
    const wrong = await post("/sign-in/email", { email: "client@demo.test", password: "not-the-password" });
    const unknown = await post("/sign-in/email", { email: "nobody@demo.test", password: "not-the-password" });
    expect([wrong.status, await wrong.json()]).toEqual([unknown.status, await unknown.json()]);
    expect(wrong.status).toBe(401);
  });
});
