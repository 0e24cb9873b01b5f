import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { type Actor, CLOCK, NOBODY } from "#app/platform/rules/core/actor.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { DAY, MINUTE, after } from "#app/platform/rules/core/time.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { transact } from "#app/platform/server/core/command.ts";
import { json } from "#app/platform/server/core/database.ts";
import { getFact } from "#app/platform/server/core/facts.ts";
import { drainJobs } from "#app/platform/server/core/jobs.ts";
import type { Channel, Digest, GroupKey } from "../rules/notice-groups.ts";
import { postEnding, showEnding } from "./unsubscribe-endpoint.ts";
import { unsubscribe } from "./unsubscribe.ts";
import { type EndTopic, endToken, endUrl } from "./end-token.ts";
import { forgetAnnouncements } from "./announcements/cached-announcements.ts";
import { listNotifications } from "./list-notifications.ts";
import { mailUnread } from "./mail-unread.ts";
import { markRead } from "./mark-read.ts";
import { notify } from "./notify.ts";
import { choicesIn, findPreferences, savePreferences } from "./preferences.ts";
import { sendDigests } from "./send-digests.ts";

let world: TestWorld;
const orderId = newId("order");
const [amara, jonas, mei] = [personOf("amara"), personOf("jonas"), personOf("mei")];
beforeAll(async () => {
  world = await openWorld();
  await world.db
    .insertInto("orders")
    .values({
      id: orderId,
      number: "S-1",
      status: "in_progress",
      userId: amara.uid,
      assignedTo: jonas.uid,
      title: "Soil moisture",
      choices: json({}),
      flags: json({}),
      createdAt: NOON,
      updatedAt: NOON,
      editorDueAt: NOON,
      dueAt: NOON,
    })
    .execute();
});
afterAll(() => world.close());
beforeEach(async () => {
  setClock(NOON);
  forgetAnnouncements();
  await world.db.deleteFrom("notifications").execute();
  await world.db.deleteFrom("mail").execute();
  await world.db.deleteFrom("notification_preferences").execute();
  await world.db.deleteFrom("messages").execute();
  await thread({ unreadByClient: false, unreadByEditor: false });
});

const thread = (set: { unreadByClient?: boolean; unreadByEditor?: boolean }) =>
  world.db.updateTable("orders").set(set).where("id", "=", orderId).execute();
const letters = () => world.db.selectFrom("mail").selectAll().orderBy("seq").execute();
const choose = (person: Actor, group: GroupKey, channel: Channel, digest: Digest = "off") =>
  savePreferences(person, { channels: { [group]: channel }, digest });
const ask = () =>
  transact(jonas, (ctx) => ctx.fact("query.asked", { orderId, data: { messageId: "msg_1", blocking: true } }));

/** Jonas writes on the order's thread, and everyone concerned is notified. */
async function write(from: Actor = jonas): Promise<string> {
  const id = newId("message");
  const uid = from.kind === "person" ? from.uid : null;
  await world.db
    .insertInto("messages")
    .values({
      id,
      orderId,
      authorId: uid,
      authorRole: "editor",
      kind: "message",
      body: "The secret words of a message",
      blocking: false,
      createdAt: NOON,
    })
    .execute();
  await thread({ unreadByClient: true });
  const fact = await transact(from, (ctx) =>
    ctx.fact("message.posted", { orderId, subjectId: id, data: { messageId: id, authorRole: "editor" } }),
  );
  await drainJobs();
  return fact;
}
const inMinutes = (n: number) => {
  const at = after(NOON, n * MINUTE);
  setClock(at);
  return at;
};

describe("each channel on its own", () => {
  test.each([
    ["both", 1, 1],
    ["bell", 1, 0],
    ["email", 0, 1],
    ["none", 0, 0],
  ] as const)("%s: %i in the bell, %i by email, however often the reaction runs", async (channel, inBell, byMail) => {
    await choose(amara, "messages", channel);
    const fact = await getFact(await ask());
    await drainJobs();
    await Promise.all([notify(fact), notify(fact)]);
    await notify(fact);
    await drainJobs();
    expect(await listNotifications(amara)).toHaveLength(inBell);
    expect(await letters()).toHaveLength(byMail);
  });

  test("a choice about one group leaves the others unchanged, including account and security", async () => {
    await choose(amara, "orders", "none");
    await ask();
    await transact(amara, (ctx) =>
      ctx.fact("account.password_changed", { subjectId: amara.uid, data: { uid: amara.uid } }),
    );
    await transact(CLOCK, (ctx) => ctx.fact("order.date_moved", { orderId, data: { dueAt: NOON.toISOString() } }));
    await drainJobs();
    expect((await listNotifications(amara)).map((n) => n.kind).toSorted()).toEqual([
      "account.password_changed",
      "query.asked",
    ]);
  });

  test("an email says who, what to do, and why, labels its button, and can be turned off unless it is about the account", async () => {
    await ask();
    await transact(personOf("ada"), (ctx) =>
      ctx.fact("account.enabled", { subjectId: amara.uid, data: { uid: amara.uid, reason: "x" } }),
    );
    await drainJobs();
    const sent = await letters();
    const [query, account] = ["query.asked", "account.enabled"].map((kind) => sent.find((l) => l.kind === kind));
    expect(query!.text).toContain("Dear Dr. Amara Osei,\n\nJonas Weber has a question about S-1, “Soil moisture”.");
    expect(query!.text).toContain(`Answer question:\nhttp://localhost:3000/order/${orderId}`);
    expect(query!.text).toContain("You're getting this email because S-1 is your order at Stet.");
    expect(query!.unsubscribeUrl).toBe(endUrl({ uid: amara.uid, topic: "messages" }));
    expect(query!.text).toContain(query!.unsubscribeUrl!);
    expect(account!.unsubscribeUrl).toBeNull();
    expect(account!.text + account!.html).not.toContain("unsubscribe");
  });
});

describe("the form", () => {
  const form = (fields: Record<string, string | string[]>) => {
    const data = new FormData();
    for (const [name, value] of Object.entries(fields)) for (const it of [value].flat()) data.append(name, it);
    return data;
  };
  const send = (who: Actor, data: FormData) =>
    savePreferences(who, choicesIn(data) as Parameters<typeof savePreferences>[1]);

  test("saves what is checked and keeps what wasn't shown", async () => {
    await choose(amara, "support", "none");
    await send(amara, form({ group: ["orders", "messages"], bell: ["orders"], email: ["messages"], digest: "weekly" }));
    const { groups, digest } = await findPreferences(amara);
    expect(groups.map((g) => [g.key, g.channel])).toEqual([
      ["orders", "bell"],
      ["messages", "email"],
      ["money", "both"],
      ["reminders", "both"],
      ["support", "none"],
      ["account", "both"],
      ["announcements", "bell"],
    ]);
    expect(digest).toBe("weekly");
  });
  test("refuses an unknown choice and returns what was chosen", async () => {
    const unknown = form({ group: ["account"], digest: "off" });
    expect(choicesIn(unknown)).toEqual({ channels: { account: "none" }, digest: "off" });
    await expect(send(amara, unknown)).rejects.toMatchObject({ kind: "invalid" });
    await expect(send(amara, form({ group: ["orders"], digest: "hourly" }))).rejects.toMatchObject({
      fields: { digest: "Choose how often to get the summary." },
    });
    await expect(savePreferences(NOBODY, { channels: {}, digest: "off" })).rejects.toMatchObject({ kind: "refused" });
    await expect(savePreferences(personOf("uma"), { channels: {}, digest: "off" })).rejects.toMatchObject({
      kind: "refused",
    });
    expect(await world.db.selectFrom("notification_preferences").selectAll().execute()).toEqual([]);
  });
});

describe("messages unread for ten minutes", () => {
  test("send one email for all, once, with their text", async () => {
    await write();
    await write();
    expect(await letters()).toEqual([]);
    await mailUnread(inMinutes(9));
    expect(await letters()).toEqual([]);
    await Promise.all([mailUnread(inMinutes(10)), mailUnread(inMinutes(10)), mailUnread(inMinutes(10))]);
    await mailUnread(inMinutes(30));
    const sent = await letters();
    expect(sent).toMatchObject([
      {
        subject: "2 unread messages about S-1",
        to: amara.email,
        kind: "message.unread",
        unsubscribeUrl: endUrl({ uid: amara.uid, topic: "messages" }),
      },
    ]);
    expect(sent[0]!.text).toContain("Jonas Weber wrote to you about S-1, “Soil moisture”.");
    for (const body of [sent[0]!.text, sent[0]!.html])
      expect(body.split("secret words").length - 1).toBeGreaterThanOrEqual(2);
  });

  test("send another email only for newer messages", async () => {
    const first = await write();
    await mailUnread(inMinutes(10));
    await notify(await getFact(first));
    await mailUnread(inMinutes(40));
    expect(await letters()).toHaveLength(1);
    setClock(after(NOON, 60 * MINUTE));
    await write();
    await mailUnread(inMinutes(70));
    expect((await letters()).map((l) => l.subject)).toEqual(["Unread message about S-1", "Unread message about S-1"]);
  });

  test("send nothing when they were read in the bell or on the thread", async () => {
    await write();
    const [item] = await listNotifications(amara);
    await markRead(amara, { id: item!.id });
    await mailUnread(inMinutes(10));
    await write();
    await thread({ unreadByClient: false });
    await mailUnread(inMinutes(20));
    expect(await letters()).toEqual([]);
  });

  test("reach a reader who wants email but no bell, once", async () => {
    await choose(amara, "messages", "email");
    const fact = await write();
    expect(await listNotifications(amara)).toEqual([]);
    await mailUnread(inMinutes(10));
    await notify(await getFact(fact));
    await mailUnread(inMinutes(30));
    expect(await letters()).toHaveLength(1);
  });

  test("send nothing to a reader who turned off email before it was due", async () => {
    await choose(amara, "messages", "bell");
    await write();
    await mailUnread(inMinutes(10));
    await choose(amara, "messages", "both");
    await write();
    await choose(amara, "messages", "bell");
    await mailUnread(inMinutes(30));
    expect(await letters()).toEqual([]);
    expect(await listNotifications(amara)).toHaveLength(2);
  });

  test("send nothing to an editor who is no longer assigned", async () => {
    await thread({ unreadByEditor: true });
    await transact(amara, (ctx) =>
      ctx.fact("message.posted", { orderId, data: { messageId: "m", authorRole: "client" } }),
    );
    await drainJobs();
    await world.db
      .updateTable("orders")
      .set({ assignedTo: personOf("priya").uid })
      .where("id", "=", orderId)
      .execute();
    await mailUnread(inMinutes(10));
    await world.db.updateTable("orders").set({ assignedTo: jonas.uid }).where("id", "=", orderId).execute();
    expect(await letters()).toEqual([]);
  });
});

describe("the digest", () => {
  const notice = (extra: Record<string, unknown> = {}) => {
    const id = newId("notification");
    return world.db
      .insertInto("notifications")
      .values({
        id,
        key: id,
        userId: amara.uid,
        type: "order.started",
        kind: "order.started",
        title: "Editing has started on S-1",
        severity: 2,
        link: `/order/${orderId}`,
        createdAt: after(NOON, MINUTE),
        ...extra,
      })
      .execute();
  };
  /** Accra has no offset: seven in the morning there is seven by UTC. */
  const MORNING = new Date("2026-11-22T07:00:00Z");

  test("lists once in the morning what is unread and wasn't emailed", async () => {
    await choose(amara, "orders", "bell", "daily");
    await notice();
    await notice({ title: "Read already", unread: false });
    await notice({ title: "Emailed already", mailedAt: NOON });
    await notice({ title: "Somebody else's", userId: mei.uid });
    await sendDigests(new Date("2026-11-22T06:59:00Z"));
    expect(await letters()).toEqual([]);
    setClock(MORNING);
    await Promise.all([sendDigests(MORNING), sendDigests(MORNING)]);
    await sendDigests(MORNING);
    const sent = await letters();
    expect(sent).toMatchObject([
      { subject: "1 unread notification at Stet", unsubscribeUrl: endUrl({ uid: amara.uid, topic: "digest-daily" }) },
    ]);
    expect(sent[0]!.text).toContain(
      `Editing has started on S-1\nSat, Nov 21, 12:01 PM\nhttp://localhost:3000/order/${orderId}`,
    );
    expect(sent[0]!.text).not.toMatch(/Read already|Emailed already|Somebody/);
    const next = after(MORNING, DAY);
    setClock(next);
    await sendDigests(next);
    expect(await letters()).toHaveLength(1);
  });

  test("is sent at seven in the reader's time zone", async () => {
    await choose(mei, "orders", "both", "daily");
    await notice({ userId: mei.uid });
    await sendDigests(new Date("2026-11-21T22:59:00Z"));
    expect(await letters()).toEqual([]);
    await sendDigests(new Date("2026-11-21T23:00:00Z"));
    expect(await letters()).toHaveLength(1);
  });

  test("lists at most twenty items and counts the rest", async () => {
    await choose(amara, "orders", "both", "daily");
    for (let n = 0; n < 23; n++) await notice({ title: `Notice ${n}.` });
    setClock(MORNING);
    await sendDigests(MORNING);
    const [sent] = await letters();
    expect(sent!.subject).toBe("23 unread notifications at Stet");
    expect(sent!.text.match(/^Notice \d+\.$/gm)).toHaveLength(20);
    expect(sent!.text).toContain("And 3 more");
  });

  test("includes the announcements meant for the reader", async () => {
    await choose(amara, "orders", "both", "daily");
    await notice({ userId: null, type: "announcement", category: "global", title: "We are closed on Friday" });
    await notice({ userId: null, type: "announcement", category: "editor", title: "For editors" });
    forgetAnnouncements();
    setClock(MORNING);
    await sendDigests(MORNING);
    const [sent] = await letters();
    expect(sent!.text).toContain("We are closed on Friday");
    expect(sent!.text).not.toContain("For editors");
  });

  test("leaves out what was there before the digest was turned on", async () => {
    await notice({ createdAt: after(NOON, -MINUTE) });
    await choose(amara, "orders", "both", "daily");
    setClock(MORNING);
    await sendDigests(MORNING);
    expect(await letters()).toEqual([]);
  });

  test("is not sent when turned off", async () => {
    await choose(amara, "orders", "both", "daily");
    await choose(amara, "orders", "both", "off");
    await notice();
    await sendDigests(MORNING);
    expect(await letters()).toEqual([]);
  });
});

describe("the unsubscribe link", () => {
  const at = (token: string) => `http://localhost:3000/api/unsubscribe?token=${encodeURIComponent(token)}`;
  const open = (token: string) => showEnding(new Request(at(token)));
  const press = (token: string, body: Record<string, string>) =>
    postEnding(
      new Request(at(token), {
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body: new URLSearchParams(body).toString(),
      }),
      { actor: NOBODY },
    );
  const channel = async (key: GroupKey) => (await findPreferences(amara)).groups.find((g) => g.key === key)!.channel;
  const token = (topic: EndTopic = "orders") => endToken({ uid: amara.uid, topic });

  test("opens a page whose button unsubscribes, safely more than once, and another button resubscribes", async () => {
    const page = await open(token());
    expect(page.status).toBe(200);
    expect(await page.text()).toContain("Unsubscribe from emails about order dates and deliveries?");
    expect(await channel("orders")).toBe("both");
    for (let n = 0; n < 2; n++) {
      const done = await press(token(), { what: "end" });
      expect(done.status).toBe(200);
      expect(await done.text()).toContain("unsubscribed from emails about order dates and deliveries");
      expect(await channel("orders")).toBe("bell");
    }
    expect(await (await open(token())).text()).toContain("Resubscribe");
    expect(await (await press(token(), { what: "resume" })).text()).toContain("again");
    expect(await channel("orders")).toBe("both");
    expect(await channel("messages")).toBe("both");
  });

  test("accepts a mail client's one-click unsubscribe, signed out", async () => {
    await choose(amara, "messages", "email");
    expect((await press(token("messages"), { "List-Unsubscribe": "One-Click" })).status).toBe(200);
    expect(await channel("messages")).toBe("none");
    await press(token("messages"), { what: "resume" });
    expect(await channel("messages")).toBe("email");
  });

  test("turns off the digest and leaves the rest", async () => {
    await choose(amara, "orders", "bell", "weekly");
    await press(token("digest-weekly"), { "List-Unsubscribe": "One-Click" });
    expect(await findPreferences(amara)).toMatchObject({ digest: "off" });
    expect(await channel("orders")).toBe("bell");
    await press(token("digest-weekly"), { what: "resume" });
    expect(await findPreferences(amara)).toMatchObject({ digest: "weekly" });
  });

  test("does nothing when it is forged, truncated, someone else's, or about emails that are always on", async () => {
    const good = token();
    const other = endToken({ uid: mei.uid, topic: "orders" });
    const forged = [
      good.slice(0, -3),
      `${good}x`,
      good.replace("orders", "messages"),
      [other.split(".")[0], ...good.split(".").slice(1)].join("."),
      endToken({ uid: amara.uid, topic: "account" }),
      "",
      "a.b.c",
    ];
    for (const it of forged) {
      expect((await open(it)).status).toBe(403);
      expect((await press(it, { "List-Unsubscribe": "One-Click" })).status).toBe(403);
      await expect(unsubscribe(amara, { token: it, what: "end" })).rejects.toMatchObject({ kind: "refused" });
    }
    expect(await world.db.selectFrom("notification_preferences").selectAll().execute()).toEqual([]);
  });

  test("reports success for a deleted account and stores nothing", async () => {
    expect((await press(endToken({ uid: "usr_gone", topic: "orders" }), { what: "end" })).status).toBe(200);
    expect(await world.db.selectFrom("notification_preferences").selectAll().execute()).toEqual([]);
  });
});
