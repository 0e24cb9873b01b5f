import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { orderIn } from "#boot/testing/make-order.ts";
import { turnPages } from "#boot/testing/turn-pages.ts";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { CAST, personOf } from "#db/seed/cast.ts";
import { seedAccounts } from "#db/seed/seed-accounts.ts";
import { postMessage } from "#app/features/messages/server/post-message.ts";
import { NOBODY } from "#app/platform/rules/core/actor.ts";
import { readListQuery } from "#app/platform/rules/core/list-query.ts";
import { DAY, HOUR, MINUTE, after } from "#app/platform/rules/core/time.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { THREADS_LIST } from "../../rules/ticket-view.ts";
import { answerTicket } from "../tickets/answer-ticket.ts";
import { assignTicket } from "../tickets/assign-ticket.ts";
import { changeTicket } from "../tickets/change-ticket.ts";
import { listThreads, threadList } from "./list-threads.ts";
import { openTicket } from "../tickets/open-ticket.ts";
import { resolveTicket } from "../tickets/resolve-ticket.ts";
import { threadsCsv } from "./threads-csv.ts";
import { watchTickets } from "../tickets/watch-tickets.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld();
  await seedAccounts(world.db, NOON);
});
afterAll(() => world.close());
beforeEach(async () => {
  setClock(NOON);
  for (const table of ["thread_reads", "ticket_messages", "tickets", "messages", "order_threads"] as const)
    await world.db.deleteFrom(table).execute();
});

const sam = personOf("sam");
const ada = personOf("ada");
const amara = personOf("amara");
const mei = personOf("mei");
const jonas = personOf("jonas");
const list = (search = "") => listThreads(sam, readListQuery(new URLSearchParams(search), THREADS_LIST));
const subjects = async (search = "") => (await list(search)).rows.map((r) => r.subject);
const at = (ms: number) => setClock(after(NOON, ms));

/** One thread in each state, named after it. */
async function everything(): Promise<Record<string, string>> {
  const open = async (subject: string, by = amara) =>
    (await openTicket(by, { subject, category: "account", body: "Words" })).id;
  const ids: Record<string, string> = {};
  ids.closed = await open("closed");
  await resolveTicket(sam, { ticketId: ids.closed });
  await watchTickets(after(NOON, 14 * DAY));
  at(MINUTE);
  ids.normal = await open("normal", mei);
  at(2 * MINUTE);
  ids.waiting = await open("waiting", jonas);
  await answerTicket(sam, { ticketId: ids.waiting, body: "Which?" });
  at(3 * MINUTE);
  ids.urgent = await open("urgent");
  await changeTicket(sam, { ticketId: ids.urgent, priority: "urgent", category: "refunds" });
  at(4 * MINUTE);
  ids.resolved = await open("resolved");
  await resolveTicket(sam, { ticketId: ids.resolved });
  at(5 * MINUTE);
  ids.quiet = (await orderIn("in_progress", { set: { title: "quiet" } })).id;
  await postMessage(jonas, { orderId: ids.quiet, body: "Good morning." });
  at(6 * MINUTE);
  ids.asked = (await orderIn("in_progress", { set: { title: "asked" } })).id;
  await postMessage(amara, { orderId: ids.asked, body: "Could support read this?", askStaff: true });
  at(7 * MINUTE);
  return ids;
}

describe("the staff list", () => {
  test("starts with threads that need staff by due date, then the latest message", async () => {
    const ids = await everything();
    const { rows, total, more } = await list();
    expect(rows.map((r) => r.subject)).toEqual(["urgent", "asked", "normal", "quiet", "resolved", "waiting"]);
    expect([total, more]).toEqual([6, false]);
    expect(rows[0]).toMatchObject({
      kind: "ticket",
      id: ids.urgent,
      who: "Dr. Amara Osei",
      priority: "urgent",
      status: "open",
      unread: true,
      dueKind: "first_response",
      late: false,
      messages: 1,
      lastRole: "client",
    });
    expect(rows[1]).toMatchObject({
      kind: "order",
      id: ids.asked,
      who: "Dr. Amara Osei, Jonas Weber",
      category: "order",
      priority: null,
      status: "open",
      unread: true,
    });
    expect(rows[3]).toMatchObject({ kind: "order", status: "quiet", unread: false, dueAt: null });
    at(2 * HOUR);
    expect((await list()).rows[0]).toMatchObject({ subject: "urgent", late: true });
  });

  test("filters by kind, status, category, priority, due date and assignee", async () => {
    const ids = await everything();
    await assignTicket(sam, { ticketId: ids.normal!, assigneeId: CAST.sam.uid });
    expect(await subjects("kind=order")).toEqual(["asked", "quiet"]);
    expect(await subjects("kind=ticket")).toEqual(["urgent", "normal", "resolved", "waiting"]);
    expect(await subjects("status=open")).toEqual(["urgent", "asked", "normal"]);
    expect(await subjects("status=waiting")).toEqual(["waiting"]);
    expect(await subjects("status=resolved")).toEqual(["resolved"]);
    expect(await subjects("status=closed")).toEqual(["closed"]);
    expect(await subjects("status=all")).toEqual([
      "urgent",
      "asked",
      "normal",
      "quiet",
      "resolved",
      "waiting",
      "closed",
    ]);
    expect(await subjects("category=refunds")).toEqual(["urgent"]);
    expect(await subjects("category=order")).toEqual(["asked", "quiet"]);
    expect(await subjects("priority=urgent")).toEqual(["urgent"]);
    expect(await subjects("assignee=me")).toEqual(["normal"]);
    expect(await subjects("assignee=none&kind=ticket")).toEqual(["urgent", "resolved", "waiting"]);
    expect(await subjects(`assignee=${CAST.ada.uid}`)).toEqual([]);
    expect(await subjects("due=soon")).toEqual(["urgent"]);
    at(3 * HOUR);
    expect(await subjects("due=late")).toEqual(["urgent"]);
    expect(await subjects("sort=dueAt")).toEqual(["urgent", "asked", "normal"]);
    expect(await subjects("sort=-lastAt")).toEqual(["asked", "quiet", "resolved", "urgent", "waiting", "normal"]);
    expect(await subjects("sort=lastAt&kind=ticket")).toEqual(["normal", "waiting", "urgent", "resolved"]);
  });

  test("searches number, subject, name, address and order", async () => {
    const ids = await everything();
    const { number } = await world.db
      .selectFrom("tickets")
      .select("number")
      .where("id", "=", ids.waiting!)
      .executeTakeFirstOrThrow();
    expect(await subjects(`q=${number.toLowerCase()}`)).toEqual(["waiting"]);
    expect(await subjects("q=URGE")).toEqual(["urgent"]);
    expect([await subjects("q=closed"), await subjects("q=closed&status=open")]).toEqual([["closed"], []]);
    const { number: past } = await world.db
      .selectFrom("tickets")
      .select("number")
      .where("id", "=", ids.closed!)
      .executeTakeFirstOrThrow();
    expect(await subjects(`q=${past}`)).toEqual(["closed"]);
    expect(await subjects("q=mei-ling")).toEqual(["normal"]);
    expect(await subjects(`q=${encodeURIComponent(CAST.jonas.email)}&kind=ticket`)).toEqual(["waiting"]);
    expect(await subjects("q=quiet")).toEqual(["quiet"]);
    expect(await subjects("q=%25")).toEqual([]);
  });

  test("is for staff only, and so is its CSV", async () => {
    await everything();
    const query = readListQuery(new URLSearchParams(), THREADS_LIST);
    for (const actor of [NOBODY, amara, jonas, personOf("uma")]) {
      await expect(listThreads(actor, query)).rejects.toMatchObject({ kind: "refused" });
      await expect(threadsCsv(new Request("http://localhost:3000/api/csv/threads"), { actor })).rejects.toMatchObject({
        kind: "refused",
      });
    }
    const csv = await (
      await threadsCsv(new Request("http://localhost:3000/api/csv/threads?status=open"), { actor: ada })
    ).text();
    expect(csv.trim().split("\n")).toHaveLength(4);
    expect(csv).toContain("urgent");
  });

  test("pages through each row once", async () => {
    const rows = Array.from({ length: 120 }, (_, n) => ({
      id: `tkt_${String(n).padStart(26, "0")}`,
      number: `T-9${n}`,
      channel: "contact" as const,
      ownerRole: "visitor" as const,
      visitorName: "V",
      subject: `s${n}`,
      category: "other" as const,
      priority: "normal" as const,
      status: n % 2 ? ("open" as const) : ("waiting" as const),
      unreadByAdmin: n % 2 === 1,
      clocksFromAt: NOON,
      pauses: "[]",
      flags: "{}",
      resolutionDueAt: n % 2 ? after(NOON, n * HOUR) : null,
      lastAt: after(NOON, -n * MINUTE),
      lastRole: "visitor",
      createdAt: NOON,
      updatedAt: NOON,
    }));
    await world.db.insertInto("tickets").values(rows).execute();
    const pages = await Promise.all([1, 2, 3].map((page) => list(`page=${page}`)));
    expect(pages.map((p) => [p.rows.length, p.total, p.pages])).toEqual([
      [50, 120, 3],
      [50, 120, 3],
      [20, 120, 3],
    ]);
    const all = pages.flatMap((p) => p.rows.map((r) => r.id));
    expect(new Set(all).size).toBe(120);
    expect(pages[0]!.rows.slice(0, 2).map((r) => r.subject)).toEqual(["s1", "s3"]);
    const turned = await turnPages(threadList(sam, readListQuery(new URLSearchParams(), THREADS_LIST)), 50);
    expect(turned.forward.map((r) => r.id)).toEqual(all);
    expect(turned.back.map((r) => r.id)).toEqual(all.slice(0, 100));
    // The row at the cursor moves to the top in the meantime.
    await world.db.updateTable("tickets").set({ resolutionDueAt: NOON }).where("id", "=", all[49]!).execute();
    const next = await list(String(new URLSearchParams({ page: "2", after: pages[0]!.after! })));
    expect(next.rows.map((r) => r.id)).toEqual(all.slice(50, 100));
  });
});
