import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { orderIn } from "#boot/testing/make-order.ts";
import { signed, startMailDns } from "#boot/testing/mail-dns-double.ts";
import { type SmtpDouble, startSmtpDouble } from "#boot/testing/smtp-double.ts";
import { SNS_TOPIC, snsMessage, snsServers } from "#boot/testing/sns-double.ts";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { seedAccounts } from "#db/seed/seed-accounts.ts";
import { NOBODY } from "#app/platform/rules/core/actor.ts";
import { Problem } from "#app/platform/rules/core/errors.ts";
import { DAY, HOUR, after } from "#app/platform/rules/core/time.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { transact } from "#app/platform/server/core/command.ts";
import { drainJobs } from "#app/platform/server/core/jobs.ts";
import { findSuppression } from "#app/platform/server/mail/mail-events.ts";
import { post } from "#app/platform/server/mail/mail.ts";
import { readThread } from "#app/features/messages/server/read-thread.ts";
import { answerTicket } from "#app/features/support/server/tickets/answer-ticket.ts";
import { createTicket } from "#app/features/support/server/tickets/create-ticket.ts";
import { readEmailHealth } from "./read-email-health.ts";
import { receiveInbound } from "./receive-inbound.ts";
import { receivePostmark } from "./receive-postmark.ts";
import { receiveSes } from "./receive-ses.ts";
import { removeSuppression } from "./remove-suppression.ts";
import { resumeOwnEmails } from "#app/features/accounts/server/settings/resume-own-emails.ts";
import { useSns } from "./sns-signature.ts";

const PASSWORD = "a-long-enough-secret";
const DOMAIN = "reply.example.test";
const amara = personOf("amara");
const sam = personOf("sam");
const ada = personOf("ada");

let world: TestWorld;
let smtp: SmtpDouble;
let url: string;
const asked: string[] = [];
/** The webhooks on their own port, as for a provider. */
const HOOKS: Record<string, (request: Request) => Promise<Response>> = {
  "/ses": receiveSes,
  "/postmark": receivePostmark,
  "/inbound": receiveInbound,
};
const answer = async (request: Request): Promise<Response> => {
  try {
    return await HOOKS[new URL(request.url).pathname]!(request);
  } catch (error) {
    if (error instanceof Problem) return Response.json({ error: error.toJSON() }, { status: error.status });
    throw error;
  }
};
const server = createServer(getRequestListener(answer, { overrideGlobalObjects: false }));

beforeAll(async () => {
  smtp = await startSmtpDouble();
  world = await openWorld({
    SMTP_URL: smtp.url,
    SES_TOPIC_ARNS: SNS_TOPIC,
    POSTMARK_WEBHOOK_SECRET: PASSWORD,
    INBOUND_EMAIL_DOMAIN: DOMAIN,
    INBOUND_EMAIL_SECRET: PASSWORD,
    MAIL_RETURN_PATH: `bounces@${DOMAIN}`,
  });
  await seedAccounts(world.db, NOON);
  useSns(snsServers(asked));
  startMailDns();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.close();
  await world.close();
  await smtp.stop();
});
beforeEach(() => setClock(NOON));

let n = 0;
/** An email to an address, sent. */
async function sent(to: string): Promise<string> {
  const key = `health-${++n}`;
  await transact(NOBODY, ({ tx }) =>
    post(tx, { key, to, subject: "Hello", html: "<p>Hello</p>", text: "Hello", kind: "test" }),
  );
  await drainJobs();
  return (await world.db.selectFrom("mail").select("id").where("key", "=", key).executeTakeFirstOrThrow()).id;
}
const statusOf = async (id: string) =>
  (await world.db.selectFrom("mail").select("status").where("id", "=", id).executeTakeFirstOrThrow()).status;
const auth = (password = PASSWORD) => ({ authorization: `Basic ${btoa(`stet:${password}`)}` });
const call = (path: string, body: unknown, headers: Record<string, string> = auth()) =>
  fetch(`${url}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
const inbox = (address: string) => smtp.mails.filter((m) => m.to.includes(address));

describe("refusals at sending", () => {
  test("an unknown mailbox is suppressed: later emails aren't sent, and the attempt isn't repeated", async () => {
    smtp.refuse("gone@example.org", 550, "5.1.1 No such user");
    expect(await statusOf(await sent("Gone@example.org".toLowerCase()))).toBe("bounced");
    expect(await findSuppression("GONE@example.org")).toMatchObject({ reason: "bounce" });
    const later = await sent("gone@example.org");
    expect(await statusOf(later)).toBe("suppressed");
    expect(await world.db.selectFrom("mail").select("attempts").where("id", "=", later).executeTakeFirst()).toEqual({
      attempts: 1,
    });
  });
  test("a full mailbox bounces, but stays on our list", async () => {
    smtp.refuse("full@example.org", 552, "5.2.2 Mailbox full");
    expect(await statusOf(await sent("full@example.org"))).toBe("bounced");
    expect(await findSuppression("full@example.org")).toBeNull();
  });
  test("a refusal because of us says nothing about the address", async () => {
    smtp.refuse("strict@example.org", 550, "5.7.1 Your network is blocked");
    expect(await statusOf(await sent("strict@example.org"))).toBe("failed");
    expect(await findSuppression("strict@example.org")).toBeNull();
  });
});

describe("Amazon SES", () => {
  const bounceOf = (address: string, providerId = "") => ({
    notificationType: "Bounce",
    mail: { messageId: providerId },
    bounce: {
      bounceType: "Permanent",
      bounceSubType: "General",
      timestamp: NOON.toISOString(),
      bouncedRecipients: [{ emailAddress: address, diagnosticCode: "smtp; 550 5.1.1 user unknown" }],
    },
  });

  test("a signed bounce marks the email by the provider's id and suppresses the address, once", async () => {
    const providerId = "0102019a8b7c6d5e-1b2c3d4e-5f60-4718-92a3-b4c5d6e7f809-000000";
    smtp.answerWith(`Ok ${providerId}`);
    const id = await sent("ses@example.org");
    smtp.answerWith("OK: message queued");
    expect(await statusOf(id)).toBe("sent");
    const message = snsMessage(bounceOf("ses@example.org", providerId));
    const answers = await Promise.all([call("/ses", message), call("/ses", message)]);
    expect(answers.map((it) => it.status)).toEqual([200, 200]);
    expect(await statusOf(id)).toBe("bounced");
    expect(await findSuppression("ses@example.org")).toMatchObject({ detail: "smtp; 550 5.1.1 user unknown" });
    const events = await world.db
      .selectFrom("mail_events")
      .select("id")
      .where("address", "=", "ses@example.org")
      .execute();
    expect(events).toHaveLength(1);
  });

  test.each<[string, (it: Record<string, string>) => Record<string, string>]>([
    ["changed after signing", (it) => ({ ...it, Message: it["Message"]!.replace("Bounce", "Bounce ") })],
    ["with another's certificate address", (it) => ({ ...it, SigningCertURL: "https://sns.evil.example/x.pem" })],
    ["for a topic that isn't ours", () => snsMessage(bounceOf("a@example.org"), { TopicArn: `${SNS_TOPIC}-2` })],
    ["without a signature", ({ Signature: _gone, ...it }) => it],
  ])("refuses a message %s", async (_what, change) => {
    const before = asked.length;
    const answer = await call("/ses", change(snsMessage(bounceOf("victim@example.org"))));
    expect(answer.status).toBe(422);
    expect(await findSuppression("victim@example.org")).toBeNull();
    expect(asked.slice(before).filter((it) => !it.startsWith("https://sns.eu-west-1.amazonaws.com/"))).toEqual([]);
  });

  test("the topic's question is answered, at Amazon's address alone", async () => {
    const question = {
      Type: "SubscriptionConfirmation",
      Token: "abc",
      SubscribeURL: "https://sns.eu-west-1.amazonaws.com/?x",
    };
    expect((await call("/ses", snsMessage("You have chosen", { ...question, SignatureVersion: "1" }))).status).toBe(
      200,
    );
    expect(asked).toContain("https://sns.eu-west-1.amazonaws.com/?x");
    const elsewhere = snsMessage("x", { ...question, SubscribeURL: "http://169.254.169.254/" });
    expect((await call("/ses", elsewhere)).status).toBe(422);
    expect(asked).not.toContain("http://169.254.169.254/");
  });
});

describe("Postmark", () => {
  test("a spam complaint marks the email by our id; without the password nothing happens", async () => {
    const id = await sent("pm@example.org");
    const record = {
      RecordType: "SpamComplaint",
      Type: "SpamComplaint",
      ID: 42,
      Email: "pm@example.org",
      Inactive: true,
      BouncedAt: NOON.toISOString(),
      Metadata: { "Mail-ID": id },
    };
    expect((await call("/postmark", record, auth("not-the-password-at-all"))).status).toBe(401);
    expect((await call("/postmark", record, {})).status).toBe(401);
    expect(await statusOf(id)).toBe("sent");
    expect((await call("/postmark", record)).status).toBe(200);
    expect(await statusOf(id)).toBe("complained");
    expect(inbox("pm@example.org")[0]!.raw).toMatch(new RegExp(`^X-PM-Metadata-mail-id: ${id}`, "im"));
  });
});

describe("the suppression list", () => {
  test("the person is told in the product, and turns emails on again", async () => {
    smtp.refuse(amara.email, 550, "5.1.1 No such user");
    await sent(amara.email);
    await drainJobs();
    const told = await world.db
      .selectFrom("notifications")
      .select("kind")
      .where("userId", "=", amara.uid)
      .where("kind", "=", "account.emails_stopped")
      .execute();
    expect(told).toHaveLength(1);
    smtp.accept(amara.email);
    expect(await resumeOwnEmails(amara, {})).toEqual({ to: amara.email });
    await drainJobs();
    expect(inbox(amara.email).at(-1)!.subject).toContain("on again");
    expect(await findSuppression(amara.email)).toBeNull();
  });

  test("staff remove an entry with a reason, others can't, and an old report doesn't restore it", async () => {
    smtp.refuse("back@example.org", 550, "5.1.1 No such user");
    await sent("back@example.org");
    const { id } = (await findSuppression("back@example.org"))!;
    await expect(removeSuppression(amara, { id, reason: "Mine" })).rejects.toMatchObject({ kind: "refused" });
    await expect(removeSuppression(sam, { id, reason: " " })).rejects.toMatchObject({ kind: "invalid" });
    setClock(after(NOON, HOUR));
    const both = await Promise.allSettled([
      removeSuppression(sam, { id, reason: "They fixed it." }),
      removeSuppression(ada, { id, reason: "They fixed it." }),
    ]);
    expect(both.map((it) => it.status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(await findSuppression("back@example.org")).toBeNull();
    const old = {
      RecordType: "Bounce",
      Type: "HardBounce",
      ID: 77,
      Email: "back@example.org",
      BouncedAt: NOON.toISOString(),
    };
    await call("/postmark", old);
    expect(await findSuppression("back@example.org")).toBeNull();
    await call("/postmark", { ...old, ID: 78, BouncedAt: after(NOON, 2 * HOUR).toISOString() });
    expect(await findSuppression("back@example.org")).not.toBeNull();
  });

  test("nobody can turn on emails that aren't stopped, or more than twice a day", async () => {
    const mei = personOf("mei");
    await expect(resumeOwnEmails(mei, {})).rejects.toMatchObject({ kind: "conflict" });
    await expect(resumeOwnEmails(NOBODY, {})).rejects.toMatchObject({ kind: "refused" });
    for (let day = 1; day <= 3; day++) {
      const report = {
        RecordType: "Bounce",
        Type: "HardBounce",
        ID: 100 + day,
        Email: mei.email,
        BouncedAt: after(NOON, day * HOUR).toISOString(),
      };
      setClock(after(NOON, day * HOUR));
      await call("/postmark", report);
      const asking = resumeOwnEmails(mei, {});
      if (day === 3) await expect(asking).rejects.toMatchObject({ kind: "too-many" });
      else expect(await asking).toEqual({ to: mei.email });
    }
    expect(await findSuppression(mei.email), "a refused try changes nothing").not.toBeNull();
  });
});

describe("replies by email", () => {
  const post2 = async (raw: string, password = PASSWORD) =>
    fetch(`${url}/inbound`, {
      method: "POST",
      headers: { "content-type": "message/rfc822", ...auth(password) },
      body: await signed(raw),
    });
  const viaPostmark = async (raw: string, to: string) =>
    call("/inbound", { RawEmail: await signed(raw), OriginalRecipient: to });
  type Parts = { from: string; to: string; body: string; headers?: string; id?: string };
  const email = ({ from, to, body, headers = "", id = crypto.randomUUID() }: Parts): string =>
    `From: <${from}>\r\nTo: ${to}\r\nSubject: Re: Unread message\r\nMessage-ID: <${id}@example.org>\r\n${headers}Content-Type: text/plain; charset=utf-8\r\n\r\n${body}\r\n`;
  const outcome = async (response: Promise<Response>) =>
    ((await (await response).json()) as { outcome?: string }).outcome;

  /** The reply address of an email about an order. */
  async function addressFor(orderId: string, uid: string): Promise<string> {
    const key = `reply-${++n}`;
    const to = `${uid}@example.org`;
    await transact(NOBODY, ({ tx }) =>
      post(tx, { key, to, subject: "Unread", html: "", text: "Unread", kind: "test", replies: { orderId, uid } }),
    );
    await drainJobs();
    return /^Reply-To: (?:<)?([^>\r\n]+)/im.exec(inbox(to).at(-1)!.raw)![1]!;
  }
  const said = async (orderId: string) => (await readThread(ada, orderId)).items.map((it) => it.body);

  test("a reply joins the order's thread once, without the quoted text", async () => {
    const { id } = await orderIn("in_progress");
    const to = await addressFor(id, amara.uid);
    expect(to).toMatch(/^reply\+[a-z0-9]{25,40}@reply\.example\.test$/);
    expect(await addressFor(id, amara.uid), "one address per thread and person").toBe(to);
    const raw = email({
      from: amara.email,
      to,
      body: "Table 2 is right.\r\n\r\nOn Sat, Nov 21, 2026 at 12:00 PM Stet <x@y.z> wrote:\r\n> Dear Amara",
    });
    const answers = await Promise.all([post2(raw), post2(raw), viaPostmark(raw, to)]);
    expect(answers.map((it) => it.status)).toEqual([200, 200, 200]);
    expect(await said(id)).toEqual(["Table 2 is right."]);
  });

  test("a message from another address gets a polite answer, and doesn't join the thread", async () => {
    const { id } = await orderIn("in_progress");
    const to = await addressFor(id, amara.uid);
    expect(await outcome(post2(email({ from: "mallory@example.org", to, body: "Let me in." })))).toBe("refused");
    await drainJobs();
    expect(await said(id)).toEqual([]);
    const [answer] = inbox("mallory@example.org");
    expect(answer!.raw).toContain("belong to this conversation");
    expect(answer!.raw).not.toContain(amara.email);
  });

  test("no loops: automatic emails, our own, and unknown addresses get no answer", async () => {
    const { id } = await orderIn("in_progress");
    const to = await addressFor(id, amara.uid);
    const before = smtp.mails.length;
    const away = email({ from: amara.email, to, body: "I'm away.", headers: "Auto-Submitted: auto-replied\r\n" });
    expect(await outcome(post2(away))).toBe("ignored");
    expect(await outcome(post2(email({ from: `bounces@${DOMAIN}`, to, body: "Hello" })))).toBe("ignored");
    expect(
      await outcome(post2(email({ from: "x@example.org", to: `reply+${"0".repeat(30)}@${DOMAIN}`, body: "Hi" }))),
    ).toBe("ignored");
    await drainJobs();
    expect(smtp.mails.length).toBe(before);
    expect(await said(id)).toEqual([]);
  });

  test("files are added, except a program, and the sender is told", async () => {
    const { id } = await orderIn("in_progress");
    const to = await addressFor(id, amara.uid);
    const part = (name: string, bytes: string) =>
      `--B\r\nContent-Type: application/octet-stream; name="${name}"\r\nContent-Disposition: attachment; filename="${name}"\r\nContent-Transfer-Encoding: base64\r\n\r\n${btoa(bytes)}\r\n`;
    const raw = `From: ${amara.email}\r\nTo: ${to}\r\nMessage-ID: <files@example.org>\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=B\r\n\r\n--B\r\nContent-Type: text/plain\r\n\r\nSee the files.\r\n${part("notes.txt", "Table 2 is right.")}${part("setup.exe", "MZ program")}--B--\r\n`;
    expect(await outcome(post2(raw))).toBe("posted");
    await drainJobs();
    const [item] = (await readThread(ada, id)).items;
    expect(item).toMatchObject({ body: "See the files.", attachments: [{ name: "notes.txt" }] });
    expect(inbox(amara.email).at(-1)!.subject).toContain("files weren't added");
  });

  test("a message that the thread refuses is answered with the reason", async () => {
    const { id } = await orderIn("in_progress");
    const to = await addressFor(id, amara.uid);
    expect(await outcome(post2(email({ from: amara.email, to, body: "> only a quotation" })))).toBe("refused");
    expect(await outcome(post2(email({ from: amara.email, to, body: "word ".repeat(1_500) })))).toBe("refused");
    await drainJobs();
    expect(inbox(amara.email).some((it) => it.raw.includes("5,000 characters"))).toBe(true);
    // Someone who no longer has access to the order: the same rules as on the page.
    const other = await addressFor(id, "usr_priya");
    expect(await outcome(post2(email({ from: personOf("priya").email, to: other, body: "Hello" })))).toBe("refused");
    expect(await said(id)).toEqual([]);
  });

  test("a visitor's reply to our answer joins their ticket", async () => {
    const ticket = await transact(NOBODY, (ctx) =>
      createTicket(
        ctx,
        {
          ownerRole: "visitor",
          visitorName: "Ingrid",
          visitorEmail: "ingrid@example.org",
          channel: "contact",
          category: "other",
          priority: "normal",
          subject: "Chapters",
        },
        { body: "May I order chapters?", by: null },
      ),
    );
    await answerTicket(sam, { ticketId: ticket.id, body: "You may." });
    await drainJobs();
    const to = /^Reply-To: (?:<)?([^>\r\n]+)/im.exec(inbox("ingrid@example.org").at(-1)!.raw)![1]!;
    expect(await outcome(post2(email({ from: "Ingrid@Example.org", to, body: "Thank you!" })))).toBe("posted");
    const bodies = await world.db
      .selectFrom("ticket_messages")
      .select("body")
      .where("ticketId", "=", ticket.id)
      .where("kind", "=", "message")
      .orderBy("createdAt")
      .orderBy("id")
      .execute();
    expect(bodies.map((it) => it.body)).toContain("Thank you!");
  });

  test("a delivery report marks the email it's about; one for another address doesn't", async () => {
    const id = await sent("report@example.org");
    expect(inbox("report@example.org")[0]!.from).toBe(`bounces@${DOMAIN}`);
    const report = (address: string) =>
      `From: mailer-daemon@mx.example.org\r\nReturn-Path: <>\r\nTo: bounces@${DOMAIN}\r\nMessage-ID: <dsn-${address}>\r\nContent-Type: multipart/report; report-type=delivery-status; boundary=B\r\n\r\n--B\r\nContent-Type: text/plain\r\n\r\nSorry.\r\n--B\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx\r\n\r\nFinal-Recipient: rfc822; ${address}\r\nAction: failed\r\nStatus: 5.1.1\r\n\r\n--B\r\nContent-Type: text/rfc822-headers\r\n\r\nMessage-ID: <${id}@localhost>\r\n--B--\r\n`;
    expect(await outcome(post2(report("other@example.org")))).toBe("ignored");
    expect(await statusOf(id)).toBe("sent");
    expect(await outcome(post2(report("report@example.org")))).toBe("report");
    expect(await statusOf(id)).toBe("bounced");
  });

  test("an email made to take hours is answered once, and isn't sent again and again", async () => {
    const { id } = await orderIn("in_progress");
    const to = await addressFor(id, amara.uid);
    const raw = (headers: string, body: string) =>
      `From: <${amara.email}>\r\nTo: ${to}\r\nMessage-ID: <${crypto.randomUUID()}@example.org>\r\n${headers}\r\n${body}\r\n`;
    const html = "Content-Type: text/html; charset=utf-8\r\n";
    // Each used to occupy the process for minutes, end it, or be answered with an error.
    for (const one of [
      raw("", `${"word ".repeat(1_001)}\r\nOn ${" ".repeat(190_000)}x`),
      raw(html, `${"<div>".repeat(30_000)}`),
    ])
      expect(await outcome(post2(one))).toBe("refused");
    expect(await outcome(post2(raw("", "\r\n".repeat(10_000_000)))), "more memory than a thread has").toBe("ignored");
    expect(await outcome(post2(raw(html, `${"<div>".repeat(100)}Thank you.`)))).toBe("posted");
    expect((await said(id)).at(-1)).toBe("Thank you.");
  });

  test("without the password, without raw content, or with something that isn't an email, it's refused", async () => {
    expect((await post2("Subject: x\r\n\r\nHi", "not-the-password-at-all")).status).toBe(401);
    expect((await call("/inbound", { TextBody: "Hi" })).status).toBe(422);
  });
});

describe("the overview", () => {
  test("counts by day, lists addresses and failures, for admins alone", async () => {
    const health = await readEmailHealth(ada, after(NOON, DAY));
    expect(health.days.reduce((sum, day) => sum + day.bounces, 0)).toBeGreaterThan(3);
    expect(health.days.reduce((sum, day) => sum + day.complaints, 0)).toBe(1);
    expect(health.suppressed.map((it) => it.address)).toContain("gone@example.org");
    expect(health.failures.map((it) => it.to)).toContain("strict@example.org");
    await expect(readEmailHealth(sam, NOON)).rejects.toMatchObject({ kind: "refused" });
  });
});
