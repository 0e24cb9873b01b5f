import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { CAST, personOf } from "#db/seed/cast.ts";
import { seedAccounts } from "#db/seed/seed-accounts.ts";
import { storeAttachment } from "#app/features/messages/server/attachments.ts";
import { type Actor, NOBODY } from "#app/platform/rules/core/actor.ts";
import { DAY, HOUR, after } from "#app/platform/rules/core/time.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { transact } from "#app/platform/server/core/command.ts";
import { drainJobs } from "#app/platform/server/core/jobs.ts";
import { answerContact } from "../contact/answer-contact.ts";
import { answerTicket } from "../tickets/answer-ticket.ts";
import { createTicket } from "../tickets/create-ticket.ts";
import { findTicket } from "../tickets/find-ticket.ts";
import { mayReadTicket } from "../tickets/may-read-ticket.ts";
import { mergeTickets } from "../tickets/merge-tickets.ts";
import { receiveContactMessage } from "../contact/receive-contact-message.ts";
import { REPLY_DAYS, readReplyToken, replyToken } from "./reply-token.ts";
import { resolveTicket } from "../tickets/resolve-ticket.ts";
import { getTicket } from "../tickets/ticket-row.ts";
import { findVisitorTicket, replyByToken, submitReply, uploaderOfToken } from "./visitor-ticket.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld({ DEMO: "0" });
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
    "contact_messages",
    "mail",
    "notifications",
    "auth_rate_limit",
  ] as const)
    await world.db.deleteFrom(table).execute();
});

const sam = personOf("sam");
const ada = personOf("ada");
const amara = personOf("amara");
const WORDS = {
  name: "Ingrid Solheim",
  email: "ingrid@example.org",
  topic: "ordering",
  message: "May I order chapters one by one?",
};
const write = (actor: Actor = NOBODY, changed: Partial<typeof WORDS> = {}) =>
  receiveContactMessage(actor, { key: "page-1", ...WORDS, ...changed });
const letters = () =>
  world.db.selectFrom("mail").select(["to", "subject", "text", "html", "kind"]).orderBy("createdAt").execute();
const tokenIn = (text: string): string => /\/contact\/reply\/([\w.-]+)/.exec(text)![1]!;

describe("an answered contact message", () => {
  test("becomes a ticket with the message and the answer, and emails the answer", async () => {
    const id = await write();
    setClock(after(NOON, 3 * HOUR));
    const { ticketId, number } = await answerContact(sam, {
      id,
      body: "You may.\n\nThe same editor has them all.",
      clientKey: "a",
    });
    const seen = await findTicket(sam, ticketId);
    expect(seen).toMatchObject({
      channel: "contact",
      category: "order",
      status: "waiting",
      ownerUid: null,
      ownerRole: "visitor",
      ownerName: "Ingrid Solheim",
      ownerEmail: "ingrid@example.org",
      contactMessageId: id,
      createdAt: NOON,
      firstRespondedAt: after(NOON, 3 * HOUR),
    });
    expect(
      seen.items.filter((it) => it.kind === "message").map((it) => [it.authorRole, it.authorName, it.body, it.at]),
    ).toEqual([
      ["visitor", "Ingrid Solheim", WORDS.message, NOON],
      ["support", "Sam Okafor", "You may.\n\nThe same editor has them all.", after(NOON, 3 * HOUR)],
    ]);
    expect((await world.db.selectFrom("contact_messages").select("status").executeTakeFirstOrThrow()).status).toBe(
      "closed",
    );
    const [letter] = await letters();
    expect(letter).toMatchObject({
      to: "ingrid@example.org",
      kind: "ticket.answered",
      subject: expect.stringContaining("May I order chapters"),
    });
    expect(letter!.text).toContain("The same editor has them all.");
    expect(letter!.text).toContain(number);
    expect((await findVisitorTicket(tokenIn(letter!.text))).id).toBe(ticketId);
    const { data } = await world.db
      .selectFrom("facts")
      .select("data")
      .where("subjectId", "=", ticketId)
      .where("kind", "=", "ticket.answered")
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(data)).not.toMatch(/editor has them|ingrid/i);
  });

  test("is one ticket when answered twice or at once; the second answer goes to it", async () => {
    const id = await write();
    const [a, b] = await Promise.all([
      answerContact(sam, { id, body: "You may.", clientKey: "a" }),
      answerContact(ada, { id, body: "Yes, you may.", clientKey: "b" }),
    ]);
    expect(a.ticketId).toBe(b.ticketId);
    await answerContact(sam, { id, body: "You may.", clientKey: "a" });
    expect(await getTicket(a.ticketId)).toMatchObject({ messages: 3 });
    expect(await letters()).toHaveLength(2);
  });

  test("can be answered only by staff", async () => {
    const id = await write();
    for (const actor of [NOBODY, amara, personOf("jonas"), personOf("uma")])
      await expect(answerContact(actor, { id, body: "Yes." })).rejects.toMatchObject({ kind: "refused" });
    await expect(answerContact(sam, { id: "ctm_none", body: "Yes." })).rejects.toMatchObject({ kind: "not-found" });
    await expect(answerContact(sam, { id, body: " " })).rejects.toMatchObject({ kind: "invalid" });
    expect(await world.db.selectFrom("tickets").select("id").execute()).toEqual([]);
  });

  test("becomes the account holder's ticket, with a notification instead of an email", async () => {
    const written = await answerContact(sam, {
      id: await write(amara, { email: "somewhere.else@example.org" }),
      body: "Yes.",
    });
    const named = await answerContact(sam, { id: await write(NOBODY, { email: CAST.jonas.email }), body: "Yes." });
    expect(await getTicket(written.ticketId)).toMatchObject({
      ownerUid: CAST.amara.uid,
      ownerRole: "client",
      unreadByClient: true,
    });
    expect(await getTicket(named.ticketId)).toMatchObject({
      ownerUid: CAST.jonas.uid,
      ownerRole: "editor",
      unreadByEditor: true,
    });
    await drainJobs();
    const notices = await world.db
      .selectFrom("notifications")
      .select(["userId", "link"])
      .where("kind", "=", "ticket.answered")
      .orderBy("userId")
      .execute();
    expect(notices).toEqual([
      { userId: CAST.amara.uid, link: `/support/tickets/${written.ticketId}` },
      { userId: CAST.jonas.uid, link: `/editor/support/tickets/${named.ticketId}` },
    ]);
    for (const letter of await letters()) expect(letter.text).not.toContain("/contact/reply/");
    // Staff were notified of the messages, not again of the tickets made from them.
    expect(
      await world.db.selectFrom("notifications").select("id").where("kind", "=", "ticket.opened").execute(),
    ).toEqual([]);
    await expect(findVisitorTicket(replyToken(written.ticketId))).rejects.toMatchObject({ kind: "not-found" });
  });

  test("stays a visitor's for an unverified address or a staff address", async () => {
    for (const email of [CAST.uma.email, CAST.sam.email])
      expect(
        await getTicket((await answerContact(ada, { id: await write(NOBODY, { email }), body: "Yes." })).ticketId),
      ).toMatchObject({ ownerUid: null, ownerRole: "visitor" });
  });
});

describe("the link in the email", () => {
  const answered = async () => (await answerContact(sam, { id: await write(), body: "You may." })).ticketId;

  test("shows only the conversation and stores a reply once", async () => {
    const ticketId = await answered();
    const token = replyToken(ticketId);
    const seen = await findVisitorTicket(token);
    expect(seen).toMatchObject({
      mayWrite: true,
      mayRate: false,
      mayResolve: false,
      ownerEmail: null,
      contactMessageId: null,
    });
    expect(seen.items.map((it) => [it.own, it.body])).toEqual([
      [true, WORDS.message],
      [false, "You may."],
    ]);
    await Promise.all([
      replyByToken(NOBODY, { token, body: "Thank you.", clientKey: "r" }),
      replyByToken(NOBODY, { token, body: "Thank you.", clientKey: "r" }),
    ]);
    expect(await getTicket(ticketId)).toMatchObject({
      status: "open",
      unreadByAdmin: true,
      messages: 3,
      lastRole: "visitor",
    });
    // Even with someone signed in, the message is the visitor's.
    await replyByToken(personOf("mei"), { token, body: "And one more." });
    expect((await findTicket(sam, ticketId)).items.filter((it) => it.kind === "message").at(-1)).toMatchObject({
      authorRole: "visitor",
      authorName: "Ingrid Solheim",
    });
    // The next answer goes to the same address with a new link.
    await answerTicket(sam, { ticketId, body: "Certainly." });
    expect(await letters()).toHaveLength(2);
    await resolveTicket(sam, { ticketId });
    await replyByToken(NOBODY, { token, body: "Not quite." });
    expect((await getTicket(ticketId)).status).toBe("open");
  });

  test("works for ninety days and only unmodified", async () => {
    const ticketId = await answered();
    const other = await answerContact(sam, { id: await write(NOBODY, { email: "b@example.org" }), body: "Yes." });
    const token = replyToken(ticketId);
    expect(readReplyToken(token)).toEqual({ ticketId });
    const [id, until, proof] = token.split(".") as [string, string, string];
    for (const forged of [
      "",
      "x",
      `${other.ticketId}.${until}.${proof}`,
      `${id}.zzzzzzz.${proof}`,
      `${id}.${until}.`,
      `${id}.${until}`,
      `${token}.more`,
      token.slice(0, -1),
      "a".repeat(5_000),
    ])
      await expect(findVisitorTicket(forged), forged).rejects.toMatchObject({
        kind: "not-found",
        message: expect.stringContaining("incomplete or wrong"),
      });
    await expect(replyByToken(NOBODY, { token: `${id}.zzzzzzz.${proof}`, body: "Hello" })).rejects.toMatchObject({
      kind: "not-found",
    });
    setClock(after(NOON, REPLY_DAYS * DAY));
    expect((await findVisitorTicket(token)).id).toBe(ticketId);
    setClock(after(NOON, REPLY_DAYS * DAY + 1_000));
    await expect(findVisitorTicket(token)).rejects.toMatchObject({
      kind: "gone",
      advice: expect.stringContaining("contact form"),
    });
    await expect(replyByToken(NOBODY, { token, body: "Hello" })).rejects.toMatchObject({ kind: "gone" });
  });

  test("accepts twenty replies an hour", async () => {
    const token = replyToken(await answered());
    const request = new Request("http://localhost:3000/contact/reply/x", {
      headers: { "x-forwarded-for": "203.0.113.9" },
    });
    for (let n = 0; n < 20; n++) await submitReply(request, { token, body: `Word ${n}` });
    await expect(submitReply(request, { token, body: "One too many" })).rejects.toThrow(Error);
    await expect(submitReply(request, { token: "forged", body: "Hello" })).rejects.toMatchObject({ kind: "not-found" });
  });

  test("opens files of its own ticket only", async () => {
    const ticketId = await answered();
    const token = replyToken(ticketId);
    const file = await storeAttachment(await uploaderOfToken(token), {
      name: "plan.txt",
      bytes: new TextEncoder().encode("Chapters one to five."),
    });
    await replyByToken(NOBODY, { token, body: "See the plan.", attachmentIds: [file.id] });
    expect((await findVisitorTicket(token)).items.at(-1)!.attachments).toMatchObject([{ id: file.id }]);
    const at = (search: string) =>
      mayReadTicket(NOBODY, new Request(`http://localhost:3000/api/attachments/${file.id}${search}`), ticketId);
    const other = await answerContact(sam, { id: await write(NOBODY, { email: "b@example.org" }), body: "Yes." });
    expect(
      await Promise.all([
        at(`?token=${token}`),
        at(""),
        at("?token=forged"),
        at(`?token=${replyToken(other.ticketId)}`),
      ]),
    ).toEqual([true, false, false, false]);
  });

  test("follows a merge into the same person's ticket, never into someone else's", async () => {
    const first = await answered();
    const second = await answerContact(sam, {
      id: await write(NOBODY, { message: "And may the fifth follow in March?" }),
      body: "It may.",
    });
    await mergeTickets(sam, { fromId: first, intoId: second.ticketId });
    expect((await findVisitorTicket(replyToken(first))).id).toBe(second.ticketId);
    const stranger = await answerContact(sam, {
      id: await write(NOBODY, { email: "b@example.org", message: "Mine" }),
      body: "Yes.",
    });
    await mergeTickets(sam, { fromId: second.ticketId, intoId: stranger.ticketId, otherOwner: true });
    expect(JSON.stringify(await findVisitorTicket(replyToken(first)))).not.toContain("Mine");
    await expect(replyByToken(NOBODY, { token: replyToken(first), body: "Hello" })).rejects.toMatchObject({
      kind: "conflict",
    });
    // An answer to the first message goes to the merged ticket.
    await answerContact(sam, { id: (await findTicket(sam, second.ticketId)).contactMessageId!, body: "Once more." });
  });
});

test("doesn't email a chat answer right away, since the visitor may still be there", async () => {
  const ticket = await transact(NOBODY, (ctx) =>
    createTicket(
      ctx,
      {
        channel: "chat",
        ownerRole: "visitor",
        visitorEmail: "v@example.org",
        visitorKeyHash: "f".repeat(64),
        subject: "Hello",
        category: "other",
        priority: "normal",
      },
      { body: "Hello", by: null },
    ),
  );
  await answerTicket(sam, { ticketId: ticket.id, body: "Good morning." });
  expect(await letters()).toEqual([]);
});
