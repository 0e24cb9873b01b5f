import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type MailDnsDouble, signed, startMailDns } from "#boot/testing/mail-dns-double.ts";
import { orderIn } from "#boot/testing/make-order.ts";
import { type SmtpDouble, startSmtpDouble } from "#boot/testing/smtp-double.ts";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { seedAccounts } from "#db/seed/seed-accounts.ts";
import { DAY, after } from "#app/platform/rules/core/time.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { drainJobs } from "#app/platform/server/core/jobs.ts";
import { askQuery } from "#app/features/messages/server/ask-query.ts";
import { readThread } from "#app/features/messages/server/read-thread.ts";
import { answerTicket } from "#app/features/support/server/tickets/answer-ticket.ts";
import { openTicket } from "#app/features/support/server/tickets/open-ticket.ts";
import { confirmEmail, readHeldEmail } from "./confirm-email.ts";
import { dropInboundEmails } from "./drop-inbound-emails.ts";
import { receiveInbound } from "./receive-inbound.ts";

const PASSWORD = "a-long-enough-secret";
const SUPPORT = "support@stet.test";
const amara = personOf("amara");
const jonas = personOf("jonas");
const sam = personOf("sam");
const FROM = amara.email.split("@")[1]!;

let world: TestWorld;
let smtp: SmtpDouble;
let dns: MailDnsDouble;
beforeAll(async () => {
  smtp = await startSmtpDouble();
  world = await openWorld({
    SMTP_URL: smtp.url,
    INBOUND_EMAIL_DOMAIN: "reply.example.test",
    INBOUND_EMAIL_SECRET: PASSWORD,
    INBOUND_EMAIL_AUTHSERV_ID: "mx.stet.test",
    SUPPORT_EMAIL: SUPPORT,
  });
  await seedAccounts(world.db, NOON);
});
afterAll(async () => {
  await world.close();
  await smtp.stop();
});
beforeEach(async () => {
  setClock(NOON);
  dns = startMailDns();
  await world.db.deleteFrom("auth_rate_limit").execute();
});

const inbox = (address: string) => smtp.mails.filter((m) => m.to.includes(address));
const plain = (raw: string): string =>
  raw.replaceAll(/=\r?\n/g, "").replaceAll(/(?:=[0-9A-F]{2})+/g, (it) => decodeURIComponent(it.replaceAll("=", "%")));
type Parts = { from?: string; to?: string; body?: string; headers?: string; subject?: string };
const email = ({
  from = amara.email,
  to = SUPPORT,
  body = "Table 2 is right.",
  headers = "",
  subject,
}: Parts): string =>
  `From: <${from}>\r\nTo: ${to}\r\nSubject: ${subject ?? "Re: Unread"}\r\nMessage-ID: <${crypto.randomUUID()}@mail.example>\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n${body}\r\n`.replace(
    "Subject:",
    () => `${headers}Subject:`,
  );
async function arrives(raw: string, type = "message/rfc822"): Promise<string> {
  const response = await receiveInbound(
    new Request("http://localhost/api/webhooks/inbound-email", {
      method: "POST",
      headers: { "content-type": type, authorization: `Basic ${btoa(`stet:${PASSWORD}`)}` },
      body: raw,
    }),
  );
  await drainJobs();
  return ((await response.json()) as { outcome: string }).outcome;
}
/** An order in progress and the address for its author's replies. */
async function order() {
  const { id } = await orderIn("in_progress");
  await askQuery(jonas, { orderId: id, body: "Is Table 2 right?", blocking: true });
  await drainJobs();
  const to = /^Reply-To: (?:<)?([^>\r\n]+)/im.exec(inbox(amara.email).at(-1)!.raw)![1]!;
  return { id, to };
}
const said = async (orderId: string) =>
  (await readThread(jonas, orderId)).items.map((it) => it.body).filter((it) => it !== "Is Table 2 right?");
const linkFor = (address: string): string => /contact\/confirm\/([\w.-]+)/.exec(plain(inbox(address).at(-1)!.raw))![1]!;
const visit = () => new Request("http://localhost/contact/confirm/x", { method: "POST" });
const results = (text: string) => `Authentication-Results: mx.stet.test; ${text}\r\n`;

describe("a reply with the address of its conversation", () => {
  test.each<[string, (raw: string) => string | Promise<string>]>([
    ["without any proof", (raw) => raw],
    ["with failed SPF, DKIM, and DMARC", (raw) => `Authentication-Results: spf=fail dkim=fail dmarc=fail\r\n${raw}`],
    ["that the receiving server failed", (raw) => results(`dmarc=fail header.from=${FROM}`) + raw],
    [
      "with the results of a server that isn't ours",
      (raw) => `Authentication-Results: mx.evil.test; dmarc=pass header.from=${FROM}\r\n${raw}`,
    ],
    [
      "with forged results below ours",
      (raw) => results("dmarc=none") + results(`dmarc=pass header.from=${FROM}`) + raw,
    ],
    ["with a pass of SPF for another domain", (raw) => results("spf=pass smtp.mailfrom=x@evil.test") + raw],
    ["signed by another domain", (raw) => signed(raw, "evil.test")],
    [
      "signed, with the text changed",
      async (raw) => (await signed(raw)).replace("Table 2 is right", "Table 2 is wrong"),
    ],
    [
      "signed, with text appended below the signed part",
      async (raw) => `${await signed(raw, FROM, { maxBodyLength: 5 })}Pay here.\r\n`,
    ],
    ["signed, with a second From", async (raw) => `From: <mallory@evil.test>\r\n${await signed(raw)}`],
  ])("%s isn't posted: its sender is asked, and confirms it by the link", async (_what, forge) => {
    const { id, to } = await order();
    const before = inbox(amara.email).length;
    const outcome = await arrives(await forge(email({ to })));
    // With two From headers, the first is another person's.
    if (outcome === "refused") return expect(await said(id)).toEqual([]);
    expect(outcome).toBe("held");
    expect(await said(id)).toEqual([]);
    expect(inbox(amara.email)).toHaveLength(before + 1);
    expect(plain(inbox(amara.email).at(-1)!.raw)).toContain("> Table 2 is");
    const token = linkFor(amara.email);
    expect(await readHeldEmail(token)).toMatchObject({ confirmed: false, isReply: true });
    await Promise.all([confirmEmail(token, visit()), confirmEmail(token, visit())]);
    expect(await said(id)).toHaveLength(1);
    expect(await readHeldEmail(token)).toMatchObject({ confirmed: true, body: "" });
  });

  test.each<[string, (raw: string) => string | Promise<string>]>([
    ["its domain's signature", (raw) => signed(raw)],
    ["a signature of its organization", (raw) => signed(raw, `mail.${FROM}`)],
    ["DMARC at the receiving server", (raw) => results(`spf=none; dmarc=pass (p=NONE) header.from=${FROM}`) + raw],
    ["SPF of its domain at the receiving server", (raw) => results(`spf=pass smtp.mailfrom=bounce@${FROM}`) + raw],
  ])("is posted with %s", async (_what, prove) => {
    const { id, to } = await order();
    expect(await arrives(await prove(email({ to })))).toBe("posted");
    expect(await said(id)).toEqual(["Table 2 is right."]);
  });

  test("a domain that wants exact alignment isn't vouched for by its subdomain", async () => {
    const { to } = await order();
    dns.records.set(`_dmarc.${FROM}`, "v=DMARC1; p=reject; adkim=s; aspf=s");
    expect(await arrives(await signed(email({ to }), `mail.${FROM}`))).toBe("held");
    expect(await arrives(await signed(email({ to })))).toBe("posted");
  });

  test("through Postmark: its SPF result, unless the message brought one", async () => {
    const { id, to } = await order();
    const spf = {
      Name: "Received-SPF",
      Value: `Pass (sender SPF authorized) identity=mailfrom; envelope-from=${amara.email}; receiver=${to}`,
    };
    const call = (headers: object[]) =>
      arrives(JSON.stringify({ RawEmail: email({ to }), OriginalRecipient: to, Headers: headers }), "application/json");
    expect(await call([{ ...spf, Value: spf.Value.replace("Pass", "Fail") }, spf])).toBe("held");
    expect(await said(id)).toEqual([]);
    expect(await call([spf])).toBe("posted");
  });

  test("name servers that don't answer hold an email, and many signatures ask for nothing", async () => {
    const { to } = await order();
    dns.records.set(`_dmarc.${FROM}`, "slow");
    expect(await arrives(email({ to }))).toBe("held");
    dns.records.delete(`_dmarc.${FROM}`);
    dns.asked.length = 0;
    let raw = email({ to });
    for (let n = 0; n < 6; n++) raw = await signed(raw);
    expect(await arrives(raw)).toBe("held");
    expect(dns.asked.filter((it) => it.includes("_domainkey"))).toEqual([]);
  });

  test("its owner is asked a few times a day at most, and the rest waits for staff", async () => {
    const { to } = await order();
    const before = inbox(amara.email).length;
    for (let n = 0; n < 8; n++) expect(await arrives(email({ to }))).toBe("held");
    expect(inbox(amara.email)).toHaveLength(before + 5);
  });

  test("a wrong sender that nobody vouches for gets no answer", async () => {
    const { to } = await order();
    expect(await arrives(email({ from: "victim@elsewhere.test", to }))).toBe("refused");
    expect(inbox("victim@elsewhere.test")).toEqual([]);
  });
});

describe("a new email to support", () => {
  const tickets = (subject: string) =>
    world.db.selectFrom("tickets").selectAll().where("subject", "=", subject).execute();

  test("opens a ticket for a person with an account, and the answer joins their thread", async () => {
    const raw = await signed(email({ subject: "Re: PO number", body: "Can it be on the invoice?" }));
    expect(await arrives(raw)).toBe("opened");
    expect(await arrives(raw)).toBe("opened");
    const [ticket, ...more] = await tickets("PO number");
    expect(more).toEqual([]);
    expect(ticket).toMatchObject({ ownerUid: amara.uid, status: "open" });
    await answerTicket(sam, { ticketId: ticket!.id, body: "It can." });
    await drainJobs();
    const id = /^Message-ID: (.*)$/im.exec(raw)![1]!.trim();
    expect(inbox(amara.email).at(-1)!.raw).toContain(`In-Reply-To: ${id}`);
  });

  test("from a stranger waits until they confirm it, then it's a ticket with our answers by email", async () => {
    const from = "ingrid@nord.test";
    expect(await arrives(await signed(email({ from, subject: "Chapters?", body: "May I order chapters?" })))).toBe(
      "held",
    );
    expect(await tickets("Chapters?")).toEqual([]);
    expect(inbox(from)).toHaveLength(1);
    const token = linkFor(from);
    await confirmEmail(token, visit());
    const [ticket] = await tickets("Chapters?");
    expect(ticket).toMatchObject({ ownerRole: "visitor", visitorEmail: from });
    expect((await readHeldEmail(token)).place).toMatch(/^\/contact\/reply\/tkt_/);
    await answerTicket(sam, { ticketId: ticket!.id, body: "You may." });
    await drainJobs();
    expect(plain(inbox(from).at(-1)!.raw)).toContain("You may.");
  });

  test.each<[string, string, (raw: string) => string | Promise<string>]>([
    ["nobody vouches for it", "held", (raw) => raw],
    ["its domain's check failed", "held", (raw) => results("spf=fail smtp.mailfrom=x@nord.test") + raw],
    ["it's an automatic reply", "ignored", (raw) => signed(`Auto-Submitted: auto-replied\r\n${raw}`)],
    ["it's from a list", "ignored", (raw) => signed(`List-Id: <x.nord.test>\r\n${raw}`)],
    ["it has no return path", "ignored", (raw) => signed(`Return-Path: <>\r\n${raw}`)],
    ["it's marked as bulk", "ignored", (raw) => signed(`Precedence: bulk\r\n${raw}`)],
  ])("a stranger gets no email from us if %s", async (_what, outcome, forge) => {
    const from = `s${Math.random().toString(36).slice(2)}@nord.test`;
    expect(await arrives(await forge(email({ from })))).toBe(outcome);
    expect(inbox(from)).toEqual([]);
  });

  test("our own email that comes back is ignored", async () => {
    await openTicket(amara, { subject: "Loop", category: "other", body: "Hello" });
    const ours = await world.db.selectFrom("mail").select("id").limit(1).executeTakeFirstOrThrow();
    const raw = email({ from: "someone@nord.test" }).replace(/Message-ID: .*/, `Message-ID: <${ours.id}@localhost>`);
    expect(await arrives(await signed(raw))).toBe("ignored");
  });

  test("a reply to one of our emails that was sent to support joins its conversation", async () => {
    const { id } = await order();
    const question = inbox(amara.email).at(-1)!.raw;
    const inReplyTo = /^Message-ID: (.*)$/im.exec(question)![1]!.trim();
    const raw = email({ headers: `In-Reply-To: ${inReplyTo}\r\n`, body: "Table 2." });
    expect(await arrives(await signed(raw))).toBe("posted");
    expect(await said(id)).toEqual(["Table 2."]);
  });

  test("what nobody confirms is deleted, and its link says so", async () => {
    const from = "late@nord.test";
    await arrives(await signed(email({ from, subject: "Late" })));
    const token = linkFor(from);
    setClock(after(NOON, 15 * DAY));
    await dropInboundEmails(after(NOON, 15 * DAY));
    expect(await world.db.selectFrom("held_emails").select("id").where("address", "=", from).execute()).toEqual([]);
    await expect(readHeldEmail(token)).rejects.toMatchObject({ kind: "gone" });
    await expect(readHeldEmail(`${token}x`)).rejects.toMatchObject({ kind: "not-found" });
  });
});
