import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { type Actor, CLOCK, NOBODY } from "#app/platform/rules/core/actor.ts";
import { transact } from "#app/platform/server/core/command.ts";
import { json } from "#app/platform/server/core/database.ts";
import { drainJobs } from "#app/platform/server/core/jobs.ts";
import { getFact } from "#app/platform/server/core/facts.ts";
import { badgeOf } from "../rules/feeds.ts";
import { listNotifications } from "./list-notifications.ts";
import { markAllRead, markRead } from "./mark-read.ts";
import { notify } from "./notify.ts";

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
      editorDueAt: NOON,
      dueAt: NOON,
    })
    .execute();
});
afterAll(async () => {
  await world.close();
});
beforeEach(async () => {
  await world.db.deleteFrom("notifications").execute();
  await world.db.deleteFrom("mail").execute();
});

const happen = (actor: Actor) =>
  transact(actor, (ctx) => ctx.fact("query.asked", { orderId, data: { messageId: "msg_1", blocking: true } }));
const overdue = () => transact(CLOCK, (ctx) => ctx.fact("order.overdue", { orderId, data: { editorId: "usr_jonas" } }));
const person = (name: Parameters<typeof personOf>[0]) => personOf(name);

describe("notifying people of a fact", () => {
  test("the author is notified of a query once in the bell and once by email, however often the reaction runs", async () => {
    const factId = await happen(person("jonas"));
    await drainJobs();
    await notify(await getFact(factId));
    const heard = await listNotifications(person("amara"));
    expect(heard).toMatchObject([
      {
        title: "Your editor has a question about S-1",
        severity: 0,
        type: "order_message",
        link: `/order/${orderId}`,
        unread: true,
      },
    ]);
    const mail = await world.db.selectFrom("mail").selectAll().execute();
    expect(mail).toMatchObject([{ to: "client@demo.test", status: "sent" }]);
    expect(mail[0]!.text).toContain("Work is paused until you reply");
    expect(await listNotifications(person("mei"))).toEqual([]);
  });

  test("doesn't notify people of their own actions", async () => {
    await transact(person("jonas"), (ctx) =>
      ctx.fact("message.posted", { orderId, data: { messageId: "msg_2", authorRole: "editor" } }),
    );
    await drainJobs();
    expect(await listNotifications(person("jonas"))).toEqual([]);
    expect(await listNotifications(person("amara"))).toHaveLength(1);
  });

  test("an overdue order notifies the editor and the admin and support feeds, and nobody else", async () => {
    await overdue();
    await drainJobs();
    expect(await listNotifications(person("jonas"))).toMatchObject([{ type: "order.overdue", severity: 0 }]);
    expect(await listNotifications(person("ada"))).toMatchObject([
      { type: "admin_notification", own: false, link: `/admin/orders/${orderId}` },
    ]);
    expect(await listNotifications(person("sam"))).toMatchObject([{ link: `/support-desk/threads/${orderId}` }]);
    expect(await listNotifications(person("amara"))).toEqual([]);
  });
});

describe("reading", () => {
  test("a staff item read by one admin stays unread for the other", async () => {
    await overdue();
    await drainJobs();
    const [item] = await listNotifications(person("ada"));
    await markRead(person("ada"), { id: item!.id });
    await markRead(person("ada"), { id: item!.id });
    expect((await listNotifications(person("ada")))[0]!.unread).toBe(false);
    expect((await listNotifications(person("ben")))[0]!.unread).toBe(true);
  });

  test("refuses to mark another person's", async () => {
    await happen(person("jonas"));
    await drainJobs();
    const [item] = await listNotifications(person("amara"));
    await expect(markRead(person("mei"), { id: item!.id })).rejects.toMatchObject({ kind: "refused" });
    await expect(markRead(NOBODY, { id: item!.id })).rejects.toMatchObject({ kind: "refused" });
  });

  test("marks all of a person's own items read, and for staff their own view of the staff feed", async () => {
    await overdue();
    await drainJobs();
    expect(badgeOf(await listNotifications(person("ada")))).toBe(1);
    expect(await markAllRead(person("ada"), {})).toBe(1);
    expect(await markAllRead(person("ada"), {})).toBe(0);
    expect(await markAllRead(person("jonas"), {})).toBe(1);
    expect(badgeOf(await listNotifications(person("jonas")))).toBe(0);
    expect(badgeOf(await listNotifications(person("ada")))).toBe(0);
    expect(badgeOf(await listNotifications(person("ben")))).toBe(1);
  });

  test("the badge counts items that need action, or unread order messages when there are none", () => {
    expect(
      badgeOf([
        { unread: true, severity: 1, type: "x" },
        { unread: true, severity: 2, type: "order_message" },
      ]),
    ).toBe(1);
    expect(
      badgeOf([
        { unread: true, severity: 2, type: "x" },
        { unread: true, severity: 2, type: "order_message" },
        { unread: false, severity: 0, type: "x" },
      ]),
    ).toBe(1);
  });
});
