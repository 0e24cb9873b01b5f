import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { orderIn } from "#boot/testing/make-order.ts";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { CAST, personOf } from "#db/seed/cast.ts";
import { seedAccounts } from "#db/seed/seed-accounts.ts";
import { storeAttachment } from "#app/features/messages/server/attachments.ts";
import { NOBODY, type Actor } from "#app/platform/rules/core/actor.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { DAY, HOUR, MINUTE, after } from "#app/platform/rules/core/time.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { json } from "#app/platform/server/core/database.ts";
import { drainJobs } from "#app/platform/server/core/jobs.ts";
import { answerTicket } from "./answer-ticket.ts";
import { assignTicket } from "./assign-ticket.ts";
import { changeTicket } from "./change-ticket.ts";
import { countUnreadTickets } from "./count-unread-tickets.ts";
import { findTicket } from "./find-ticket.ts";
import { readListQuery } from "#app/platform/rules/core/list-query.ts";
import { MACRO_LIST } from "../../rules/ticket-view.ts";
import { answerTicketSeen } from "../desk/answer-thread.ts";
import { archiveMacro } from "../macros/archive-macro.ts";
import { findMacro, listMacroRows } from "../macros/list-macro-rows.ts";
import { listMacros } from "../macros/list-macros.ts";
import { listOwnTickets } from "../own/list-own-tickets.ts";
import { markTicketRead } from "./mark-ticket-read.ts";
import { mayReadTicket } from "./may-read-ticket.ts";
import { mergeTickets } from "./merge-tickets.ts";
import { noteOnTicket } from "./note-on-ticket.ts";
import { openTicket } from "./open-ticket.ts";
import { rateTicket } from "../own/rate-ticket.ts";
import { removeMacro } from "../macros/remove-macro.ts";
import { reopenTicket } from "./reopen-ticket.ts";
import { replyToTicket } from "./reply-to-ticket.ts";
import { resolveTicket } from "./resolve-ticket.ts";
import { saveMacro } from "../macros/save-macro.ts";
import { getTicket } from "./ticket-row.ts";
import { watchTickets } from "./watch-tickets.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld();
  await seedAccounts(world.db, NOON);
});
afterAll(() => world.close());
beforeEach(async () => {
  setClock(NOON);
  for (const table of [
    "attachments",
    "thread_reads",
    "ticket_messages",
    "tickets",
    "macros",
    "notifications",
    "mail",
  ] as const)
    await world.db.deleteFrom(table).execute();
});

const amara = personOf("amara");
const mei = personOf("mei");
const jonas = personOf("jonas");
const priya = personOf("priya");
const sam = personOf("sam");
const ada = personOf("ada");
const uma = personOf("uma");
const WORDS = { subject: "The invoice lacks our VAT number", category: "payment", body: "Could you add it, please?" };
const open = (actor: Actor = amara, changed: Record<string, unknown> = {}) =>
  openTicket(actor, { ...WORDS, ...changed });
const factsOf = async (id: string) =>
  (await world.db.selectFrom("facts").select("kind").where("subjectId", "=", id).orderBy("seq").execute()).map(
    (f) => f.kind,
  );
const eventsOf = async (id: string) =>
  (await findTicket(ada, id)).items.filter((it) => it.kind === "event").map((it) => it.body);
const query = (it: Partial<Parameters<typeof listOwnTickets>[1]> = {}) => ({
  q: "",
  sort: "lastAt" as const,
  desc: true,
  page: 1,
  filters: { status: "" },
  ...it,
});

describe("opening", () => {
  test("gets a number, stores the first message, and notifies staff", async () => {
    const made = await open();
    expect(made.number).toMatch(/^T-\d{4,}$/);
    const seen = await findTicket(amara, made.id);
    expect(seen).toMatchObject({
      subject: WORDS.subject,
      category: "payment",
      priority: "normal",
      status: "open",
      ownerUid: CAST.amara.uid,
      ownerRole: "client",
      ownerEmail: null,
      unread: false,
      mayWrite: true,
      mayRate: false,
    });
    expect(seen.items).toMatchObject([{ kind: "message", own: true, authorRole: "client", body: WORDS.body }]);
    expect(await getTicket(made.id)).toMatchObject({
      unreadByAdmin: true,
      unreadByClient: false,
      messages: 1,
      lastRole: "client",
    });
    expect(await factsOf(made.id)).toEqual(["ticket.opened"]);
    expect(await countUnreadTickets(sam)).toBe(1);
  });

  test("is one ticket when sent twice, even at once; without a key, two at once get two numbers", async () => {
    const [a, b] = await Promise.all([open(amara, { clientKey: "k" }), open(amara, { clientKey: "k" })]);
    expect(a).toEqual(b);
    expect(await open(amara, { clientKey: "k" })).toEqual(a);
    const others = await Promise.all([open(), open(mei), open(jonas), open(priya)]);
    expect(new Set([a.number, ...others.map((it) => it.number)]).size).toBe(5);
  });

  test("requires a verified account that isn't staff", async () => {
    for (const actor of [NOBODY, uma, sam, ada]) await expect(open(actor)).rejects.toMatchObject({ kind: "refused" });
    expect((await findTicket(jonas, (await open(jonas)).id)).ownerRole).toBe("editor");
  });

  test("names each wrong field", async () => {
    await expect(open(amara, { subject: " \n ", category: "toString", body: "  " })).rejects.toMatchObject({
      kind: "invalid",
      fields: { subject: expect.any(String), category: expect.any(String), body: expect.any(String) },
    });
    await expect(open(amara, { category: "kyc" })).rejects.toMatchObject({ kind: "invalid" });
  });

  test("links an order of the author or of its editor, current or former", async () => {
    const { id: orderId } = await orderIn("in_progress");
    expect((await findTicket(amara, (await open(amara, { orderId })).id)).order).toMatchObject({
      id: orderId,
      status: "in_progress",
    });
    expect((await findTicket(jonas, (await open(jonas, { orderId })).id)).order?.id).toBe(orderId);
    for (const actor of [mei, priya])
      await expect(open(actor, { orderId })).rejects.toMatchObject({ kind: "not-found" });
    await world.db
      .insertInto("facts")
      .values({
        id: newId("fact"),
        kind: "order.assigned",
        at: NOON,
        actorId: CAST.ada.uid,
        actorRole: "admin",
        orderId,
        subjectId: null,
        data: json({ editorId: CAST.priya.uid }),
      })
      .execute();
    expect((await findTicket(priya, (await open(priya, { orderId })).id)).order?.id).toBe(orderId);
    const { id: draft } = await orderIn("draft");
    await expect(open(amara, { orderId: draft })).rejects.toMatchObject({ kind: "not-found" });
  });

  test("gets high priority for a late order or a failed payment", async () => {
    const { id: late } = await orderIn("in_progress", {
      set: { dueAt: after(NOON, -HOUR), editorDueAt: after(NOON, -3 * HOUR) },
    });
    expect((await getTicket((await open(amara, { orderId: late, category: "order" })).id)).priority).toBe("high");
    expect((await getTicket((await open(jonas, { orderId: late, category: "order" })).id)).priority).toBe("high");
    const { id: unpaid } = await orderIn("awaiting_payment", { set: { userId: CAST.mei.uid } });
    expect((await getTicket((await open(mei, { orderId: unpaid })).id)).priority).toBe("normal");
    await world.db
      .insertInto("payments")
      .values({
        id: newId("payment"),
        orderId: unpaid,
        attempt: 1,
        status: "failed",
        amountMinor: 1_000,
        currency: "USD",
        createdAt: NOON,
      })
      .execute();
    expect((await getTicket((await open(mei, { orderId: unpaid })).id)).priority).toBe("high");
    expect((await getTicket((await open(mei)).id)).priority).toBe("high");
    expect((await getTicket((await open(mei, { category: "technical" })).id)).priority).toBe("normal");
  });

  test("is limited to twenty a day", async () => {
    for (let n = 0; n < 20; n++) await open(mei);
    await expect(open(mei)).rejects.toMatchObject({ kind: "busy", code: "too_many_tickets" });
    await open(amara);
    setClock(after(NOON, DAY + 1));
    await open(mei);
  });
});

describe("writing", () => {
  test("marks messages unread for the other side until they're read", async () => {
    const { id } = await open();
    await markTicketRead(sam, { ticketId: id });
    expect(await countUnreadTickets(ada)).toBe(0);
    expect(await answerTicket(sam, { ticketId: id, body: "It is done." })).toMatchObject({ status: "waiting" });
    expect([
      await countUnreadTickets(amara),
      (await findTicket(amara, id)).unread,
      (await findTicket(amara, id)).unreadFrom !== null,
    ]).toEqual([1, true, true]);
    expect(await markTicketRead(amara, { ticketId: id })).toEqual({ changed: true });
    expect(await markTicketRead(amara, { ticketId: id })).toEqual({ changed: false });
    expect((await findTicket(sam, id)).items.at(-1)).toMatchObject({
      seenBy: ["the author"],
      seenAt: NOON,
    });
    await replyToTicket(amara, { ticketId: id, body: "Thank you." });
    expect(await getTicket(id)).toMatchObject({ status: "open", unreadByAdmin: true, messages: 3, lastRole: "client" });
    const theirs = await open(jonas);
    await answerTicket(sam, { ticketId: theirs.id, body: "Yes." });
    expect(await getTicket(theirs.id)).toMatchObject({ unreadByEditor: true, unreadByClient: false });
    expect(await factsOf(id)).toEqual([
      "ticket.opened",
      "thread.read",
      "ticket.answered",
      "thread.read",
      "ticket.replied",
    ]);
  });

  test("hides other people's tickets; only staff can answer", async () => {
    const { id: ticketId } = await open();
    for (const actor of [mei, jonas, uma, NOBODY]) {
      await expect(findTicket(actor, ticketId)).rejects.toMatchObject({ kind: "not-found" });
      for (const verb of [replyToTicket, answerTicket, noteOnTicket])
        await expect(verb(actor, { ticketId, body: "Mine?" })).rejects.toMatchObject({ kind: "not-found" });
      for (const verb of [resolveTicket, reopenTicket, markTicketRead])
        await expect(verb(actor, { ticketId })).rejects.toMatchObject({ kind: "not-found" });
      await expect(rateTicket(actor, { ticketId, rating: 5 })).rejects.toMatchObject({ kind: "not-found" });
    }
    for (const verb of [answerTicket, noteOnTicket])
      await expect(verb(amara, { ticketId, body: "As the house" })).rejects.toMatchObject({ kind: "refused" });
    await expect(assignTicket(amara, { ticketId, assigneeId: CAST.amara.uid })).rejects.toMatchObject({
      kind: "refused",
    });
    await expect(changeTicket(amara, { ticketId, priority: "urgent" })).rejects.toMatchObject({ kind: "refused" });
    await expect(replyToTicket(sam, { ticketId, body: "As the author" })).rejects.toMatchObject({ kind: "refused" });
    await expect(rateTicket(sam, { ticketId, rating: 5 })).rejects.toMatchObject({ kind: "refused" });
    await expect(replyToTicket(amara, { ticketId: newId("ticket"), body: "Hello" })).rejects.toMatchObject({
      kind: "not-found",
    });
  });

  test("stores a resend once, even at the same time; stores two simultaneous staff answers", async () => {
    const { id: ticketId } = await open();
    const same = await Promise.all(
      [1, 2, 3].map(() => replyToTicket(amara, { ticketId, body: "Hello", clientKey: "once" })),
    );
    expect(new Set(same.map((it) => it.id)).size).toBe(1);
    const twice = await Promise.all([1, 2].map(() => answerTicket(sam, { ticketId, body: "Yes", clientKey: "once" })));
    expect(twice[0]!.id).toBe(twice[1]!.id);
    await Promise.all([
      answerTicket(sam, { ticketId, body: "From Sam" }),
      answerTicket(ada, { ticketId, body: "From Ada" }),
    ]);
    expect((await findTicket(amara, ticketId)).items.map((it) => it.body).toSorted()).toEqual(
      [WORDS.body, "From Ada", "From Sam", "Hello", "Yes"].toSorted(),
    );
    expect((await getTicket(ticketId)).messages).toBe(5);
  });

  test("hides notes from the owner in items, counts, search and list order", async () => {
    const { id: ticketId } = await open();
    setClock(after(NOON, HOUR));
    await noteOnTicket(sam, { ticketId, body: "She has asked before: see the last invoice.", clientKey: "n" });
    await noteOnTicket(sam, { ticketId, body: "She has asked before: see the last invoice.", clientKey: "n" });
    expect((await findTicket(ada, ticketId)).items.filter((it) => it.kind === "note")).toHaveLength(1);
    const own = await findTicket(amara, ticketId);
    expect(own.items.map((it) => it.kind)).toEqual(["message"]);
    expect(JSON.stringify(own)).not.toContain("asked before");
    expect(await getTicket(ticketId)).toMatchObject({
      messages: 1,
      lastAt: NOON,
      unreadByClient: false,
      firstRespondedAt: null,
    });
    expect((await listOwnTickets(amara, query({ q: "asked before" }))).rows).toEqual([]);
    expect((await listOwnTickets(amara, query({ q: "add it" }))).rows).toMatchObject([
      { id: ticketId, messages: 1, unread: false },
    ]);
    expect(await countUnreadTickets(amara)).toBe(0);
    await expect(
      world.db
        .insertInto("ticket_messages")
        .values({
          id: newId("ticketMessage"),
          ticketId,
          authorRole: "support",
          kind: "note",
          body: "Seen by all",
          createdAt: NOON,
        })
        .execute(),
    ).rejects.toThrow(/check/);
  });

  test("shows internal events to staff only and owner events to the owner", async () => {
    const { id: ticketId } = await open();
    await assignTicket(ada, { ticketId, assigneeId: CAST.ada.uid });
    await changeTicket(ada, { ticketId, priority: "urgent", category: "refunds" });
    await resolveTicket(ada, { ticketId });
    expect(await eventsOf(ticketId)).toEqual([
      "Ada Lindqvist took this ticket",
      "Category changed from payment to refunds",
      "Priority changed from normal to urgent",
      "Resolved",
    ]);
    expect((await findTicket(amara, ticketId)).items.filter((it) => it.kind === "event").map((it) => it.body)).toEqual([
      "Resolved",
    ]);
  });

  test("stores attachments that anyone who may read the ticket can download", async () => {
    const file = await storeAttachment(
      { uid: CAST.amara.uid },
      { name: "scan.txt", bytes: new TextEncoder().encode("The invoice as it came.") },
    );
    const { id: ticketId } = await open(amara, { attachmentIds: [file.id] });
    expect((await findTicket(sam, ticketId)).items[0]!.attachments).toMatchObject([{ id: file.id, name: "scan.txt" }]);
    const other = await storeAttachment(
      { uid: CAST.mei.uid },
      { name: "mine.txt", bytes: new TextEncoder().encode("Not yours.") },
    );
    await expect(replyToTicket(amara, { ticketId, body: "See", attachmentIds: [other.id] })).rejects.toMatchObject({
      kind: "invalid",
    });
    const request = new Request("http://localhost:3000/api/attachments/x");
    expect(
      await Promise.all([amara, sam, mei, NOBODY].map((actor) => mayReadTicket(actor, request, ticketId))),
    ).toEqual([true, true, false, false]);
    expect(await mayReadTicket(amara, request, "no-ticket")).toBe(false);
  });
});

describe("clocks", () => {
  test("pause while waiting for the customer, keep the remaining time, and resume on a reply", async () => {
    const monday = new Date("2026-11-23T08:00:00Z");
    setClock(monday);
    const { id: ticketId } = await open();
    setClock(after(monday, 2 * HOUR));
    await answerTicket(sam, { ticketId, body: "Which number is it?" });
    expect(await getTicket(ticketId)).toMatchObject({
      firstRespondedAt: after(monday, 2 * HOUR),
      firstResponseDueAt: after(monday, 8 * HOUR),
      resolutionDueAt: null,
      resolutionLeftMs: 14 * HOUR,
      dueAt: null,
      warnAt: null,
    });
    setClock(after(monday, 2 * DAY));
    await replyToTicket(amara, { ticketId, body: "GHA-4471." });
    const running = await getTicket(ticketId);
    expect(running).toMatchObject({
      pausedAt: null,
      resolutionLeftMs: null,
      resolutionDueAt: new Date("2026-11-26T14:00:00Z"),
    });
    expect(running.dueAt).toEqual(running.resolutionDueAt);
    // Low priority counts five days from the start, with the same pause.
    await changeTicket(sam, { ticketId, priority: "low" });
    expect((await getTicket(ticketId)).resolutionDueAt).toEqual(new Date("2026-12-01T14:00:00Z"));
    expect(await changeTicket(sam, { ticketId, priority: "low" })).toEqual({ changed: false });
  });

  test("warn staff once at 75% and once at the breach, even when two workers run at once", async () => {
    const { id: ticketId } = await open();
    await changeTicket(sam, { ticketId, priority: "urgent" });
    const warned = async () =>
      (
        await world.db
          .selectFrom("facts")
          .select("data")
          .where("subjectId", "=", ticketId)
          .where("kind", "=", "ticket.warned")
          .orderBy("seq")
          .execute()
      ).map(({ data }) => [data.clock, data.level]);
    const look = async (ms: number) => {
      const at = after(NOON, ms);
      setClock(at);
      await Promise.all([watchTickets(at), watchTickets(at)]);
      return warned();
    };
    expect(await look(22 * MINUTE)).toEqual([]);
    expect(await look(23 * MINUTE)).toEqual([["first_response", "warning"]]);
    expect(await look(30 * MINUTE)).toEqual([
      ["first_response", "warning"],
      ["first_response", "breach"],
    ]);
    // No check ran between 75% and the breach, so only the breach is reported.
    expect(await look(5 * HOUR)).toEqual([
      ["first_response", "warning"],
      ["first_response", "breach"],
      ["resolution", "breach"],
    ]);
    expect((await getTicket(ticketId)).warnAt).toBeNull();
    expect(await look(9 * HOUR)).toHaveLength(3);
  });

  test("close tickets resolved fourteen days ago, once, and nothing else", async () => {
    const { id: ticketId } = await open();
    const { id: other } = await open(mei);
    await resolveTicket(sam, { ticketId });
    await watchTickets(after(NOON, 14 * DAY - 1));
    expect((await getTicket(ticketId)).status).toBe("resolved");
    await Promise.all([watchTickets(after(NOON, 14 * DAY)), watchTickets(after(NOON, 14 * DAY))]);
    expect(await getTicket(ticketId)).toMatchObject({
      status: "closed",
      closedAt: after(NOON, 14 * DAY),
      unreadByAdmin: false,
    });
    expect((await factsOf(ticketId)).filter((kind) => kind === "ticket.closed")).toHaveLength(1);
    expect((await getTicket(other)).status).toBe("open");
  });
});

describe("resolving and reopening", () => {
  test("owner or staff resolve it once; an owner's reply reopens it with a new clock", async () => {
    const { id: ticketId } = await open();
    expect(
      (await Promise.all([resolveTicket(sam, { ticketId }), resolveTicket(amara, { ticketId })]))
        .map((it) => it.changed)
        .toSorted((a, b) => Number(a) - Number(b)),
    ).toEqual([false, true]);
    expect(await getTicket(ticketId)).toMatchObject({ status: "resolved", resolutionDueAt: null, warnAt: null });
    setClock(after(NOON, 3 * DAY));
    await replyToTicket(amara, { ticketId, body: "It is still missing." });
    expect(await getTicket(ticketId)).toMatchObject({
      status: "open",
      resolvedAt: null,
      clocksFromAt: after(NOON, 3 * DAY),
      unreadByAdmin: true,
    });
    expect((await factsOf(ticketId)).slice(-1)).toEqual(["ticket.reopened"]);
  });

  test("an answer can resolve the ticket, keep it open or wait; a resolved ticket stays resolved by default", async () => {
    const { id: ticketId } = await open();
    expect((await answerTicket(sam, { ticketId, body: "Looking.", after: "open" })).status).toBe("open");
    expect((await answerTicket(sam, { ticketId, body: "Done.", after: "resolved" })).status).toBe("resolved");
    expect((await answerTicket(sam, { ticketId, body: "And the invoice is under Payments." })).status).toBe("resolved");
    expect(
      (await answerTicket(sam, { ticketId, body: "One more thing: is this right?", after: "waiting" })).status,
    ).toBe("waiting");
    expect(await factsOf(ticketId)).toEqual([
      "ticket.opened",
      "ticket.answered",
      "ticket.resolved",
      "ticket.answered",
      "ticket.answered",
    ]);
  });

  test("keeps messages that arrived in the meantime unread and refuses to resolve over them", async () => {
    const { id: ticketId } = await open();
    const seenId = (await findTicket(sam, ticketId)).items.at(-1)!.id;
    await replyToTicket(amara, { ticketId, body: "Wait, there is more." });
    await expect(resolveTicket(sam, { ticketId, seenId })).rejects.toMatchObject({
      kind: "conflict",
      code: "wrote_meanwhile",
    });
    expect((await answerTicket(sam, { ticketId, body: "Done.", after: "resolved", seenId })).status).toBe("open");
    expect((await getTicket(ticketId)).unreadByAdmin).toBe(true);
  });

  test("loses nothing when a reply and a resolution happen at once", async () => {
    for (let n = 0; n < 4; n++) {
      const { id: ticketId } = await open(mei);
      await Promise.all([replyToTicket(mei, { ticketId, body: "Still broken." }), resolveTicket(sam, { ticketId })]);
      const after1 = await getTicket(ticketId);
      expect((await findTicket(mei, ticketId)).items.filter((it) => it.kind === "message")).toHaveLength(2);
      expect(["open", "resolved"]).toContain(after1.status);
    }
  });

  test("lets the owner reopen for thirty days, then says what to do; staff can reopen anytime", async () => {
    const { id: ticketId } = await open();
    await resolveTicket(sam, { ticketId });
    await watchTickets(after(NOON, 14 * DAY));
    await expect(answerTicket(sam, { ticketId, body: "Hello" })).rejects.toMatchObject({
      kind: "conflict",
      code: "closed",
    });
    setClock(after(NOON, 44 * DAY));
    expect((await findTicket(amara, ticketId)).mayWrite).toBe(true);
    setClock(after(NOON, 44 * DAY + 1));
    expect(await findTicket(amara, ticketId)).toMatchObject({ mayWrite: false, mayReopen: false });
    await expect(replyToTicket(amara, { ticketId, body: "Hello?" })).rejects.toMatchObject({
      kind: "conflict",
      code: "closed_for_good",
      advice: expect.stringContaining("Open a new ticket"),
    });
    await expect(reopenTicket(amara, { ticketId })).rejects.toMatchObject({ code: "closed_for_good" });
    expect(await reopenTicket(ada, { ticketId })).toEqual({ changed: true });
    expect(await reopenTicket(ada, { ticketId })).toEqual({ changed: false });
    expect((await getTicket(ticketId)).status).toBe("open");
  });

  test("lets the owner rate a resolved ticket, and change the rating within seven days", async () => {
    const { id: ticketId } = await open();
    await expect(rateTicket(amara, { ticketId, rating: 5 })).rejects.toMatchObject({
      kind: "conflict",
      code: "not_resolved",
    });
    await resolveTicket(sam, { ticketId });
    for (const rating of [0, 6, 2.5, "x"])
      await expect(rateTicket(amara, { ticketId, rating })).rejects.toMatchObject({ kind: "invalid" });
    await rateTicket(amara, { ticketId, rating: "4", comment: "Quick." });
    await rateTicket(amara, { ticketId, rating: "4", comment: "Quick." });
    setClock(after(NOON, 7 * DAY));
    await rateTicket(amara, { ticketId, rating: 5, comment: "Quick, and right." });
    expect(await findTicket(amara, ticketId)).toMatchObject({ rating: 5, ratingComment: "Quick, and right." });
    setClock(after(NOON, 7 * DAY + 1));
    await expect(rateTicket(amara, { ticketId, rating: 1 })).rejects.toMatchObject({
      kind: "conflict",
      code: "rating_over",
    });
    expect((await factsOf(ticketId)).filter((kind) => kind === "ticket.rated")).toHaveLength(2);
  });
});

describe("assigning and changing", () => {
  test("assigns to staff only, once, and unassigns", async () => {
    const { id: ticketId } = await open();
    for (const assigneeId of [CAST.jonas.uid, CAST.amara.uid, "usr_nobody"])
      await expect(assignTicket(sam, { ticketId, assigneeId })).rejects.toMatchObject({ kind: "invalid" });
    expect(await assignTicket(sam, { ticketId, assigneeId: CAST.ada.uid })).toEqual({ changed: true });
    expect(await assignTicket(sam, { ticketId, assigneeId: CAST.ada.uid })).toEqual({ changed: false });
    await assignTicket(sam, { ticketId, assigneeId: CAST.sam.uid });
    await assignTicket(sam, { ticketId, assigneeId: null });
    expect(await eventsOf(ticketId)).toEqual([
      "Sam Okafor assigned this ticket to Ada Lindqvist",
      "Sam Okafor took this ticket",
      "Sam Okafor unassigned this ticket",
    ]);
    await Promise.all([
      assignTicket(sam, { ticketId, assigneeId: CAST.sam.uid }),
      assignTicket(ada, { ticketId, assigneeId: CAST.ada.uid }),
    ]);
    expect([CAST.sam.uid, CAST.ada.uid]).toContain((await getTicket(ticketId)).assigneeId);
  });

  test("records what changed, but no private text, in the fact", async () => {
    const { id: ticketId } = await open();
    const { id: orderId } = await orderIn("in_progress");
    await changeTicket(sam, { ticketId, subject: "VAT number on the invoice", orderId });
    expect(await findTicket(amara, ticketId)).toMatchObject({
      subject: "VAT number on the invoice",
      order: { id: orderId },
    });
    const { data } = await world.db
      .selectFrom("facts")
      .select("data")
      .where("subjectId", "=", ticketId)
      .where("kind", "=", "ticket.changed")
      .executeTakeFirstOrThrow();
    expect(data).toMatchObject({ before: { subject: null, orderId: null }, after: { subject: null, orderId } });
    expect(JSON.stringify(data)).not.toContain("VAT");
    await expect(changeTicket(sam, { ticketId, orderId: newId("order") })).rejects.toMatchObject({ kind: "not-found" });
    await expect(changeTicket(sam, { ticketId, priority: "asap" as "urgent" })).rejects.toMatchObject({
      kind: "invalid",
    });
  });
});

describe("merging", () => {
  const both = async () => {
    const first = await open(amara, { body: "First" });
    setClock(after(NOON, MINUTE));
    const second = await open(amara, { body: "Second" });
    setClock(after(NOON, 2 * MINUTE));
    await replyToTicket(amara, { ticketId: first.id, body: "Third", clientKey: "same" });
    setClock(after(NOON, 3 * MINUTE));
    await replyToTicket(amara, { ticketId: second.id, body: "Fourth", clientKey: "same" });
    return { first, second };
  };

  test("moves all messages into one ticket in order and closes the other with a pointer", async () => {
    const { first, second } = await both();
    expect(await mergeTickets(sam, { fromId: first.id, intoId: second.id })).toEqual({
      changed: true,
      intoId: second.id,
    });
    expect(await mergeTickets(sam, { fromId: first.id, intoId: second.id })).toEqual({
      changed: false,
      intoId: second.id,
    });
    const seen = await findTicket(amara, second.id);
    expect(seen.items.map((it) => [it.body, it.mergedFrom ?? null])).toEqual([
      ["First", first.number],
      ["Second", null],
      ["Third", first.number],
      ["Fourth", null],
      [`${first.number} was merged into this ticket`, null],
    ]);
    expect(await findTicket(amara, first.id)).toMatchObject({
      status: "closed",
      mergedInto: second,
      mayWrite: false,
      mayRate: false,
      mayReopen: false,
      unread: false,
    });
    const into = await getTicket(second.id);
    // The older ticket's clock keeps running.
    expect(into).toMatchObject({
      messages: 4,
      clocksFromAt: NOON,
      firstResponseDueAt: new Date("2026-11-23T16:00:00Z"),
    });
    await expect(replyToTicket(amara, { ticketId: first.id, body: "Fifth" })).rejects.toMatchObject({
      code: "merged",
      advice: expect.stringContaining(second.number),
    });
    await expect(reopenTicket(sam, { ticketId: first.id })).rejects.toMatchObject({ code: "merged" });
    expect((await factsOf(first.id)).at(-1)).toBe("ticket.merged");
    // A resend is recognized even after its message moved.
    await replyToTicket(amara, { ticketId: second.id, body: "Fourth", clientKey: "same" });
    expect((await getTicket(second.id)).messages).toBe(4);
  });

  test("only one of two opposite merges at once happens", async () => {
    const { first, second } = await both();
    const results = await Promise.allSettled([
      mergeTickets(sam, { fromId: first.id, intoId: second.id }),
      mergeTickets(ada, { fromId: second.id, intoId: first.id }),
    ]);
    expect(results.map((it) => it.status).toSorted()).toEqual(["fulfilled", "rejected"]);
    const rows = await Promise.all([getTicket(first.id), getTicket(second.id)]);
    expect(rows.filter((t) => t.status === "closed")).toHaveLength(1);
  });

  test("merges different owners' tickets only after confirmation, and only by staff", async () => {
    const hers = await open(amara);
    const theirs = await open(mei);
    await expect(mergeTickets(sam, { fromId: hers.id, intoId: theirs.id })).rejects.toMatchObject({
      kind: "conflict",
      code: "other_owner",
    });
    await mergeTickets(sam, { fromId: hers.id, intoId: theirs.id, otherOwner: true });
    for (const actor of [amara, mei, NOBODY])
      await expect(mergeTickets(actor, { fromId: hers.id, intoId: theirs.id })).rejects.toMatchObject({
        kind: "not-found",
      });
    await expect(mergeTickets(sam, { fromId: theirs.id, intoId: theirs.id })).rejects.toMatchObject({
      kind: "invalid",
    });
  });

  test("refuses closed or merged tickets", async () => {
    const { first, second } = await both();
    const third = await open(amara);
    await mergeTickets(sam, { fromId: first.id, intoId: second.id });
    await expect(mergeTickets(sam, { fromId: first.id, intoId: third.id })).rejects.toMatchObject({ code: "merged" });
    await expect(mergeTickets(sam, { fromId: third.id, intoId: first.id })).rejects.toMatchObject({ code: "merged" });
  });
});

describe("macros", () => {
  test("staff can save, edit and remove them; titles are unique", async () => {
    const { id } = await saveMacro(sam, {
      title: "VAT number",
      body: "Dear {name}, it is on the invoice now.",
      category: "payment",
    });
    expect(await saveMacro(sam, { title: "VAT number", body: "Dear {name}, it is on the invoice now." })).toMatchObject(
      {
        id,
      },
    );
    await expect(saveMacro(ada, { title: "VAT number", body: "Another" })).rejects.toMatchObject({
      kind: "invalid",
      fields: { title: expect.any(String) },
    });
    await saveMacro(ada, { id, title: "VAT number on an invoice", body: "It is there.", category: "" });
    expect(await listMacros(sam)).toMatchObject([{ id, title: "VAT number on an invoice", category: null }]);
    await expect(listMacros(amara)).rejects.toMatchObject({ kind: "refused" });
    await expect(saveMacro(amara, { title: "Mine", body: "Mine" })).rejects.toMatchObject({ kind: "refused" });
    await expect(removeMacro(jonas, { id })).rejects.toMatchObject({ kind: "refused" });
    expect([await removeMacro(sam, { id }), await removeMacro(sam, { id })]).toEqual([
      { changed: true },
      { changed: false },
    ]);
    await expect(saveMacro(sam, { id, title: "Gone", body: "Gone" })).rejects.toMatchObject({ kind: "not-found" });
  });

  test("if two people edit one at once, the second is told and loses nothing; a placeholder we can't fill is refused", async () => {
    const { id, version } = await saveMacro(sam, { title: "Crossing", body: "Dear {name}" });
    const edits = await Promise.allSettled([
      saveMacro(sam, { id, version, title: "Crossing", body: "Sam's" }),
      saveMacro(ada, { id, version, title: "Crossing", body: "Ada's" }),
    ]);
    expect(edits.map((it) => it.status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(edits.find((it) => it.status === "rejected")).toMatchObject({ reason: { code: "changed" } });
    const saved = await findMacro(sam, id);
    expect(saved.version).toBe(version + 1);
    // The same form sent again changes nothing.
    expect(await saveMacro(sam, { id, version, title: "Crossing", body: saved.body })).toEqual({
      id,
      version: version + 1,
    });
    await expect(
      saveMacro(sam, { id, version: version + 1, title: "Crossing", body: "Dear {nmae}, {order}" }),
    ).rejects.toMatchObject({ kind: "invalid", fields: { body: "Unknown placeholder: {nmae}." } });
  });

  test("are counted once for each answer they were inserted in, with who used them last and where", async () => {
    const { id: macroId } = await saveMacro(sam, { title: "Counted", body: "Dear {name}" });
    const { id: ticketId, number } = await open();
    const answer = {
      ticketId,
      seenId: "tms_zzzz",
      body: "Dear Amara",
      clientKey: "k".repeat(12),
      macroIds: [macroId, "mac_none"],
    };
    await answerTicketSeen(sam, answer, "waiting");
    await answerTicketSeen(sam, answer, "waiting");
    await answerTicketSeen(ada, { ...answer, clientKey: "l".repeat(12) }, "waiting");
    await answerTicketSeen(sam, { ...answer, clientKey: "m".repeat(12), macroIds: [] }, "waiting");
    expect(await findMacro(sam, macroId)).toMatchObject({
      uses: 2,
      last: { by: CAST.ada.displayName, thread: ticketId, number },
    });
    const rows = async (search: string) =>
      (await listMacroRows(sam, readListQuery(new URLSearchParams(search), MACRO_LIST))).rows.map((it) => it.title);
    expect((await rows("sort=-uses"))[0]).toBe("Counted");

    expect([
      await archiveMacro(ada, { id: macroId, archived: true }),
      await archiveMacro(ada, { id: macroId, archived: true }),
    ]).toEqual([{ changed: true }, { changed: false }]);
    expect((await listMacros(sam)).map((it) => it.title)).not.toContain("Counted");
    expect([await rows("q=counted"), await rows("state=archived&q=counted")]).toEqual([[], ["Counted"]]);
    await archiveMacro(sam, { id: macroId, archived: false });
    expect(await findMacro(sam, macroId)).toMatchObject({ archivedAt: null, uses: 2 });
    for (const actor of [amara, jonas, NOBODY]) {
      await expect(archiveMacro(actor, { id: macroId, archived: true })).rejects.toMatchObject({ kind: "refused" });
      await expect(findMacro(actor, macroId)).rejects.toMatchObject({ kind: "refused" });
      await expect(listMacroRows(actor, readListQuery(new URLSearchParams(), MACRO_LIST))).rejects.toMatchObject({
        kind: "refused",
      });
    }
  });
});

test("reading a ticket reads its notifications; a resolving answer notifies once", async () => {
  const { id: ticketId, number } = await open();
  await answerTicket(sam, { ticketId, body: "Which number?" });
  await answerTicket(sam, { ticketId, body: "Found it: done.", after: "resolved" });
  await drainJobs();
  const told = () =>
    world.db
      .selectFrom("notifications")
      .select(["kind", "title", "unread", "link"])
      .where("userId", "=", CAST.amara.uid)
      .where("subject", "=", ticketId)
      .orderBy("kind")
      .execute();
  expect((await told()).map((n) => [n.kind, n.title, n.unread, n.link])).toEqual([
    ["ticket.answered", `Support replied to ${number}`, true, `/support/tickets/${ticketId}`],
    ["ticket.resolved", `Support replied to and resolved ${number}`, true, `/support/tickets/${ticketId}`],
  ]);
  const mail = await world.db
    .selectFrom("mail")
    .select(["to", "text"])
    .where("kind", "like", "ticket.%")
    .where("text", "like", `%${ticketId}%`)
    .execute();
  expect(mail.map((m) => m.to)).toEqual([CAST.amara.email, CAST.amara.email]);
  expect(mail.map(({ text }) => text).join("\n")).toContain("> Which number?");
  await markTicketRead(amara, { ticketId });
  await drainJobs();
  expect((await told()).map((n) => n.unread)).toEqual([false, false]);
});

test("lists only the user's own tickets, latest message first", async () => {
  const a = await open(amara, { subject: "First of mine" });
  await open(mei);
  setClock(after(NOON, HOUR));
  const b = await open(amara, { subject: "Second of mine" });
  setClock(after(NOON, 2 * HOUR));
  await answerTicket(sam, { ticketId: a.id, body: "Here.", after: "resolved" });
  expect((await listOwnTickets(amara, query())).rows.map((r) => [r.id, r.status, r.unread, r.lastRole])).toEqual([
    [a.id, "resolved", true, "support"],
    [b.id, "open", false, "client"],
  ]);
  expect((await listOwnTickets(amara, query({ filters: { status: "open" } }))).rows.map((r) => r.id)).toEqual([b.id]);
  expect((await listOwnTickets(amara, query({ sort: "number", desc: false }))).rows.map((r) => r.id)).toEqual([
    a.id,
    b.id,
  ]);
  expect((await listOwnTickets(amara, query({ q: "%" }))).total).toBe(0);
});
