import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { orderIn } from "#boot/testing/make-order.ts";
import { signed, startMailDns } from "#boot/testing/mail-dns-double.ts";
import { type SmtpDouble, startSmtpDouble } from "#boot/testing/smtp-double.ts";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { seedAccounts } from "#db/seed/seed-accounts.ts";
import { MINUTE, after } from "#app/platform/rules/core/time.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { drainJobs } from "#app/platform/server/core/jobs.ts";
import { askQuery } from "#app/features/messages/server/ask-query.ts";
import { postMessage } from "#app/features/messages/server/post-message.ts";
import { readThread } from "#app/features/messages/server/read-thread.ts";
import { mailUnread } from "#app/features/notifications/server/mail-unread.ts";
import { answerTicket } from "#app/features/support/server/tickets/answer-ticket.ts";
import { mergeTickets } from "#app/features/support/server/tickets/merge-tickets.ts";
import { noteOnTicket } from "#app/features/support/server/tickets/note-on-ticket.ts";
import { openTicket } from "#app/features/support/server/tickets/open-ticket.ts";
import { receiveInbound } from "./receive-inbound.ts";

const PASSWORD = "a-long-enough-secret";
const amara = personOf("amara");
const jonas = personOf("jonas");
const sam = personOf("sam");

let world: TestWorld;
let smtp: SmtpDouble;
beforeAll(async () => {
  smtp = await startSmtpDouble();
  world = await openWorld({
    SMTP_URL: smtp.url,
    INBOUND_EMAIL_DOMAIN: "reply.example.test",
    INBOUND_EMAIL_SECRET: PASSWORD,
  });
  await seedAccounts(world.db, NOON);
  startMailDns();
});
afterAll(async () => {
  await world.close();
  await smtp.stop();
});
beforeEach(() => setClock(NOON));

const inbox = (address: string) => smtp.mails.filter((m) => m.to.includes(address));
/** A header of a raw email, unfolded. */
const header = (raw: string, name: string): string =>
  new RegExp(`^${name}: (.*(?:\\r?\\n[ \\t].*)*)`, "im").exec(raw)?.[1]?.replaceAll(/\s+/g, " ") ?? "";
const plain = (raw: string): string =>
  raw.replaceAll(/=\r?\n/g, "").replaceAll(/(?:=[0-9A-F]{2})+/g, (it) => decodeURIComponent(it.replaceAll("=", "%")));
const last = (address: string): string => inbox(address).at(-1)!.raw;

async function reply(raw: string, body: string, id: string = crypto.randomUUID()) {
  const text = `From: <${header(raw, "To").replaceAll(/[<>]/g, "")}>\r\nTo: ${header(raw, "Reply-To")}\r\nSubject: Re: x\r\nMessage-ID: <${id}@mail.example>\r\nIn-Reply-To: ${header(raw, "Message-ID")}\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n${body}\r\n`;
  const response = await receiveInbound(
    new Request("http://localhost/api/webhooks/inbound-email", {
      method: "POST",
      headers: { "content-type": "message/rfc822", authorization: `Basic ${btoa(`stet:${PASSWORD}`)}` },
      body: await signed(text),
    }),
  );
  return ((await response.json()) as { outcome: string }).outcome;
}
const ticketOf = async (subject: string): Promise<string> =>
  (await openTicket(amara, { subject, category: "payment", body: "May our PO number be on the invoice?" })).id;
const saidOn = async (ticketId: string) =>
  (
    await world.db
      .selectFrom("ticket_messages")
      .select("body")
      .where("ticketId", "=", ticketId)
      .where("kind", "=", "message")
      .orderBy("id")
      .execute()
  ).map((it) => it.body);

describe("the emails of one ticket", () => {
  test("carry the answer in both versions, escaped, and no internal note", async () => {
    const ticketId = await ticketOf("PO number");
    await noteOnTicket(sam, { ticketId, body: "They always ask for this." });
    await answerTicket(sam, { ticketId, body: "Yes: open <b>Payments</b>.\n\n$& costs nothing." });
    await drainJobs();
    const raw = plain(last(amara.email));
    expect(raw).toContain("> Yes: open <b>Payments</b>.");
    expect(raw).toContain("> $& costs nothing.");
    expect(raw).toContain("Yes: open &lt;b&gt;Payments&lt;/b&gt;.");
    expect(raw).not.toContain("They always ask");
    expect(raw).toContain("You can also reply to this email");
  });

  test("form one conversation with each other and with the replies, whatever a provider does to Message-IDs", async () => {
    const ticketId = await ticketOf("Threads");
    await answerTicket(sam, { ticketId, body: "First." });
    await drainJobs();
    const first = last(amara.email);
    expect(await reply(first, "Thank you. And the second?", "from-amara")).toBe("posted");
    await answerTicket(sam, { ticketId, body: "Second." });
    await drainJobs();
    const second = last(amara.email);
    const root = header(first, "References");
    expect(root).toBe(`<${ticketId}.thread@localhost>`);
    expect(header(first, "In-Reply-To")).toBe(root);
    expect(header(second, "References")).toBe(`${root} ${header(first, "Message-ID")} <from-amara@mail.example>`);
    expect(header(second, "In-Reply-To")).toBe("<from-amara@mail.example>");
    const other = await ticketOf("Another");
    await answerTicket(sam, { ticketId: other, body: "Third." });
    await drainJobs();
    expect(header(last(amara.email), "References")).toBe(`<${other}.thread@localhost>`);
  });

  test("a reply to a ticket that was merged lands where it went", async () => {
    const [first, second, third] = [await ticketOf("One"), await ticketOf("Two"), await ticketOf("Three")];
    await answerTicket(sam, { ticketId: first, body: "Which PO number?" });
    await drainJobs();
    const email = last(amara.email);
    await mergeTickets(sam, { fromId: first, intoId: second });
    await mergeTickets(sam, { fromId: second, intoId: third });
    expect(await reply(email, "The PO number is PO-4711.")).toBe("posted");
    expect(await saidOn(third)).toContain("The PO number is PO-4711.");
    await answerTicket(sam, { ticketId: third, body: "It's on the invoice now." });
    await drainJobs();
    expect(header(last(amara.email), "References")).toContain(`<${third}.thread@localhost>`);
  });
});

describe("the emails of an order", () => {
  test("a reply to the editor's question answers it and lifts the hold", async () => {
    const { id } = await orderIn("in_progress");
    await askQuery(jonas, { orderId: id, body: "Is Table 2 right, or the text?", blocking: true });
    await drainJobs();
    const question = last(amara.email);
    expect(plain(question)).toContain("> Is Table 2 right, or the text?");
    expect(await reply(question, "Table 2 is.")).toBe("posted");
    const { status } = await world.db
      .selectFrom("orders")
      .select("status")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    expect(status).toBe("in_progress");
    await drainJobs();
    expect(plain(inbox(jonas.email).find((it) => it.subject.includes("was answered"))!.raw)).toContain("> Table 2 is.");
    // Answered again, it's a message.
    expect(await reply(question, "And the text is wrong.")).toBe("posted");
    expect((await readThread(jonas, id)).items.map((it) => it.body)).toContain("And the text is wrong.");
  });

  test("unread messages come with their text, and a long one is cut with a link to the rest", async () => {
    const { id } = await orderIn("in_progress");
    const long = `Dear Amara. ${"This is a sentence of several words. ".repeat(120)}The end.`;
    await postMessage(jonas, { orderId: id, body: long });
    await drainJobs();
    setClock(after(NOON, 11 * MINUTE));
    await mailUnread(after(NOON, 11 * MINUTE));
    await drainJobs();
    const raw = plain(last(amara.email));
    expect(raw).toContain("> Dear Amara. This is a sentence");
    expect(raw).not.toContain("The end.");
    expect(raw).toContain("Read the rest:");
    expect(raw).toContain(`/order/${id}`);
  });
});
