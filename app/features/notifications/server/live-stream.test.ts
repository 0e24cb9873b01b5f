import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { setTimeout as sleep } from "node:timers/promises";
import { type TestWorld, openWorld } from "#boot/testing/world.ts";
import { changeRoles } from "#app/features/accounts/server/people/change-roles.ts";
import { disableAccount } from "#app/features/accounts/server/people/disable-account.ts";
import { endSession } from "#app/features/accounts/server/settings/end-session.ts";
import { handleAuth } from "#app/features/accounts/server/sign-in/auth-endpoint.ts";
import { resolveActor } from "#app/features/accounts/server/sign-in/resolve-actor.ts";
import { sessionCookie } from "#app/features/accounts/testing/session-cookie.ts";
import { NOBODY } from "#app/platform/rules/core/actor.ts";
import { type LiveEvent, hub, publish } from "#app/platform/server/live/live.ts";
import { openStreams } from "#app/platform/server/live/event-stream.ts";
import { CAST, type CastName, personOf } from "#db/seed/cast.ts";
import { liveStream, topicsOf } from "./live-stream.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld({}, { live: true });
  await hub().start();
  // Longer than a new stream looks back, so earlier events don't count.
  await sleep(2_100);
});
afterAll(async () => {
  await hub().stop();
  await world.close();
});

const cookies = new Map<CastName, string>();
const cookieOf = async (who: CastName): Promise<string> => {
  const cookie = cookies.get(who) ?? (await sessionCookie(who));
  cookies.set(who, cookie);
  return cookie;
};

/** A browser's stream: the events it got so far and whether it has ended. */
async function listen(who: CastName, query = "") {
  const request = new Request(`http://localhost/api/live${query}`, { headers: { cookie: await cookieOf(who) } });
  const reader = liveStream(request, { actor: await resolveActor(request) }).body!.getReader();
  const decoder = new TextDecoder();
  let text = "";
  let ended = false;
  void (async () => {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      text += decoder.decode(value);
    }
    ended = true;
  })();
  const events = (): string[] =>
    [...text.matchAll(/^data: (\{.*\})$/gm)].map((m) => (JSON.parse(m[1]!) as LiveEvent).kind);
  return { events, ended: () => ended, close: () => reader.cancel() };
}

const event = (topics: string[], kind: string) => publish(world.db, topics, { kind, orderId: null });

describe("who gets which events", () => {
  beforeEach(() => cookies.clear());

  test("gives visitors and unverified people nothing", () => {
    for (const actor of [NOBODY, personOf("uma")])
      expect(() => liveStream(new Request("http://localhost/api/live"), { actor })).toThrow("Sign in");
  });

  test("sends a person's own, their roles', and everyone's events, and staff events to staff only", () => {
    expect(topicsOf(personOf("amara"))).toEqual(["user:usr_amara", "role:client", "everyone"]);
    expect(topicsOf(personOf("jonas"))).toEqual(["user:usr_jonas", "role:editor", "everyone"]);
    expect(topicsOf(personOf("sam"))).toEqual(["user:usr_sam", "staff", "role:support", "everyone"]);
    expect(topicsOf(personOf("ada"))).toEqual(["user:usr_ada", "staff", "role:admin", "everyone"]);
    // An event contains its announcement, so nobody may get one that isn't in their feed.
    expect(topicsOf({ ...personOf("ada"), isEditor: true })).toEqual([
      "user:usr_ada",
      "staff",
      "role:admin",
      "everyone",
    ]);
    expect(topicsOf(personOf("uma"))).toBeNull();
  });

  test("sends an event for several topics of one person once, and other people's not at all", async () => {
    const sam = await listen("sam");
    await event(["user:usr_sam", "staff", "everyone"], "test.once");
    await event(["user:usr_amara", "role:editor"], "test.not");
    await event(["role:support"], "test.role");
    await expect.poll(sam.events).toEqual(["test.once", "test.role"]);
    await sam.close();
  });

  test("sends events missed while disconnected, and nothing more", async () => {
    // Signing in after the pause could take longer than a new stream looks back.
    await cookieOf("amara");
    await event(["user:usr_amara"], "test.before");
    await sleep(3_000);
    await event(["user:usr_amara"], "test.missed");
    await event(["user:usr_jonas"], "test.of-another");
    await sleep(100);
    const back = await listen("amara", "?ago=500");
    await expect.poll(back.events).toEqual(["test.missed"]);
    const stranger = await listen("amara", "?ago=86400000");
    await expect.poll(stranger.events).toEqual(["reconnected"]);
    await Promise.all([back.close(), stranger.close()]);
  });
});

describe("stops at once for a person who loses access", () => {
  const takenAway = async (who: CastName, topic: string, take: () => Promise<unknown>) => {
    const line = await listen(who);
    await event([topic], "test.while-allowed");
    await expect.poll(line.events).toEqual(["test.while-allowed"]);
    await take();
    await event([topic], "test.too-late");
    await expect.poll(line.ended).toBe(true);
    expect(line.events()).toEqual(["test.while-allowed"]);
    expect(openStreams()).toBe(0);
  };

  test("a role taken away", async () => {
    await takenAway("sam", "staff", () =>
      changeRoles(personOf("ada"), {
        uid: CAST.sam.uid,
        claims: { admin: false, editor: false, support: false },
        reason: "Left the desk.",
      }),
    );
    const again = await listen("sam", "?ago=0");
    await event(["staff"], "test.staff");
    await event(["role:client"], "test.client");
    await expect.poll(again.events).toContain("test.client");
    expect(again.events()).not.toContain("test.staff");
    await again.close();
  });

  test("a role removed manually in the database", () =>
    takenAway("ben", "staff", () =>
      world.db.transaction().execute(async (tx) => {
        await tx.updateTable("auth_user").set({ claims: null }).where("id", "=", CAST.ben.uid).execute();
        await tx.updateTable("users").set({ role: "client", isAdmin: false }).where("uid", "=", CAST.ben.uid).execute();
      }),
    ));

  test("an account closed", () =>
    takenAway("mei", "user:usr_mei", () => disableAccount(personOf("ada"), { uid: CAST.mei.uid, reason: "A test." })));

  test("verification taken away", () =>
    takenAway("priya", "role:editor", () =>
      world.db.updateTable("auth_user").set({ emailVerified: false }).where("id", "=", CAST.priya.uid).execute(),
    ));

  test("signed out in another tab", async () => {
    const cookie = await cookieOf("jonas");
    await takenAway("jonas", "user:usr_jonas", () =>
      handleAuth(
        new Request("http://localhost:3000/api/auth/sign-out", {
          method: "POST",
          headers: { cookie, origin: "http://localhost:3000", "content-type": "application/json" },
          body: "{}",
        }),
      ),
    );
  });

  test("keeps the other device's stream when one signs out", async () => {
    const here = await listen("amara");
    const first = cookies.get("amara")!;
    cookies.delete("amara");
    const there = await listen("amara");
    const token = decodeURIComponent(/session_token=([^.;]+)/.exec(first)![1]!);
    const { id } = await world.db
      .selectFrom("auth_session")
      .select("id")
      .where("token", "=", token)
      .executeTakeFirstOrThrow();
    await endSession(personOf("amara"), { sessionId: id });
    await expect.poll(here.ended).toBe(true);
    await event(["user:usr_amara"], "test.after");
    await expect.poll(there.events).toContain("test.after");
    await there.close();
    expect(openStreams()).toBe(0);
    expect(hub().listeners.size).toBe(0);
  });
});
