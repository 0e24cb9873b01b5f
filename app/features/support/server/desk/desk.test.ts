import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { orderIn } from "#boot/testing/make-order.ts";
import { type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { seedAccounts } from "#db/seed/seed-accounts.ts";
import { type Actor, NOBODY, type Person } from "#app/platform/rules/core/actor.ts";
import { HOUR, after } from "#app/platform/rules/core/time.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { actOnThread } from "./act-on-thread.ts";
import { assignTicket } from "../tickets/assign-ticket.ts";
import { countDeskThreads } from "./desk-counts.ts";
import { countDeskFigures, readDeskFigures } from "./desk-figures.ts";
import { actOnQueue, readDeskQueue } from "./desk-queue.ts";
import { readDeskThread } from "./desk-thread.ts";
import { openTicket } from "../tickets/open-ticket.ts";
import { postMessage } from "#app/features/messages/server/post-message.ts";
import { rateTicket } from "../own/rate-ticket.ts";
import { replyToTicket } from "../tickets/reply-to-ticket.ts";

const DESK = "/support-desk/threads";
let world: TestWorld;
beforeAll(async () => {
  world = await openWorld();
  await seedAccounts(world.db, now());
}, 120_000);
afterAll(() => world.close());

const amara = personOf("amara");
const mei = personOf("mei");
const sam = personOf("sam");
const ada = personOf("ada");
const ben = personOf("ben");
const NONE = new URLSearchParams();

function formOf(fields: Record<string, string | string[]>): FormData {
  const form = new FormData();
  for (const [name, values] of Object.entries(fields)) for (const value of [values].flat()) form.append(name, value);
  return form;
}
let n = 0;
const opened = async (who: Person = amara, subject = "The invoice names the wrong department"): Promise<string> =>
  (
    await openTicket(who, {
      subject,
      category: "payment",
      body: "It should say Earth Sciences.",
      clientKey: `desk-${++n}`,
    })
  ).id;
const act = (who: Actor, id: string, fields: Record<string, string>) => actOnThread(who, id, formOf(fields));
async function ticketOf(who: Actor, id: string) {
  const page = await readDeskThread(who, id, NONE);
  if (page.kind !== "ticket") throw new Error("This is not a ticket.");
  return page;
}
const lastOf = async (id: string): Promise<string> => (await ticketOf(sam, id)).ticket.items.at(-1)!.id;
const saidOn = async (id: string) =>
  (await ticketOf(sam, id)).ticket.items.filter((it) => it.kind !== "event").map((it) => it.body);

describe("two staff members answering at once", () => {
  test("holds the second answer, shows the first, and sends the second on confirmation", async () => {
    const id = await opened();
    const seenId = await lastOf(id);
    expect(
      await act(ben, id, {
        intent: "answer",
        seenId,
        body: "We have corrected it.",
        after: "waiting",
        clientKey: "ben-1",
      }),
    ).toMatchObject({ form: "answer", done: expect.stringContaining("until the customer replies") });

    const held = await act(sam, id, {
      intent: "answer",
      seenId,
      body: "Which department?",
      after: "waiting",
      clientKey: "sam-1",
    });
    expect(held).toMatchObject({
      error: { message: `${ben.displayName} answered before you sent this.` },
      typed: "Which department?",
      held: { by: [{ name: ben.displayName, note: false, words: "We have corrected it." }] },
    });
    expect(await saidOn(id)).toEqual(["It should say Earth Sciences.", "We have corrected it."]);

    const sent = await act(sam, id, {
      intent: "answer",
      seenId: held.held!.seenId,
      body: "Which department?",
      after: "open",
      clientKey: "sam-1",
    });
    expect(sent.error).toBeUndefined();
    expect(await saidOn(id)).toEqual(["It should say Earth Sciences.", "We have corrected it.", "Which department?"]);
    expect((await ticketOf(sam, id)).ticket.status).toBe("open");
  });

  test("holds exactly one of two truly simultaneous answers", async () => {
    const id = await opened();
    const seenId = await lastOf(id);
    const both = await Promise.all(
      [sam, ben].map((who) =>
        act(who, id, {
          intent: "answer",
          seenId,
          body: `From ${who.displayName}`,
          after: "waiting",
          clientKey: `at-once-${who.uid}`,
        }),
      ),
    );
    expect(both.map((it) => it.held !== undefined).toSorted((a, b) => Number(a) - Number(b))).toEqual([false, true]);
    expect(await saidOn(id)).toHaveLength(2);
  });

  test("a note or a customer's message also holds an answer; the writer's own messages don't", async () => {
    const id = await opened();
    const seenId = await lastOf(id);
    await act(sam, id, { intent: "note", body: "I have asked finance.", clientKey: "note-1" });
    expect(
      (await act(sam, id, { intent: "answer", seenId, body: "We are looking.", after: "open", clientKey: "own-1" }))
        .held,
    ).toBeUndefined();
    const later = await lastOf(id);
    await act(ada, id, { intent: "note", body: "Finance has done it.", clientKey: "note-2" });
    expect(
      (
        await act(sam, id, {
          intent: "answer",
          seenId: later,
          body: "Still looking.",
          after: "open",
          clientKey: "own-2",
        })
      ).error?.message,
    ).toBe(`${ada.displayName} left a note before you sent this.`);
    const after2 = await lastOf(id);
    await replyToTicket(amara, { ticketId: id, body: "Never mind.", clientKey: "reply-1" });
    expect(
      (
        await act(sam, id, {
          intent: "answer",
          seenId: after2,
          body: "Still looking.",
          after: "open",
          clientKey: "own-3",
        })
      ).error?.message,
    ).toBe(`${amara.displayName} wrote before you sent this.`);
  });

  test("stores an answer sent twice once and never holds it against itself", async () => {
    const id = await opened();
    const seenId = await lastOf(id);
    const send = () => act(sam, id, { intent: "answer", seenId, body: "Once.", after: "waiting", clientKey: "twice" });
    await send();
    expect((await send()).held).toBeUndefined();
    expect(await saidOn(id)).toEqual(["It should say Earth Sciences.", "Once."]);
  });

  test("holds answers on order threads the same way", async () => {
    const order = await orderIn("in_progress");
    await postMessage(amara, { orderId: order.id, body: "Is it on its way?", clientKey: "o-1" });
    const page = await readDeskThread(sam, order.id, NONE);
    if (page.kind !== "order") throw new Error("This is not an order.");
    const seenId = page.thread.items.at(-1)!.id;
    expect(
      (await act(ben, order.id, { intent: "answer", seenId, body: "It is.", clientKey: "o-2" })).held,
    ).toBeUndefined();
    expect(
      (await act(sam, order.id, { intent: "answer", seenId, body: "Yes.", clientKey: "o-3" })).error?.message,
    ).toBe(`${ben.displayName} answered before you sent this.`);
    expect(await act(sam, order.id, { intent: "assign", assigneeId: sam.uid })).toMatchObject({
      done: "Assigned to you.",
    });
    expect(await act(sam, order.id, { intent: "settle" })).toMatchObject({ form: "settle" });
  });
});

describe("a thread's page", () => {
  test("is found by either id for staff, and not found for anyone else", async () => {
    const id = await opened();
    expect((await ticketOf(ada, id)).customer).toMatchObject({
      uid: amara.uid,
      displayName: amara.displayName,
      role: "client",
    });
    for (const who of [amara, mei, personOf("jonas"), personOf("uma"), NOBODY]) {
      await expect(readDeskThread(who, id, NONE)).rejects.toMatchObject({ kind: "not-found" });
      await expect(act(who, id, { intent: "resolve" })).rejects.toMatchObject({ kind: "refused" });
      await expect(act(who, id, { intent: "answer", seenId: "", body: "Hello", clientKey: "x" })).rejects.toMatchObject(
        { kind: "refused" },
      );
    }
    await expect(readDeskThread(sam, "tkt_00000000000000000000000000", NONE)).rejects.toMatchObject({
      kind: "not-found",
    });
    await expect(readDeskThread(sam, "ord_nonsense", NONE)).rejects.toMatchObject({ kind: "not-found" });
  });

  test("assigns, changes, resolves and reopens, with a history of who did it", async () => {
    const id = await opened();
    await act(sam, id, { intent: "assign", assigneeId: sam.uid });
    await act(sam, id, { intent: "change", category: "refunds", priority: "high" });
    await act(sam, id, { intent: "change", subject: "Invoice: another department" });
    await act(ada, id, { intent: "resolve" });
    await act(ada, id, { intent: "reopen" });
    const { ticket, history } = await ticketOf(sam, id);
    expect(ticket).toMatchObject({
      subject: "Invoice: another department",
      category: "refunds",
      priority: "high",
      status: "open",
      assignee: { uid: sam.uid },
    });
    expect(history.map((it) => `${it.who}: ${it.words}`)).toEqual([
      `${ada.displayName}: Reopened`,
      `${ada.displayName}: Resolved`,
      `${sam.displayName}: Subject changed`,
      `${sam.displayName}: Category: Payment to Refunds; Priority: Normal to High`,
      `${sam.displayName}: Self-assigned`,
      `${amara.displayName}: Opened`,
    ]);
  });

  test("offers the same person's tickets for merging and redirects after the merge", async () => {
    const [from, into, closed] = [
      await opened(amara, "Twice the same"),
      await opened(amara, "The first of both"),
      await opened(mei, "Somebody else's"),
    ];
    const page = await readDeskThread(sam, from, new URLSearchParams({ merge: "first of" }));
    expect(page.kind === "ticket" && page.merge?.targets.map((it) => it.id)).toEqual([into]);
    const all = await readDeskThread(sam, from, new URLSearchParams({ merge: "", into }));
    expect(all.kind === "ticket" && all.merge?.into?.id).toBe(into);
    expect(all.kind === "ticket" && all.merge?.targets.some((it) => it.id === closed)).toBe(false);
    expect(await act(sam, from, { intent: "merge", intoId: into })).toMatchObject({ goTo: into });
    expect((await ticketOf(sam, from)).ticket.mergedInto?.id).toBe(into);
  });
});

describe("the queue", () => {
  test("is for staff, counts what it shows, and filters", async () => {
    await expect(readDeskQueue(amara, NONE, DESK)).rejects.toMatchObject({ kind: "refused" });
    const id = await opened(mei, "Where is my certificate");
    const page = await readDeskQueue(sam, new URLSearchParams({ q: "certificate" }), DESK);
    expect(page.view === "queue" && page.list.rows.map((r) => r.id)).toEqual([id]);
    const unread = await readDeskQueue(sam, new URLSearchParams({ unread: "yes" }), DESK);
    expect(
      unread.view === "queue" && unread.list.rows.some((r) => r.id === id) && unread.list.rows.every((r) => r.unread),
    ).toBe(true);
    await act(sam, id, { intent: "read" });
    const then = await readDeskQueue(sam, new URLSearchParams({ unread: "yes" }), DESK);
    expect(then.view === "queue" && then.list.rows.some((r) => r.id === id)).toBe(false);
  });

  test("changes all selected tickets, and says which didn't change and why", async () => {
    const [first, second] = [await opened(mei), await opened(mei)];
    const before = await countDeskThreads(sam, now());
    expect(await actOnQueue(sam, formOf({ intent: "take", id: [first, second, second] }))).toMatchObject({
      done: "2 tickets assigned to you.",
      left: [],
    });
    expect((await countDeskThreads(sam, now())).mine).toBe(before.mine + 2);
    expect(
      await actOnQueue(sam, formOf({ intent: "change", priority: "urgent", category: "", id: [first] })),
    ).toMatchObject({ done: "1 ticket changed." });
    await actOnQueue(sam, formOf({ intent: "resolve", id: [first] }));
    const gone = "tkt_00000000000000000000000000";
    const mixed = await actOnQueue(sam, formOf({ intent: "resolve", id: [second, gone] }));
    expect(mixed).toMatchObject({ done: "1 ticket resolved.", left: [{ id: gone, why: expect.any(String) }] });
    expect((await ticketOf(sam, second)).ticket.status).toBe("resolved");
  });

  test("undoes a bulk change, except on tickets that have changed since", async () => {
    const [first, second] = [await opened(mei), await opened(mei)];
    const taken = await actOnQueue(sam, formOf({ intent: "take", id: [first, second] }));
    await assignTicket(ada, { ticketId: second, assigneeId: ada.uid });
    const undone = await actOnQueue(sam, formOf({ intent: taken.undo!.intent, items: taken.undo!.items }));
    expect(undone).toMatchObject({
      done: "Undone. 1 ticket restored.",
      left: [{ id: second, why: expect.stringContaining("assigned again since") }],
    });
    expect((await ticketOf(sam, first)).ticket.assignee).toBeNull();
    expect((await ticketOf(sam, second)).ticket.assignee?.uid).toBe(ada.uid);

    const { priority, category } = (await ticketOf(sam, first)).ticket;
    const changed = await actOnQueue(
      sam,
      formOf({ intent: "change", priority: "urgent", category: "kyc", id: [first] }),
    );
    expect((await ticketOf(sam, first)).ticket).toMatchObject({ priority: "urgent", category: "kyc" });
    await actOnQueue(sam, formOf({ intent: "undo", items: changed.undo!.items }));
    expect((await ticketOf(sam, first)).ticket).toMatchObject({ priority, category });
    // A second undo does nothing, because the tickets have changed since.
    expect(await actOnQueue(sam, formOf({ intent: "undo", items: changed.undo!.items }))).toMatchObject({
      left: [{ id: first }],
    });
  });

  test("assigns selected tickets to a colleague or to nobody, and never to a client", async () => {
    const id = await opened(mei);
    expect(await actOnQueue(sam, formOf({ intent: "assign", assigneeId: ada.uid, id: [id] }))).toMatchObject({
      done: "1 ticket assigned to Ada Lindqvist.",
    });
    expect(await actOnQueue(sam, formOf({ intent: "assign", assigneeId: mei.uid, id: [id] }))).toMatchObject({
      left: [{ id, why: "Tickets can be assigned only to staff." }],
    });
    await actOnQueue(sam, formOf({ intent: "assign", assigneeId: "none", id: [id] }));
    expect((await ticketOf(sam, id)).ticket.assignee).toBeNull();
  });

  test("offers no undo for actions that can't be undone or that others were told about", async () => {
    const id = await opened(mei);
    const taken = await actOnQueue(sam, formOf({ intent: "take", id: [id] }));
    for (const actor of [mei, amara])
      await expect(actOnQueue(actor, formOf({ intent: "undo", items: taken.undo!.items }))).rejects.toMatchObject({
        kind: "refused",
      });
    await expect(actOnQueue(sam, formOf({ intent: "undo", items: "[{]" }))).rejects.toMatchObject({ code: "undo" });
    expect((await actOnQueue(sam, formOf({ intent: "resolve", id: [id] }))).undo).toBeUndefined();
  });

  test("asks for a selection and a choice first", async () => {
    await expect(actOnQueue(sam, formOf({ intent: "resolve" }))).rejects.toMatchObject({
      kind: "invalid",
      code: "nothing-ticked",
    });
    await expect(actOnQueue(sam, formOf({ intent: "change", id: [await opened()] }))).rejects.toMatchObject({
      code: "nothing-chosen",
    });
    await expect(actOnQueue(mei, formOf({ intent: "resolve", id: [await opened()] }))).rejects.toMatchObject({
      kind: "refused",
    });
  });

  test("manages macros at the same URL", async () => {
    await actOnQueue(
      sam,
      formOf({
        intent: "save-macro",
        title: "Invoice corrected",
        body: "Dear {name}, it is corrected.",
        category: "payment",
      }),
    );
    const page = await readDeskQueue(sam, new URLSearchParams({ view: "macros" }), DESK);
    const macro = page.view === "macros" ? page.macros.rows.find((it) => it.title === "Invoice corrected") : undefined;
    expect(macro).toMatchObject({ body: "Dear {name}, it is corrected.", category: "payment" });
    await actOnQueue(sam, formOf({ intent: "remove-macro", id: macro!.id }));
    const then = await readDeskQueue(sam, new URLSearchParams({ view: "macros" }), DESK);
    expect(then.view === "macros" && then.macros.rows.some((it) => it.id === macro!.id)).toBe(false);
  });
});

test("counts kept and missed promises, and ratings", async () => {
  const before = await countDeskFigures(sam, now());
  const id = await opened(mei);
  await act(sam, id, {
    intent: "answer",
    seenId: await lastOf(id),
    body: "Done.",
    after: "resolved",
    clientKey: "fig-1",
  });
  await rateTicket(mei, { ticketId: id, rating: 4 });
  const then = await countDeskFigures(sam, after(now(), HOUR));
  expect(then.firstAnswer.kept).toBe(before.firstAnswer.kept + 1);
  expect(then.solution.kept).toBe(before.solution.kept + 1);
  expect(then.rating.count).toBe(before.rating.count + 1);
  expect(then.byPriority.map((it) => it.priority)).toEqual(["urgent", "high", "normal", "low"]);
  expect(await readDeskFigures(ada, after(now(), HOUR))).toEqual(then);
  for (const read of [countDeskFigures, readDeskFigures])
    await expect(read(amara, now())).rejects.toMatchObject({ kind: "refused" });
});
