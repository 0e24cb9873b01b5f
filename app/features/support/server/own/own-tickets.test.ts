import { RouterContextProvider } from "react-router";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { actorContext } from "#app/context.ts";
import type { Actor, Person } from "#app/platform/rules/core/actor.ts";
import { NOBODY } from "#app/platform/rules/core/actor.ts";
import * as ownTicket from "../../screens/own-ticket.tsx";
import * as ownTickets from "../../screens/own-tickets.tsx";
import * as contactReply from "../../screens/contact-reply.tsx";
import { answerContact } from "../contact/answer-contact.ts";
import { answerTicket } from "../tickets/answer-ticket.ts";
import { assignTicket } from "../tickets/assign-ticket.ts";
import { noteOnTicket } from "../tickets/note-on-ticket.ts";
import { receiveContactMessage } from "../contact/receive-contact-message.ts";
import { replyToken } from "../chat/reply-token.ts";
import { resolveTicket } from "../tickets/resolve-ticket.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld({ DEMO: "0" });
});
afterAll(() => world.close());

const amara = personOf("amara");
const mei = personOf("mei");
const jonas = personOf("jonas");
const priya = personOf("priya");
const sam = personOf("sam");
const ada = personOf("ada");

type Screen = { loader: (args: never) => Promise<unknown>; action: (args: never) => Promise<unknown> };
// eslint-disable-next-line typescript/no-explicit-any -- a screen's loader or action result; each test reads its own part
type Given = any;
type Answered = { status: number; location: string | null; data: Given };

/** What the router makes of a loader or action result. */
async function answerOf(asked: Promise<unknown>): Promise<Answered> {
  const of = (it: Given): Answered => {
    if (it instanceof Response) return { status: it.status, location: it.headers.get("location"), data: null };
    if (it && typeof it === "object" && it.type === "DataWithResponseInit")
      return { status: it.init?.status ?? 200, location: null, data: it.data };
    return { status: 200, location: null, data: it };
  };
  try {
    return of(await asked);
  } catch (thrown) {
    if (thrown instanceof Error) throw thrown;
    return of(thrown);
  }
}

function argsFor(actor: Actor, path: string, params: Record<string, string>, fields?: Record<string, string>) {
  const context = new RouterContextProvider();
  context.set(actorContext, actor);
  const request = new Request(
    `http://localhost:3000${path}`,
    fields ? { method: "POST", body: new URLSearchParams(fields) } : {},
  );
  return { request, context, params, url: new URL(request.url) } as never;
}
const open = (screen: unknown, actor: Actor, path: string, params: Record<string, string> = {}) =>
  answerOf((screen as Screen).loader(argsFor(actor, path, params)));
const send = (
  screen: unknown,
  actor: Actor,
  path: string,
  fields: Record<string, string>,
  params: Record<string, string> = {},
) => answerOf((screen as Screen).action(argsFor(actor, path, params, fields)));

const WORDS = {
  intent: "open",
  subject: "The invoice names the wrong department",
  category: "payment",
  body: "It should say Department of Earth Sciences.",
  clientKey: "k1",
};
let keys = 0;
async function openTicketAs(person: Person, screen: unknown, path: string): Promise<string> {
  const { location } = await send(screen, person, path, { ...WORDS, clientKey: `own-${++keys}` });
  return location!.split("/").at(-1)!;
}

describe("a new ticket", () => {
  test("redirects to its page, also after a second click", async () => {
    const both = await Promise.all([
      send(ownTickets, amara, "/support?new", WORDS),
      send(ownTickets, amara, "/support?new", WORDS),
    ]);
    expect(both[0]).toMatchObject({ status: 302, location: expect.stringMatching(/^\/support\/tickets\/tkt_/) });
    expect(both[1]!.location).toBe(both[0]!.location);
    expect((await open(ownTickets, amara, "/support")).data.page.list.total).toBe(1);
    expect((await open(ownTickets, mei, "/support")).data.page.list.total).toBe(0);
  });

  test("returns what was typed and names what's missing", async () => {
    const { status, data } = await send(ownTickets, amara, "/support?new", {
      ...WORDS,
      subject: " ",
      category: "nonsense",
      clientKey: "k2",
    });
    expect(status).toBe(422);
    expect(data).toMatchObject({
      form: "open",
      typed: WORDS.body,
      fields: { subject: " ", category: "nonsense" },
      error: { fields: { subject: expect.any(String), category: expect.any(String) } },
    });
  });

  test("refuses someone else's order", async () => {
    const order = await world.db.selectFrom("orders").select("id").where("userId", "=", mei.uid).executeTakeFirst();
    const { status, data } = await send(ownTickets, amara, "/support?new", {
      ...WORDS,
      orderId: order?.id ?? "ord_00000000000000000000000000",
      clientKey: "k3",
    });
    expect(status).toBeGreaterThanOrEqual(400);
    expect(data.error.message).toBeTruthy();
    const form = await open(ownTickets, amara, `/support?new&order=${order?.id ?? "ord_none"}&category=kyc`);
    expect(form.data.page.fresh).toMatchObject({ as: "client", orderId: "", category: "" });
  });

  test("preselects what the URL names", async () => {
    expect((await open(ownTickets, amara, "/support?new&category=refunds")).data.page.fresh).toMatchObject({
      category: "refunds",
      answerBy: expect.any(String),
    });
    expect((await open(ownTickets, jonas, "/editor/support?new&category=kyc")).data.page.fresh).toMatchObject({
      as: "editor",
      category: "kyc",
    });
  });
});

test("staff can't open tickets: an admin sees an empty list linking to the desk", async () => {
  for (const path of ["/support", "/support?new"])
    expect((await open(ownTickets, ada, path)).data.page).toMatchObject({
      fresh: null,
      staff: true,
      list: { total: 0 },
    });
  expect((await send(ownTickets, ada, "/support?new", { ...WORDS, clientKey: "staff" })).status).toBe(403);
});

describe("a ticket's page", () => {
  test("shows its owner nothing internal", async () => {
    const id = await openTicketAs(amara, ownTickets, "/support?new");
    await assignTicket(sam, { ticketId: id, assigneeId: ada.uid });
    await noteOnTicket(sam, { ticketId: id, body: "A secret between colleagues" });
    await answerTicket(sam, { ticketId: id, body: "We have issued a new one." });
    const { data } = await open(ownTicket, amara, `/support/tickets/${id}`, { ticketId: id });
    expect(data.ticket).toMatchObject({ status: "waiting", unread: true });
    expect(data.ticket.items.map((item: { body: string }) => item.body)).toContain("We have issued a new one.");
    const said = JSON.stringify(data);
    expect(said).not.toMatch(
      /secret between|Lindqvist|assignee|priority|ownerEmail|contactMessageId|seenBy|resolutionLeftMs|flags/,
    );
    // The list hides it too.
    expect(JSON.stringify((await open(ownTickets, amara, "/support")).data)).not.toMatch(
      /secret between|assignee|priority|ownerEmail/,
    );
  });

  test("shows staff their own tickets as customers see them", async () => {
    const id = await openTicketAs(amara, ownTickets, "/support?new");
    await world.db.updateTable("tickets").set({ ownerUid: ada.uid }).where("id", "=", id).execute();
    await noteOnTicket(sam, { ticketId: id, body: "A secret between colleagues" });
    expect(JSON.stringify((await open(ownTicket, ada, `/support/tickets/${id}`, { ticketId: id })).data)).not.toMatch(
      /secret between|assignee|priority/,
    );
  });

  test("is not found for others; redirects an admin to the desk and an editor to the editor page", async () => {
    const id = await openTicketAs(amara, ownTickets, "/support?new");
    const own = await openTicketAs(jonas, ownTickets, "/editor/support?new");
    expect(await open(ownTicket, mei, `/support/tickets/${id}`, { ticketId: id })).toMatchObject({ status: 404 });
    expect(await open(ownTicket, jonas, `/editor/support/tickets/${id}`, { ticketId: id })).toMatchObject({
      status: 404,
    });
    expect(await open(ownTicket, NOBODY, `/support/tickets/${id}`, { ticketId: id })).toMatchObject({ status: 404 });
    expect(await open(ownTicket, mei, "/support/tickets/tkt_none", { ticketId: "tkt_none" })).toMatchObject({
      status: 404,
    });
    expect(await open(ownTicket, ada, `/support/tickets/${id}`, { ticketId: id })).toMatchObject({
      status: 302,
      location: `/admin/support/tickets/${id}`,
    });
    expect(await open(ownTicket, jonas, `/support/tickets/${own}`, { ticketId: own })).toMatchObject({
      status: 302,
      location: `/editor/support/tickets/${own}`,
    });
    for (const intent of ["message", "resolve", "rate", "read"])
      expect(
        (
          await send(
            ownTicket,
            mei,
            `/support/tickets/${id}`,
            { intent, body: "Mine now", rating: "1" },
            { ticketId: id },
          )
        ).status,
        intent,
      ).toBe(404);
  });

  test("is marked as read by the page's request, not by loading it", async () => {
    const id = await openTicketAs(amara, ownTickets, "/support?new");
    await answerTicket(sam, { ticketId: id, body: "Here it is." });
    const unread = async () =>
      (await open(ownTicket, amara, `/support/tickets/${id}`, { ticketId: id })).data.ticket.unread;
    expect([await unread(), await unread()]).toEqual([true, true]);
    expect((await send(ownTicket, amara, `/support/tickets/${id}`, { intent: "read" }, { ticketId: id })).status).toBe(
      200,
    );
    expect(await unread()).toBe(false);
  });

  test("can be resolved, rated, and reopened by a reply", async () => {
    const id = await openTicketAs(jonas, ownTickets, "/editor/support?new");
    const act = (fields: Record<string, string>) =>
      send(ownTicket, jonas, `/editor/support/tickets/${id}`, fields, { ticketId: id });
    const view = async () =>
      (await open(ownTicket, jonas, `/editor/support/tickets/${id}`, { ticketId: id })).data.ticket;
    expect((await act({ intent: "rate", rating: "5" })).status).toBeGreaterThanOrEqual(400);
    expect(await act({ intent: "resolve" })).toMatchObject({
      status: 200,
      data: { form: "resolve", done: expect.any(String) },
    });
    expect(await view()).toMatchObject({ status: "resolved", mayRate: true });
    expect(await act({ intent: "rate", rating: "9", comment: "Kind" })).toMatchObject({
      status: 422,
      data: { form: "rate", typed: "Kind" },
    });
    expect(await act({ intent: "rate", rating: "4", comment: "Kind" })).toMatchObject({ status: 200 });
    expect(await view()).toMatchObject({ rating: 4, ratingComment: "Kind" });
    expect(await act({ intent: "message", body: "It came back.", clientKey: "again" })).toMatchObject({ status: 200 });
    expect(await view()).toMatchObject({ status: "open" });
    expect(await act({ intent: "nonsense" })).toMatchObject({ status: 422 });
  });

  test("accepts thirty messages in ten minutes and returns the text it refuses", async () => {
    const id = await openTicketAs(priya, ownTickets, "/editor/support?new");
    const write = (n: number) =>
      send(
        ownTicket,
        priya,
        `/editor/support/tickets/${id}`,
        {
          intent: "message",
          body: `Message ${n}`,
          clientKey: `rate-${n}`,
        },
        { ticketId: id },
      );
    for (let n = 0; n < 30; n++) expect((await write(n)).status).toBe(200);
    expect((await write(29)).status).toBe(200);
    expect(await write(30)).toMatchObject({
      status: 429,
      data: {
        typed: "Message 30",
        error: { code: "too_many_messages", advice: expect.stringContaining("still here") },
      },
    });
  });

  test("keeps a refused message in the form", async () => {
    const id = await openTicketAs(amara, ownTickets, "/support?new");
    expect(
      await send(
        ownTicket,
        amara,
        `/support/tickets/${id}`,
        { intent: "message", body: "x".repeat(10_001) },
        { ticketId: id },
      ),
    ).toMatchObject({ status: 422, data: { form: "message", typed: "x".repeat(10_001) } });
    await resolveTicket(sam, { ticketId: id });
  });
});

describe("the page behind the link in an email", () => {
  const TEXT = "May I order chapters one by one?";
  async function answered(): Promise<{ token: string; id: string }> {
    const contactId = await receiveContactMessage(NOBODY, {
      key: `page-${++keys}`,
      name: "Ingrid Solheim",
      email: "ingrid@example.org",
      topic: "ordering",
      message: TEXT,
    });
    await answerContact(sam, { id: contactId, body: "Yes, you may." });
    const { id } = await world.db
      .selectFrom("tickets")
      .select("id")
      .where("contactMessageId", "=", contactId)
      .executeTakeFirstOrThrow();
    await noteOnTicket(sam, { ticketId: id, body: "A secret between colleagues" });
    return { token: replyToken(id), id };
  }
  const at = (token: string) => open(contactReply, NOBODY, `/contact/reply/${token}`, { token });
  const meta = (loaderData: unknown) =>
    JSON.stringify((contactReply.meta as (args: never) => unknown)({ loaderData, matches: [undefined] } as never));

  test("shows the conversation to anyone with the link and nothing internal", async () => {
    const { token } = await answered();
    for (const actor of [NOBODY, mei, personOf("uma")] as const) {
      const { status, data } = await open(contactReply, actor, `/contact/reply/${token}`, { token });
      expect(status).toBe(200);
      expect(data.ticket.items.map((item: { body: string }) => item.body)).toEqual(
        expect.arrayContaining([TEXT, "Yes, you may."]),
      );
      expect(JSON.stringify(data)).not.toMatch(/secret between|assignee|priority|ingrid@example|contactMessageId/);
      expect(meta(data)).not.toMatch(/Ingrid|chapters/);
      expect(meta(data)).toContain("noindex");
    }
    expect((contactReply.headers as () => Record<string, string>)()).toMatchObject({
      "referrer-policy": "same-origin",
      "x-robots-tag": expect.stringContaining("noindex"),
    });
  });

  test("accepts a reply, stores a resend once, and reaches the desk", async () => {
    const { token, id } = await answered();
    const words = { intent: "message", body: "Then I begin with the first.", clientKey: "v1" };
    for (let i = 0; i < 2; i++)
      expect(await send(contactReply, NOBODY, `/contact/reply/${token}`, words, { token })).toMatchObject({
        status: 200,
      });
    expect(
      (await at(token)).data.ticket.items.filter((item: { body: string }) => item.body === words.body),
    ).toMatchObject([{ own: true }]);
    expect(
      await world.db.selectFrom("tickets").select(["status", "unreadByAdmin"]).where("id", "=", id).executeTakeFirst(),
    ).toEqual({ status: "open", unreadByAdmin: true });
    expect(
      await send(contactReply, NOBODY, `/contact/reply/${token}`, { ...words, body: "  ", clientKey: "v2" }, { token }),
    ).toMatchObject({ status: 422, data: { error: { fields: { body: expect.any(String) } } } });
  });

  test("explains a wrong link, an expired link, and a ticket that belongs to an account", async () => {
    const { token, id } = await answered();
    const wrong = await at(`${token.slice(0, -2)}${token.endsWith("xy") ? "yx" : "xy"}`);
    expect(wrong).toMatchObject({
      status: 404,
      data: { ticket: null, problem: { message: expect.any(String), advice: expect.stringContaining("contact form") } },
    });
    expect(
      await send(contactReply, NOBODY, "/contact/reply/none", { intent: "message", body: "Hello" }, { token: "none" }),
    ).toMatchObject({ status: 404, data: { typed: "Hello" } });
    expect(await at(replyToken(id, new Date("2020-01-01T00:00:00Z")))).toMatchObject({
      status: 410,
      data: { ticket: null, problem: { kind: "gone" } },
    });
    const own = await openTicketAs(amara, ownTickets, "/support?new");
    expect(await at(replyToken(own))).toMatchObject({ status: 404 });
  });
});
