import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { seedAccounts } from "#db/seed/seed-accounts.ts";
import { NOBODY } from "#app/platform/rules/core/actor.ts";
import { readListQuery } from "#app/platform/rules/core/list-query.ts";
import { DAY, HOUR, MINUTE, after } from "#app/platform/rules/core/time.ts";
import { wallClock } from "#app/platform/rules/core/wall-clock.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { drainJobs } from "#app/platform/server/core/jobs.ts";
import { THREADS_LIST } from "../../rules/ticket-view.ts";
import { assignTicket } from "../tickets/assign-ticket.ts";
import { mergeTickets } from "../tickets/merge-tickets.ts";
import { noteOnTicket } from "../tickets/note-on-ticket.ts";
import { openTicket } from "../tickets/open-ticket.ts";
import { replyToTicket } from "../tickets/reply-to-ticket.ts";
import { resolveTicket } from "../tickets/resolve-ticket.ts";
import { snoozeTicket, wakeTickets } from "../tickets/snooze-ticket.ts";
import { listTags, tagTicket, tagsOf } from "../tickets/tag-ticket.ts";
import { watchTickets } from "../tickets/watch-tickets.ts";
import { countDeskThreads } from "./desk-counts.ts";
import { listThreads } from "./list-threads.ts";
import { noteHere } from "./note-here.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld();
  await seedAccounts(world.db, NOON);
}, 120_000);
beforeEach(() => setClock(NOON));
afterAll(() => world.close());

const [amara, mei, sam, ada] = [personOf("amara"), personOf("mei"), personOf("sam"), personOf("ada")];
let n = 0;
const opened = async (who = amara): Promise<string> => {
  const { id } = await openTicket(who, {
    subject: "The invoice names the wrong department",
    category: "payment",
    body: "It should say Earth Sciences.",
    clientKey: `tools-${++n}`,
  });
  await assignTicket(sam, { ticketId: id, assigneeId: sam.uid });
  return id;
};
const wall = (at: Date) => wallClock(at, sam.timeZone ?? "UTC");
const snooze = (ticketId: string, until = after(NOON, 2 * HOUR)) => snoozeTicket(sam, { ticketId, until: wall(until) });
const rowsIn = async (search: string) =>
  (await listThreads(sam, readListQuery(new URLSearchParams(search), THREADS_LIST))).rows.map((it) => it.id);
const rowOf = (id: string) => world.db.selectFrom("tickets").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
const factsOf = (id: string, kind: string) =>
  world.db.selectFrom("facts").selectAll().where("subjectId", "=", id).where("kind", "=", kind).execute();

describe("a snoozed ticket", () => {
  test("leaves the lists of its assignee, is counted, and comes back automatically and once, with a notice", async () => {
    const id = await opened();
    const before = await countDeskThreads(sam, NOON);
    expect(await rowsIn("assignee=me")).toContain(id);
    expect(await snooze(id)).toEqual({ changed: true });
    expect(await snooze(id)).toEqual({ changed: false });
    expect(await rowsIn("assignee=me")).not.toContain(id);
    expect(await rowsIn("snoozed=yes")).toEqual([id]);
    expect(await rowsIn("")).toContain(id);
    expect(await countDeskThreads(sam, NOON)).toMatchObject({ mine: before.mine - 1, snoozed: 1, open: before.open });

    await wakeTickets(after(NOON, 119 * MINUTE));
    expect((await rowOf(id)).snoozeEndsAt).not.toBeNull();
    setClock(after(NOON, 2 * HOUR));
    await Promise.all([wakeTickets(after(NOON, 2 * HOUR)), wakeTickets(after(NOON, 2 * HOUR))]);
    expect(await rowOf(id)).toMatchObject({ snoozeEndsAt: null, snoozedBy: null, status: "open" });
    expect(await factsOf(id, "ticket.snooze_ended")).toHaveLength(1);
    expect(await rowsIn("assignee=me")).toContain(id);
    await drainJobs();
    const { title } = await world.db
      .selectFrom("notifications")
      .select("title")
      .where("subject", "=", id)
      .where("userId", "=", sam.uid)
      .executeTakeFirstOrThrow();
    expect(title).toMatch(/^T-\d+ is back in the queue$/);
  });

  test("is back at once when its owner writes, it's resolved, or a promise is about to be missed", async () => {
    const [written, resolved, warned] = [await opened(), await opened(mei), await opened()];
    for (const id of [written, resolved, warned]) await snooze(id, after(NOON, 20 * DAY));
    await replyToTicket(amara, { ticketId: written, body: "Is there any news?" });
    await resolveTicket(sam, { ticketId: resolved });
    await watchTickets((await rowOf(warned)).warnAt!);
    for (const id of [written, resolved, warned]) expect((await rowOf(id)).snoozeEndsAt).toBeNull();
  });

  test("can be ended, and only a time in the near future can be chosen", async () => {
    const id = await opened();
    await snooze(id);
    expect(await snoozeTicket(ada, { ticketId: id, until: null })).toEqual({ changed: true });
    expect(await snoozeTicket(ada, { ticketId: id, until: null })).toEqual({ changed: false });
    for (const until of ["", "tomorrow", wall(NOON), wall(after(NOON, 90 * DAY))])
      await expect(snoozeTicket(sam, { ticketId: id, until })).rejects.toMatchObject({ code: "until" });
    await resolveTicket(sam, { ticketId: id });
    await expect(snooze(id)).rejects.toMatchObject({ code: "settled" });
  });
});

describe("tags", () => {
  test("are added once, filter the list, go with a merge, and are gone when no ticket has them", async () => {
    const [id, other] = [await opened(), await opened()];
    const both = await Promise.all(["VAT  ID", "vat id"].map((tag) => tagTicket(sam, { ticketId: id, tag })));
    expect(both.filter((it) => it.changed)).toHaveLength(1);
    expect(await tagsOf(id)).toEqual(["vat id"]);
    expect(await rowsIn("tag=vat id")).toEqual([id]);
    expect(await listTags()).toEqual(["vat id"]);
    await mergeTickets(sam, { fromId: id, intoId: other });
    expect(await tagsOf(other)).toEqual(["vat id"]);
    expect(await rowsIn("tag=vat id")).toEqual([other]);
    expect(await tagTicket(ada, { ticketId: other, tag: "vat id", add: false })).toEqual({ changed: true });
    expect(await tagTicket(ada, { ticketId: other, tag: "vat id", add: false })).toEqual({ changed: false });
    await tagTicket(ada, { ticketId: id, tag: "vat id", add: false });
    expect(await listTags()).toEqual([]);
  });

  test("are short words, and not too many", async () => {
    const id = await opened();
    for (const tag of ["", "  ", "<b>", "x".repeat(31)])
      await expect(tagTicket(sam, { ticketId: id, tag })).rejects.toMatchObject({ code: "tag" });
    for (let i = 0; i < 8; i++) await tagTicket(sam, { ticketId: id, tag: `tag ${i}` });
    await expect(tagTicket(sam, { ticketId: id, tag: "one more" })).rejects.toMatchObject({ code: "many_tags" });
  });
});

test("a note tells the colleagues whom it mentions, and not its writer or anybody else", async () => {
  const id = await opened();
  await noteOnTicket(sam, {
    ticketId: id,
    body: `@${ada.displayName}, please look, @${sam.displayName} can't. See a@example.org. @${amara.displayName}`,
    clientKey: "mention",
  });
  await drainJobs();
  const told = await world.db
    .selectFrom("notifications")
    .select(["userId", "title", "link"])
    .where("subject", "=", id)
    .where("kind", "=", "ticket.noted")
    .execute();
  expect(told).toEqual([
    {
      userId: ada.uid,
      title: expect.stringMatching(/mentioned you in T-\d+$/),
      link: `/admin/support/tickets/${id}`,
    },
  ]);
});

test("staff see who else has a thread open and who writes, until they leave or say nothing for a minute", async () => {
  const id = await opened();
  expect(await noteHere(sam, { threadId: id })).toEqual({ others: [] });
  expect(await noteHere(ada, { threadId: id })).toEqual({ others: [{ name: sam.displayName, typing: false }] });
  await noteHere(sam, { threadId: id, typing: true });
  expect((await noteHere(ada, { threadId: id })).others).toEqual([{ name: sam.displayName, typing: true }]);
  setClock(after(NOON, MINUTE));
  expect((await noteHere(ada, { threadId: id })).others).toEqual([]);
  await noteHere(sam, { threadId: id });
  await noteHere(ada, { threadId: id, leaves: true });
  expect((await noteHere(sam, { threadId: id })).others).toEqual([]);
});

test("none of this is for customers, editors, or visitors", async () => {
  const id = await opened();
  for (const who of [amara, personOf("jonas"), NOBODY]) {
    await expect(snoozeTicket(who, { ticketId: id, until: null })).rejects.toMatchObject({
      kind: expect.stringMatching(/refused|not-found/),
    });
    await expect(tagTicket(who, { ticketId: id, tag: "x" })).rejects.toMatchObject({
      kind: expect.stringMatching(/refused|not-found/),
    });
    await expect(noteHere(who, { threadId: id })).rejects.toMatchObject({
      kind: expect.stringMatching(/refused|not-found/),
    });
  }
});
