import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { CAST, type CastName, personOf } from "#db/seed/cast.ts";
import { seedAccounts } from "#db/seed/seed-accounts.ts";
import { NOBODY, type Person } from "#app/platform/rules/core/actor.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { readListQuery } from "#app/platform/rules/core/list-query.ts";
import { DAY, HOUR, MINUTE, after } from "#app/platform/rules/core/time.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import * as signup from "#app/features/accounts/screens/signup.tsx";
import { getHumanCheck } from "#app/features/accounts/server/sign-in/human-check.ts";
import { TestBrowser } from "#app/features/accounts/testing/browser.ts";
import { solveHumanCheck } from "#app/features/accounts/testing/human-check.ts";
import { type LiveEvent, hub } from "#app/platform/server/live/live.ts";
import { ANNOUNCEMENT_LIMITS } from "../../rules/announcement.ts";
import { ANNOUNCEMENT_LIST } from "../../rules/announcement-list.ts";
import { type Audience, badgeOf } from "../../rules/feeds.ts";
import { readNotificationQuery } from "../../rules/notification-query.ts";
import { archiveAnnouncement } from "./archive-announcement.ts";
import { findAnnouncement } from "./find-announcement.ts";
import { listAnnouncements } from "./list-announcements.ts";
import { listNotificationPage } from "../list-notification-page.ts";
import { listNotifications } from "../list-notifications.ts";
import { markAllRead, markRead } from "../mark-read.ts";
import { publishAnnouncement } from "./publish-announcement.ts";
import { removeAnnouncement } from "./remove-announcement.ts";
import { saveAnnouncement } from "./save-announcement.ts";
import { watchAnnouncements } from "./watch-announcements.ts";
import { withdrawAnnouncement } from "./withdraw-announcement.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld({}, { live: true });
  await seedAccounts(world.db, NOON);
  await hub().start();
});
afterAll(async () => {
  await hub().stop();
  await world.close();
});
beforeEach(async () => {
  setClock(NOON);
  await world.db.deleteFrom("announcements").execute();
  await world.db.deleteFrom("notifications").execute();
});

const [ada, ben, amara, jonas, sam, uma] = (["ada", "ben", "amara", "jonas", "sam", "uma"] as const).map(
  (name: CastName) => personOf(name),
) as [Person, Person, Person, Person, Person, Person];
type Draft = Parameters<typeof saveAnnouncement>[1];
const draft = (set: Partial<Draft> = {}): Draft => ({
  id: newId("announcement"),
  version: 0,
  audience: "global",
  severity: 1,
  title: "Reading days",
  body: "Our support is away on Friday.",
  link: "",
  startsAt: null,
  expiresAt: null,
  as: "draft",
  ...set,
});
async function published(set: Partial<Draft> = {}): Promise<string> {
  const { id } = await saveAnnouncement(ada, draft(set));
  await publishAnnouncement(ada, { id });
  return id;
}
const titles = async (person: Person) => (await listNotifications(person)).map((n) => n.title);
const statusOf = async (id: string) =>
  (await world.db.selectFrom("announcements").select("status").where("id", "=", id).executeTakeFirstOrThrow()).status;
const rowsOf = async () =>
  Number(
    (
      await world.db
        .selectFrom("notifications")
        .select((e) => e.fn.countAll().as("n"))
        .executeTakeFirstOrThrow()
    ).n,
  );
const factsOf = async (id: string) =>
  (await world.db.selectFrom("facts").select("kind").where("subjectId", "=", id).orderBy("seq").execute()).map(
    (f) => f.kind,
  );

describe("who an announcement reaches", () => {
  test.each([
    ["global", [true, true, true, true]],
    ["client", [true, false, false, false]],
    ["editor", [false, true, false, false]],
    ["support", [false, false, true, false]],
    ["admin", [false, false, false, true]],
  ] as const)("%s", async (audience: Audience, heard) => {
    await published({ audience });
    expect(await Promise.all([amara, jonas, sam, ben].map(async (p) => (await titles(p)).length === 1))).toEqual(heard);
  });

  test("the item has every field in the specification", async () => {
    const id = await published({ audience: "client", severity: 0, link: "/pricing", body: "One line.\nAnother." });
    expect(await listNotifications(amara)).toEqual([
      {
        id: expect.stringMatching(/^ntf_/),
        seq: expect.any(Number),
        userId: null,
        type: "announcement",
        category: "client",
        forRole: null,
        kind: "announcement.published",
        subject: id,
        title: "Reading days",
        snippet: "One line. Another.",
        body: "One line.\nAnother.",
        link: "/pricing",
        orderId: null,
        orderTitle: null,
        severity: 0,
        read: false,
        unread: true,
        readAt: null,
        createdAt: NOON.toISOString(),
        own: false,
      },
    ]);
  });

  test("accounts created before it was published", async () => {
    await published();
    await world.db
      .updateTable("users")
      .set({ createdAt: after(NOON, MINUTE) })
      .where("uid", "=", "usr_amara")
      .execute();
    try {
      expect(await titles(amara)).toEqual([]);
      const [item] = await listNotifications(jonas);
      await expect(markRead(amara, { id: item!.id })).rejects.toMatchObject({ kind: "not-found" });
      await world.db.updateTable("users").set({ createdAt: NOON }).where("uid", "=", "usr_amara").execute();
      expect(await titles(amara)).toEqual(["Reading days"]);
    } finally {
      await world.db
        .updateTable("users")
        .set({ createdAt: after(NOON, -DAY) })
        .where("uid", "=", "usr_amara")
        .execute();
    }
  });

  test("people until it ends, even before the scheduled job ends it", async () => {
    await published({ expiresAt: after(NOON, HOUR) });
    expect(await titles(amara)).toHaveLength(1);
    setClock(after(NOON, HOUR));
    expect(await titles(amara)).toEqual([]);
  });

  test("people as the newest 50 per category, alongside their own notifications", async () => {
    for (let i = 0; i < 52; i++) await published({ title: `Word ${i}` });
    await published({ audience: "client", title: "To authors" });
    const heard = await titles(amara);
    expect(heard).toHaveLength(51);
    expect(heard.slice(0, 2)).toEqual(["To authors", "Word 51"]);
    expect(heard.at(-1)).toBe("Word 2");
  });
});

describe("reading", () => {
  test("is marked per reader, counts for the badge, and shows who has read it", async () => {
    const id = await published();
    const [item] = await listNotifications(amara);
    expect(badgeOf(await listNotifications(amara))).toBe(1);
    setClock(after(NOON, MINUTE));
    await Promise.all([markRead(amara, { id: item!.id }), markRead(amara, { id: item!.id })]);
    expect(await listNotifications(amara)).toMatchObject([
      { read: true, unread: false, readAt: after(NOON, MINUTE).toISOString() },
    ]);
    expect(await listNotifications(jonas)).toMatchObject([{ read: false, unread: true, readAt: null }]);
    const { readers } = await findAnnouncement(ada, id);
    expect(readers).toMatchObject({
      total: 1,
      rows: [{ uid: "usr_amara", name: "Dr. Amara Osei", readAt: after(NOON, MINUTE).toISOString() }],
    });
    // Everyone in the cast who is verified. Uma isn't.
    expect(readers!.of).toBe(Object.values(CAST).filter((it) => it.emailVerified).length);
  });

  test("counts the audience per role", async () => {
    const of = async (audience: Audience) => (await findAnnouncement(ada, await published({ audience }))).readers!.of;
    expect([await of("client"), await of("editor"), await of("support"), await of("admin")]).toEqual([2, 3, 1, 2]);
  });

  test("mark all leaves announcements unread", async () => {
    await published();
    await world.db
      .insertInto("notifications")
      .values({
        id: newId("notification"),
        key: "own",
        userId: "usr_amara",
        type: "order_message",
        kind: "message.posted",
        title: "A message",
        severity: 1,
        createdAt: NOON,
      })
      .execute();
    expect(await markAllRead(amara, {})).toBe(1);
    expect((await listNotifications(amara)).map((n) => [n.title, n.unread])).toEqual([
      ["A message", false],
      ["Reading days", true],
    ]);
  });

  test("is refused to people outside the audience, unverified people, and visitors", async () => {
    await published({ audience: "editor" });
    const [item] = await listNotifications(jonas);
    for (const actor of [amara, uma, NOBODY])
      await expect(markRead(actor, { id: item!.id })).rejects.toMatchObject({ kind: "refused" });
    await expect(markAllRead(uma, {})).rejects.toMatchObject({ kind: "refused" });
  });
});

describe("withdrawing", () => {
  test("removes it from every list, even for readers, and keeps who read it", async () => {
    const id = await published();
    const [item] = await listNotifications(amara);
    await markRead(amara, { id: item!.id });
    await expect(withdrawAnnouncement(ada, { id })).resolves.toEqual({ changed: true });
    await expect(withdrawAnnouncement(ben, { id })).resolves.toEqual({ changed: false });
    expect(await Promise.all([amara, jonas, sam, ada].map(titles))).toEqual([[], [], [], []]);
    await expect(markRead(jonas, { id: item!.id })).rejects.toMatchObject({ kind: "not-found" });
    expect(await findAnnouncement(ada, id)).toMatchObject({
      status: "withdrawn",
      endedAt: NOON.toISOString(),
      readers: { total: 1 },
    });
    expect(await factsOf(id)).toEqual(["announcement.saved", "announcement.published", "announcement.withdrawn"]);
  });

  test("another process sees it without receiving the event", async () => {
    const id = await published();
    expect(await titles(amara)).toHaveLength(1);
    // As if done by another process while disconnected: rows but no event.
    await world.db
      .updateTable("announcements")
      .set((e) => ({ status: "withdrawn" as const, version: e("version", "+", 1), endedAt: NOON }))
      .where("id", "=", id)
      .execute();
    await world.db.updateTable("notifications").set({ expiresAt: NOON }).execute();
    expect(await titles(amara)).toEqual([]);
  });

  test("is possible only for published announcements", async () => {
    const { id } = await saveAnnouncement(ada, draft());
    await expect(withdrawAnnouncement(ada, { id })).rejects.toMatchObject({ kind: "conflict" });
    await withdrawAnnouncement(ada, { id: await published() });
    await expect(withdrawAnnouncement(ada, { id: newId("announcement") })).rejects.toMatchObject({ kind: "not-found" });
  });
});

describe("archiving", () => {
  const listed = async (search = "") =>
    (await listAnnouncements(ada, readListQuery(new URLSearchParams(search), ANNOUNCEMENT_LIST))).rows.map((r) => r.id);

  test("removes an ended one from the list, keeps its readers, and restores it", async () => {
    const id = await published();
    await markRead(amara, { id: (await listNotifications(amara))[0]!.id });
    await withdrawAnnouncement(ada, { id });
    const both = [archiveAnnouncement(ada, { id, archived: true }), archiveAnnouncement(ben, { id, archived: true })];
    expect((await Promise.all(both)).filter((it) => it.changed)).toHaveLength(1);
    expect([await listed(), await listed("status=withdrawn"), await listed("status=archived")]).toEqual([[], [], [id]]);
    expect(await findAnnouncement(ada, id)).toMatchObject({
      status: "withdrawn",
      archivedAt: NOON.toISOString(),
      readers: { total: 1 },
      events: [{ kind: "announcement.archived", archived: true }, {}, {}, {}],
    });
    expect(await archiveAnnouncement(ada, { id, archived: false })).toEqual({ changed: true });
    expect([await listed(), await listed("status=archived")]).toEqual([[id], []]);
    expect((await findAnnouncement(ada, id)).events[0]).toMatchObject({
      kind: "announcement.archived",
      archived: false,
    });
  });

  test("is possible once nobody sees it anymore, and only for admins", async () => {
    const { id } = await saveAnnouncement(ada, draft());
    await expect(archiveAnnouncement(ada, { id, archived: true })).rejects.toMatchObject({ kind: "conflict" });
    const shown = await published();
    await expect(archiveAnnouncement(ada, { id: shown, archived: true })).rejects.toMatchObject({
      kind: "conflict",
      advice: "Withdraw it before you archive it.",
    });
    await withdrawAnnouncement(ada, { id: shown });
    for (const actor of [amara, jonas, sam, NOBODY])
      await expect(archiveAnnouncement(actor, { id: shown, archived: true })).rejects.toMatchObject({
        kind: "refused",
      });
    expect(await listed()).toEqual(expect.arrayContaining([id, shown]));
  });
});

describe("writing", () => {
  test.each([
    ["a title", { title: "  " }, "title"],
    ["a text", { body: "" }, "body"],
    ["a safe link", { link: "javascript:alert(1)" }, "link"],
    ["an audience", { audience: "people" as Audience }, "audience"],
    ["a severity", { severity: -1 }, "severity"],
    ["a time to come", { as: "scheduled" as const, startsAt: NOON }, "startsAt"],
    ["an end to come", { expiresAt: NOON }, "expiresAt"],
  ])("requires %s and names the field", async (_what, set, field) => {
    await expect(saveAnnouncement(ada, draft(set as Partial<Draft>))).rejects.toMatchObject({
      kind: "invalid",
      fields: { [field]: expect.stringMatching(/\.$/) },
    });
  });

  test("creates one announcement when the form is submitted twice", async () => {
    const form = draft();
    const made = await Promise.all([saveAnnouncement(ada, form), saveAnnouncement(ada, form)]);
    expect(made).toEqual([
      { id: form.id, version: 1 },
      { id: form.id, version: 1 },
    ]);
    expect(await factsOf(form.id)).toEqual(["announcement.saved"]);
  });

  test("gives the second of two editors a conflict and overwrites nothing", async () => {
    const { id, version } = await saveAnnouncement(ada, draft());
    await saveAnnouncement(ben, draft({ id, version, title: "Ben's" }));
    await expect(saveAnnouncement(ada, draft({ id, version, title: "Ada's" }))).rejects.toMatchObject({
      kind: "conflict",
      code: "changed",
      message: "Ben Castillo saved another version after you opened this.",
    });
    expect(await findAnnouncement(ada, id)).toMatchObject({ title: "Ben's", version: 2 });
    await expect(publishAnnouncement(ada, { id, version })).rejects.toMatchObject({
      kind: "conflict",
      code: "changed",
    });
    await saveAnnouncement(ada, draft({ id, version: 2, title: "Ada's" }));
    expect(await findAnnouncement(ada, id)).toMatchObject({ title: "Ada's", version: 3 });
  });

  test("refuses to change or delete a published announcement", async () => {
    const id = await published();
    await expect(saveAnnouncement(ada, draft({ id, version: 2, title: "Other" }))).rejects.toMatchObject({
      kind: "conflict",
      code: "moved-on",
    });
    await expect(removeAnnouncement(ada, { id })).rejects.toMatchObject({ kind: "conflict" });
  });

  test("deletes a draft permanently", async () => {
    const { id } = await saveAnnouncement(ada, draft());
    await removeAnnouncement(ada, { id });
    await expect(findAnnouncement(ada, id)).rejects.toMatchObject({ kind: "not-found" });
  });

  test("lets only admins see the list and readers", async () => {
    for (const actor of [amara, jonas, sam, uma, NOBODY]) {
      await expect(saveAnnouncement(actor, draft())).rejects.toMatchObject({ kind: "refused" });
      await expect(
        listAnnouncements(actor, readListQuery(new URLSearchParams(), ANNOUNCEMENT_LIST)),
      ).rejects.toMatchObject({ kind: "refused" });
      await expect(findAnnouncement(actor, newId("announcement"))).rejects.toMatchObject({ kind: "refused" });
    }
  });

  test("searches, filters, and sorts the list", async () => {
    await published({ title: "To editors", audience: "editor" });
    await saveAnnouncement(ada, draft({ title: "A draft, 100% done" }));
    const listed = async (search: string) =>
      (await listAnnouncements(ada, readListQuery(new URLSearchParams(search), ANNOUNCEMENT_LIST))).rows.map(
        (r) => r.title,
      );
    expect(await listed("")).toEqual(["A draft, 100% done", "To editors"]);
    expect(await listed("status=draft")).toEqual(["A draft, 100% done"]);
    expect(await listed("audience=editor")).toEqual(["To editors"]);
    expect(await listed("q=100%25")).toEqual(["A draft, 100% done"]);
    expect(await listed("sort=-title")).toEqual(["To editors", "A draft, 100% done"]);
    expect(await listed("q=%25%25")).toEqual([]);
  });
});

describe("publishing", () => {
  test("tells the audience what appeared and what is gone; a text too long for the event has to be loaded", async () => {
    const events: unknown[] = [];
    const off = hub().on("everyone", (event) => events.push(event.shared ?? null));
    try {
      const id = await published();
      const [shown] = await listNotifications(amara);
      await withdrawAnnouncement(ada, { id });
      await published({ title: "語".repeat(ANNOUNCEMENT_LIMITS.title), body: "語".repeat(ANNOUNCEMENT_LIMITS.body) });
      // Those of the tests before may arrive only now, ahead of these.
      await expect.poll(() => events.slice(-3)).toEqual([{ shown }, { hidden: shown!.id }, null]);
    } finally {
      off();
    }
  });

  test("writes one row and notifies the audience once, however many admins publish at the same time", async () => {
    const events: [string, LiveEvent][] = [];
    const offs = ["everyone", "role:support", "role:client"].map((topic) =>
      hub().on(topic, (event) => events.push([topic, event])),
    );
    const { id } = await saveAnnouncement(ada, draft({ audience: "support" }));
    const done = await Promise.all([
      publishAnnouncement(ada, { id }),
      publishAnnouncement(ben, { id }),
      watchAnnouncements(NOON),
    ]);
    expect(
      done
        .slice(0, 2)
        .map((d) => (d as { changed: boolean }).changed)
        .toSorted((a, b) => Number(a) - Number(b)),
    ).toEqual([false, true]);
    expect(await rowsOf()).toBe(1);
    expect(await factsOf(id)).toEqual(["announcement.saved", "announcement.published"]);
    const row = await world.db
      .selectFrom("notifications")
      .select(["id", "seq", "title"])
      .where("subject", "=", id)
      .executeTakeFirstOrThrow();
    await expect
      .poll(() => events)
      .toEqual([
        [
          "role:support",
          {
            kind: "announcement",
            orderId: null,
            // The same item that everyone in the audience gets in their feed.
            shared: { shown: expect.objectContaining({ ...row, unread: true, readAt: null, own: false }) },
          },
        ],
      ]);
    for (const off of offs) off();
  });

  test("and withdrawing at once: it ends up withdrawn, or there was nothing to withdraw yet", async () => {
    for (let i = 0; i < 5; i++) {
      const { id } = await saveAnnouncement(ada, draft());
      const [, withdrawn] = await Promise.allSettled([
        publishAnnouncement(ada, { id }),
        withdrawAnnouncement(ben, { id }),
      ]);
      const status = await statusOf(id);
      expect(status).toBe(withdrawn.status === "fulfilled" ? "withdrawn" : "published");
      expect((await titles(amara)).length).toBe(status === "published" ? 1 : 0);
      if (status === "published") await withdrawAnnouncement(ben, { id });
    }
  });

  test("is refused after it was withdrawn", async () => {
    const id = await published();
    await withdrawAnnouncement(ada, { id });
    await expect(publishAnnouncement(ada, { id })).rejects.toMatchObject({ kind: "conflict" });
    expect(await rowsOf()).toBe(1);
  });

  test("refuses to publish what would have already ended", async () => {
    const { id } = await saveAnnouncement(ada, draft({ expiresAt: after(NOON, HOUR) }));
    setClock(after(NOON, 2 * HOUR));
    await expect(publishAnnouncement(ada, { id })).rejects.toMatchObject({
      kind: "invalid",
      fields: { expiresAt: expect.any(String) },
    });
  });
});

describe("the scheduled job", () => {
  test("publishes and ends a scheduled announcement once with two workers", async () => {
    const { id } = await saveAnnouncement(
      ada,
      draft({ as: "scheduled", startsAt: after(NOON, HOUR), expiresAt: after(NOON, 2 * HOUR) }),
    );
    const tick = (at: Date) => {
      setClock(at);
      return Promise.all([watchAnnouncements(at), watchAnnouncements(at)]);
    };
    await tick(after(NOON, HOUR - 1));
    expect(await statusOf(id)).toBe("scheduled");
    expect(await titles(amara)).toEqual([]);
    await tick(after(NOON, HOUR));
    expect(await statusOf(id)).toBe("published");
    expect(await titles(amara)).toEqual(["Reading days"]);
    await tick(after(NOON, 2 * HOUR));
    expect(await statusOf(id)).toBe("expired");
    expect(await titles(amara)).toEqual([]);
    expect(await factsOf(id)).toEqual(["announcement.saved", "announcement.published", "announcement.expired"]);
    expect(await rowsOf()).toBe(1);
  });

  test("never publishes an announcement after its end time", async () => {
    const { id } = await saveAnnouncement(
      ada,
      draft({ as: "scheduled", startsAt: after(NOON, HOUR), expiresAt: after(NOON, 2 * HOUR) }),
    );
    setClock(after(NOON, DAY));
    await watchAnnouncements(after(NOON, DAY));
    expect(await findAnnouncement(ada, id)).toMatchObject({ status: "expired", publishedAt: null, readers: null });
    expect(await rowsOf()).toBe(0);
  });

  test("ignores a canceled schedule", async () => {
    const { id, version } = await saveAnnouncement(ada, draft({ as: "scheduled", startsAt: after(NOON, HOUR) }));
    await saveAnnouncement(ada, draft({ id, version, startsAt: after(NOON, HOUR) }));
    await watchAnnouncements(after(NOON, HOUR));
    expect(await statusOf(id)).toBe("draft");
  });
});

describe("an account created before and verified after an announcement", () => {
  test("sees it on every page and counts in its audience", async () => {
    setClock(after(NOON, -HOUR));
    const early = await published({ title: "Before the account" });
    const browser = new TestBrowser();
    const email = `${newId("mail")}@example.org`;
    setClock(after(NOON, -30 * MINUTE));
    const made = await browser.send(signup, "/signup", {
      name: "Ines Duarte",
      email,
      password: "a long enough phrase 7",
      humanCheck: await solveHumanCheck(getHumanCheck),
    });
    expect(made.status).toBe(302);
    setClock(after(NOON, -20 * MINUTE));
    const between = await published({ title: "Between account and verification" });
    setClock(NOON);
    await world.db.updateTable("auth_user").set({ emailVerified: true }).where("email", "=", email).execute();
    const person = (await browser.actor()) as Person;
    expect(person).toMatchObject({ email, emailVerified: true });
    expect(await titles(person)).toEqual(["Between account and verification"]);
    expect((await listNotificationPage(person, readNotificationQuery(new URLSearchParams()))).items).toHaveLength(1);
    const noticeOf = async (id: string) =>
      (
        await world.db
          .selectFrom("announcements")
          .select("notificationId")
          .where("id", "=", id)
          .executeTakeFirstOrThrow()
      ).notificationId!;
    await markRead(person, { id: await noticeOf(between) });
    await expect(markRead(person, { id: await noticeOf(early) })).rejects.toMatchObject({ kind: "not-found" });
    expect((await findAnnouncement(ada, between)).readers!.of - (await findAnnouncement(ada, early)).readers!.of).toBe(
      1,
    );
  });
});
