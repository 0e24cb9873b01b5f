import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Insertable } from "kysely";
import type { NotificationsTable } from "#db/schema.ts";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { NOBODY } from "#app/platform/rules/core/actor.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { MINUTE, after } from "#app/platform/rules/core/time.ts";
import { transact } from "#app/platform/server/core/command.ts";
import { json } from "#app/platform/server/core/database.ts";
import { getFact } from "#app/platform/server/core/facts.ts";
import { readNotificationQuery } from "../rules/notification-query.ts";
import { markFeed, readFeed } from "./feed.ts";
import { listNotificationPage } from "./list-notification-page.ts";
import { listNotifications } from "./list-notifications.ts";
import { markRead } from "./mark-read.ts";
import { readOrderNotices } from "./read-order-notices.ts";

let world: TestWorld;
const orderId = newId("order");
beforeAll(async () => {
  world = await openWorld();
  await world.db
    .insertInto("orders")
    .values({
      id: orderId,
      number: "S-1",
      status: "in_progress",
      userId: "usr_amara",
      assignedTo: "usr_jonas",
      title: "Soil moisture",
      choices: json({}),
      flags: json({}),
      createdAt: NOON,
      updatedAt: NOON,
    })
    .execute();
});
afterAll(() => world.close());
beforeEach(() => world.db.deleteFrom("notifications").execute());

const [amara, jonas, sam, ada, ben, uma] = (["amara", "jonas", "sam", "ada", "ben", "uma"] as const).map(personOf);
async function put(...rows: Partial<Insertable<NotificationsTable>>[]): Promise<string[]> {
  const all = rows.map((row) => {
    const id = newId("notification");
    return {
      id,
      key: id,
      type: "order_message",
      kind: "message.posted",
      title: "A message",
      severity: 1,
      createdAt: NOON,
      ...row,
    };
  });
  await world.db.insertInto("notifications").values(all).execute();
  return all.map((n) => n.id);
}
const staffRow = (forRole: "admin" | "support", set: Partial<Insertable<NotificationsTable>> = {}) => ({
  type: "admin_notification",
  forRole,
  userId: null,
  title: `To ${forRole}`,
  kind: "ticket.opened",
  ...set,
});
const page = (person: typeof amara, search = "") =>
  listNotificationPage(person!, readNotificationQuery(new URLSearchParams(search)));
const titles = async (person: typeof amara, search = "") => (await page(person, search)).items.map((n) => n.title);

describe("the feed", () => {
  test("has the staff feed of each of the reader's roles", async () => {
    await put(staffRow("admin"), staffRow("support"), { userId: "usr_sam", title: "Sam's own" });
    const heard = async (person: typeof amara) => (await listNotifications(person!)).map((n) => n.title).toSorted();
    expect(await heard(sam)).toEqual(["Sam's own", "To support"]);
    expect(await heard(ada)).toEqual(["To admin"]);
    expect(await heard({ ...ada!, isSupport: true })).toEqual(["To admin", "To support"]);
    expect(await heard(amara)).toEqual([]);
    // A row of the right role that isn't a staff notice, or is a person's own, is in no staff feed.
    await put(staffRow("support", { type: "order_message" }), staffRow("support", { userId: "usr_ada" }));
    expect(await heard(sam)).toEqual(["Sam's own", "To support"]);
  });

  test("merges the newest 50 of each by age", async () => {
    await put(
      ...Array.from({ length: 60 }, (_, i) => ({ userId: "usr_ada", title: `Own ${i}` })),
      ...Array.from({ length: 60 }, (_, i) => staffRow("admin", { title: `Staff ${i}` })),
    );
    const items = await listNotifications(ada!);
    expect(items).toHaveLength(100);
    expect([items[0]!.title, items[49]!.title, items[50]!.title, items[99]!.title]).toEqual([
      "Staff 59",
      "Staff 10",
      "Own 59",
      "Own 10",
    ]);
    expect(items.map((n) => n.seq)).toEqual(items.map((n) => n.seq).toSorted((a, b) => b - a));
  });

  test("and marking are refused to visitors and unverified people", async () => {
    const ask = new Request("http://localhost/api/notifications");
    for (const actor of [NOBODY, uma!]) {
      await expect(readFeed(ask, { actor })).rejects.toMatchObject({ kind: "refused" });
      await expect(
        markFeed(new Request(ask.url, { method: "POST", body: JSON.stringify({ all: true }) }), { actor }),
      ).rejects.toMatchObject({ kind: "refused" });
    }
  });

  test("returns how many were marked and what is still unread", async () => {
    const [id] = await put({ userId: "usr_amara", severity: 2 }, { userId: "usr_amara", type: "x", severity: 2 });
    const feed = async () =>
      (await readFeed(new Request("http://localhost/api/notifications"), { actor: amara! })).json() as Promise<{
        badge: number;
        items: { id: string; unread: boolean; readAt: string | null }[];
      }>;
    expect((await feed()).badge).toBe(1);
    await markFeed(new Request("http://localhost/", { method: "POST", body: JSON.stringify({ id }) }), {
      actor: amara!,
    });
    const { badge, items } = await feed();
    expect(badge).toBe(0);
    expect(items.find((n) => n.id === id)).toMatchObject({ read: true, unread: false, readAt: NOON.toISOString() });
  });
});

describe("marking", () => {
  test("marks a staff item per reader and refuses another role's", async () => {
    const [id] = await put(staffRow("admin"));
    await Promise.all([markRead(ada!, { id: id! }), markRead(ada!, { id: id! })]);
    expect((await listNotifications(ada!))[0]).toMatchObject({ unread: false, readAt: NOON.toISOString() });
    expect((await listNotifications(ben!))[0]).toMatchObject({ unread: true, readAt: null });
    for (const actor of [sam!, amara!])
      await expect(markRead(actor, { id: id! })).rejects.toMatchObject({ kind: "refused" });
  });
});

describe("the page", () => {
  test("pages to the end by seq", async () => {
    await put(
      ...Array.from({ length: 70 }, (_, i) => ({ userId: "usr_sam", title: `Own ${i}` })),
      ...Array.from({ length: 70 }, (_, i) => staffRow("support", { title: `Staff ${i}` })),
    );
    const seen: string[] = [];
    for (let search = "", turns = 0; turns < 5; turns++) {
      const { items, older } = await page(sam, search);
      seen.push(...items.map((n) => n.title));
      if (older === null) break;
      search = `before=${older}`;
    }
    expect(seen).toHaveLength(140);
    expect(new Set(seen).size).toBe(140);
  });

  test("filters own and staff items by text, unread, severity, and kind", async () => {
    const [read] = await put(
      { userId: "usr_sam", title: "Paid 100%", kind: "payout.paid", type: "payout.paid", severity: 2 },
      { userId: "usr_sam", title: "Written", orderTitle: "Soil moisture", severity: 0 },
      staffRow("support", { title: "A ticket", severity: 0 }),
      staffRow("admin", { title: "Not Sam's" }),
      { userId: "usr_ada", title: "Ada's" },
      {
        category: "global",
        userId: null,
        type: "announcement",
        kind: "announcement.published",
        title: "A word",
        severity: 1,
      },
    );
    expect(await titles(sam)).toEqual(["A word", "A ticket", "Written", "Paid 100%"]);
    expect(await titles(sam, "q=soil")).toEqual(["Written"]);
    expect(await titles(sam, "q=100%25")).toEqual(["Paid 100%"]);
    expect(await titles(sam, "q=%25_%25")).toEqual([]);
    expect(await titles(sam, "severity=0")).toEqual(["A ticket", "Written"]);
    expect(await titles(sam, "about=staff")).toEqual(["A ticket"]);
    expect(await titles(sam, "about=payouts")).toEqual(["Paid 100%"]);
    expect(await titles(sam, "about=announcements")).toEqual(["A word"]);
    for (const id of [read!, ...(await page(sam, "about=staff")).items.map((n) => n.id)]) await markRead(sam!, { id });
    expect(await titles(sam, "unread=1")).toEqual(["A word", "Written"]);
  });
});

describe("reading a thread", () => {
  test("marks only that person's messages on that order as read", async () => {
    await put(
      { userId: "usr_amara", orderId, title: "Its message" },
      { userId: "usr_amara", orderId, type: "order.delivered", title: "Delivered" },
      { userId: "usr_amara", title: "Another order" },
      { userId: "usr_jonas", orderId, title: "The editor's" },
      { userId: "usr_amara", orderId, title: "Came later", createdAt: after(NOON, MINUTE) },
    );
    const fact = await getFact(
      await transact(amara!, (ctx) => ctx.fact("thread.read", { orderId, data: { uid: "usr_amara", role: "client" } })),
    );
    await readOrderNotices(fact);
    await readOrderNotices(fact);
    const unread = async (person: typeof amara) =>
      (await listNotifications(person!)).filter((n) => n.unread).map((n) => n.title);
    expect(await unread(amara)).toEqual(["Came later", "Another order", "Delivered"]);
    expect(await unread(jonas)).toEqual(["The editor's"]);
    expect((await listNotifications(amara!)).find((n) => n.title === "Its message")).toMatchObject({
      read: true,
      readAt: NOON.toISOString(),
    });
  });
});
