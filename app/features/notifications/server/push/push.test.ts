import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { orderIn } from "#boot/testing/make-order.ts";
import { type PushDouble, openPushDouble } from "#boot/testing/push-double.ts";
import { type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { type Actor, NOBODY } from "#app/platform/rules/core/actor.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { transact } from "#app/platform/server/core/command.ts";
import { config, useConfig } from "#app/platform/server/core/config.ts";
import { drainJobs } from "#app/platform/server/core/jobs.ts";
import { currentSession } from "#app/features/accounts/server/sign-in/recent-sign-in.ts";
import { ORIGIN } from "#app/features/accounts/testing/browser.ts";
import { sessionCookie } from "#app/features/accounts/testing/session-cookie.ts";
import { listNotifications } from "../list-notifications.ts";
import { markRead } from "../mark-read.ts";
import { savePreferences } from "../preferences.ts";
import { findPushSettings } from "./find-push-settings.ts";
import { removePushSubscription } from "./remove-push-subscription.ts";
import { savePushSubscription } from "./save-push-subscription.ts";
import { sendPush } from "./send-push.ts";
import { testPush } from "./test-push.ts";
import { vapidKeys } from "./vapid-keys.ts";

let world: TestWorld;
let pushes: PushDouble;
let orderId: string;
const [amara, jonas, mei] = [personOf("amara"), personOf("jonas"), personOf("mei")];
beforeAll(async () => {
  world = await openWorld();
  pushes = await openPushDouble();
  useConfig({ ...config(), pushServices: [pushes.origin] });
  ({ id: orderId } = await orderIn("in_progress", { set: { number: "S-1" } }));
});
afterAll(async () => {
  await pushes.close();
  await world.close();
});
beforeEach(async () => {
  for (const table of ["push_subscriptions", "notifications", "notification_preferences"] as const)
    await world.db.deleteFrom(table).execute();
  pushes.taken.length = 0;
  pushes.answer(() => 201);
});

const signIn = async (who: "amara" | "mei") => {
  const cookie = await sessionCookie(who);
  return (await currentSession(new Request(ORIGIN, { headers: { cookie } }))).id;
};
/** A new session whose browser shows notifications. */
async function turnedOn(who: "amara" | "mei" = "amara") {
  const sessionId = await signIn(who);
  const browser = pushes.subscribe();
  await savePushSubscription(personOf(who), { sessionId, ...browser });
  return { sessionId, browser };
}
const ask = () =>
  transact(jonas, (ctx) => ctx.fact("query.asked", { orderId, data: { messageId: newId("message"), blocking: true } }));
const kept = () => world.db.selectFrom("push_subscriptions").selectAll().execute();

describe("a new notification", () => {
  test("reaches each browser of its reader once, encrypted and signed", async () => {
    const [one, two] = [await turnedOn(), await turnedOn()];
    await turnedOn("mei");
    await ask();
    await drainJobs();
    const [notice] = await listNotifications(amara);
    expect(pushes.taken.map((it) => it.path).sort()).toEqual(
      [one, two].map(({ browser }) => new URL(browser.endpoint).pathname).sort(),
    );
    expect(pushes.taken[0]).toEqual({
      path: expect.any(String),
      ttl: 86_400,
      key: vapidKeys().publicKey,
      audience: pushes.origin,
      contact: expect.stringMatching(/^mailto:[^<>]+@[^<>]+$/),
      message: {
        id: notice!.id,
        title: "Your editor has a question about S-1",
        body: notice!.body,
        path: `/order/${orderId}`,
        test: false,
      },
    });
    expect((await kept()).filter((it) => it.pushedAt !== null).map((it) => it.uid)).toEqual([amara.uid, amara.uid]);
  });

  test("isn't sent when it was read in the meantime, when its reader keeps it out of the bell, or after sign-out", async () => {
    const { sessionId } = await turnedOn();
    const [row] = await kept();
    await ask();
    await drainJobs();
    expect(pushes.taken).toHaveLength(1);
    const [notice] = await listNotifications(amara);
    await markRead(amara, { id: notice!.id });
    await sendPush(row!.id, notice!.id);
    expect(pushes.taken).toHaveLength(1);

    await savePreferences(amara, { channels: { messages: "email" }, digest: "off" });
    await ask();
    await drainJobs();
    expect(pushes.taken).toHaveLength(1);
    await savePreferences(amara, { channels: { messages: "both" }, digest: "off" });

    await world.db.deleteFrom("auth_session").where("id", "=", sessionId).execute();
    expect(await kept()).toEqual([]);
    await ask();
    await drainJobs();
    expect(pushes.taken).toHaveLength(1);
  });

  test("is tried again while the push service can't accept it, and never again once the browser is gone", async () => {
    await turnedOn();
    const [row] = await kept();
    await ask();
    for (const status of [503, 429]) {
      pushes.answer(() => status);
      await expect(drainJobs()).rejects.toThrow(`The push service answered ${status}.`);
      expect(await kept()).toHaveLength(1);
      await world.db.deleteFrom("notifications").execute();
      await ask();
    }
    pushes.answer(() => 410);
    await drainJobs();
    expect(await kept()).toEqual([]);
    await sendPush(row!.id, null);
    expect(pushes.taken).toEqual([]);
  });

  test("isn't sent to a session that has run out", async () => {
    const { sessionId } = await turnedOn();
    const [row] = await kept();
    await world.db
      .updateTable("auth_session")
      .set({ expiresAt: new Date(Date.now() - 1_000) })
      .where("id", "=", sessionId)
      .execute();
    await sendPush(row!.id, null);
    expect(pushes.taken).toEqual([]);
  });
});

describe("turning it on", () => {
  test("twice at once stores one, and the settings list where it's on", async () => {
    const { sessionId, browser } = await turnedOn();
    await Promise.all([1, 2].map(() => savePushSubscription(amara, { sessionId, ...browser })));
    await turnedOn();
    expect(await kept()).toHaveLength(2);
    expect(await findPushSettings(amara, sessionId)).toEqual({ key: vapidKeys().publicKey, here: true, elsewhere: 1 });
    expect(await findPushSettings(amara, "other")).toMatchObject({ here: false, elsewhere: 2 });
    await removePushSubscription(amara, { sessionId });
    await removePushSubscription(amara, { sessionId });
    expect(await findPushSettings(amara, sessionId)).toMatchObject({ here: false, elsewhere: 1 });
  });

  test("in a browser that somebody else used ends theirs", async () => {
    const { browser } = await turnedOn();
    const sessionId = await signIn("mei");
    await savePushSubscription(mei, { sessionId, ...browser });
    expect((await kept()).map((it) => it.uid)).toEqual([mei.uid]);
    // If both happen at once, one wins and there's no error.
    const fresh = { ...pushes.subscribe() };
    const own = await signIn("amara");
    await Promise.all([
      savePushSubscription(mei, { sessionId, ...fresh }),
      savePushSubscription(amara, { sessionId: own, ...fresh }),
    ]);
    expect((await kept()).filter((it) => it.endpoint === fresh.endpoint)).toHaveLength(1);
  });

  test("works only for one's own session, at a known push service, with real keys", async () => {
    const { sessionId, browser } = await turnedOn();
    const own = { ...browser, sessionId };
    for (const actor of [mei, NOBODY, { ...amara, impersonator: { id: "imp_1", uid: "usr_ada" } } as Actor])
      await expect(savePushSubscription(actor, own)).rejects.toMatchObject({ kind: "refused" });
    await expect(savePushSubscription(amara, { ...own, sessionId: "gone" })).rejects.toMatchObject({
      kind: "not-found",
    });
    await expect(
      savePushSubscription(amara, { ...own, endpoint: "https://169.254.169.254/latest" }),
    ).rejects.toMatchObject({ kind: "invalid", code: "push-service" });
    for (const wrong of [{ p256dh: "short" }, { auth: "x".repeat(5_000) }, { auth: "" }])
      await expect(savePushSubscription(amara, { ...own, ...wrong })).rejects.toMatchObject({ kind: "invalid" });
    expect(await kept()).toMatchObject([{ uid: amara.uid, endpoint: browser.endpoint }]);
    await removePushSubscription(mei, { sessionId });
    expect(await kept()).toHaveLength(1);
  });

  test("can be tried", async () => {
    const { sessionId } = await turnedOn();
    await testPush(amara, { sessionId });
    await drainJobs();
    expect(pushes.taken).toMatchObject([{ message: { id: "test", test: true } }]);
    await expect(testPush(mei, { sessionId })).rejects.toMatchObject({ code: "push-off" });
    await removePushSubscription(amara, { sessionId });
    await expect(testPush(amara, { sessionId })).rejects.toMatchObject({
      message: "Notifications are off in this browser.",
    });
  });
});

test("the key pair stays the same for one secret, and differs for another", () => {
  const first = vapidKeys();
  expect(Buffer.from(first.publicKey, "base64url")).toHaveLength(65);
  expect(vapidKeys()).toEqual(first);
  const before = config();
  useConfig({ ...before, secret: "another secret of forty random characters" });
  expect(vapidKeys().publicKey).not.toBe(first.publicKey);
  useConfig(before);
});
