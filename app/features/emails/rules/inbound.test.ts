import { describe, expect, test } from "vitest";
import { isAutomatic, readDeliveryReport, replyTokenIn } from "./inbound.ts";
import { readPostmarkRecord, readSesMessage } from "./provider-events.ts";
import { replyText } from "./reply-text.ts";

const ID = `eml_${"0".repeat(26)}`;

describe("automatic emails", () => {
  test.each([
    ["auto-submitted", "auto-replied", true],
    ["auto-submitted", "auto-generated; x=y", true],
    ["auto-submitted", "no", false],
    ["precedence", "bulk", true],
    ["precedence", "auto_reply", true],
    ["precedence", "first-class", false],
    ["x-autoreply", "yes", true],
    ["list-id", "<list.example.org>", true],
    ["return-path", "<>", true],
    ["return-path", "<amara@example.org>", false],
    ["subject", "Re: auto-submitted", false],
  ])("%s: %s", (key, value, automatic) => expect(isAutomatic([{ key, value }], "amara@example.org")).toBe(automatic));
  test.each(["MAILER-DAEMON@example.org", "postmaster@example.org", "no-reply@example.org", "bounces+1@example.org"])(
    "%s",
    (from) => expect(isAutomatic([], from)).toBe(true),
  );
  test("a person whose name only begins like a machine's", () =>
    expect(isAutomatic([], "bouncesmith@example.org")).toBe(false));
});

test("the token is read from our domain alone", () => {
  const token = "a1b2c3d4e5f6g7h8i9j0";
  expect(replyTokenIn(["x@example.org", `"Stet" <Reply+${token.toUpperCase()}@Reply.Test>`], "reply.test")).toBe(token);
  expect(replyTokenIn([`reply+${token}@reply.test.example`], "reply.test")).toBeNull();
  expect(replyTokenIn(["reply+short@reply.test"], "reply.test")).toBeNull();
});

describe("delivery reports", () => {
  const status = (action: string, code: string) =>
    `Reporting-MTA: dns; mx.example.org\r\n\r\nFinal-Recipient: rfc822; Amara@example.org\r\nAction: ${action}\r\nStatus: ${code}\r\nDiagnostic-Code: smtp; 550 5.1.1 No\r\n such user\r\n`;
  const original = `Subject: Hello\r\nMessage-ID: <${ID}@app.test>\r\n`;
  test("a failure about the address", () =>
    expect(readDeliveryReport(status("failed", "5.1.1"), original)).toEqual({
      kind: "bounce",
      address: "amara@example.org",
      mailId: ID,
      detail: "550 5.1.1 No such user",
    }));
  test.each([
    ["5.2.2", "soft_bounce"],
    ["4.4.7", "soft_bounce"],
    ["5.7.1", "soft_bounce"],
  ])("status %s may pass", (code, kind) =>
    expect(readDeliveryReport(status("failed", code), original)).toMatchObject({ kind }),
  );
  test("a delay isn't a bounce", () => expect(readDeliveryReport(status("delayed", "4.4.1"), original)).toBeNull());
  test("a report without our Message-ID proves nothing", () =>
    expect(readDeliveryReport(status("failed", "5.1.1"), "Message-ID: <other@example.org>\r\n")).toBeNull());
});

describe("reports of providers", () => {
  const mail = { messageId: "0102-abc" };
  test("a permanent bounce at SES, as notification and as event", () => {
    const bounce = {
      bounceType: "Permanent",
      bounceSubType: "General",
      timestamp: "2026-11-21T12:00:00.000Z",
      bouncedRecipients: [{ emailAddress: "Amara <AMARA@example.org>", diagnosticCode: "smtp; 550 5.1.1" }],
    };
    for (const type of ["notificationType", "eventType"])
      expect(readSesMessage({ [type]: "Bounce", mail, bounce })).toEqual([
        {
          kind: "bounce",
          address: "amara@example.org",
          mailId: null,
          providerId: "0102-abc",
          detail: "smtp; 550 5.1.1",
          at: new Date("2026-11-21T12:00:00Z"),
        },
      ]);
    expect(readSesMessage({ eventType: "Bounce", bounce: { ...bounce, bounceType: "Transient" } })).toMatchObject([
      { kind: "soft_bounce" },
    ]);
  });
  test("a complaint at SES, but not its opposite", () => {
    const complaint = { complainedRecipients: [{ emailAddress: "a@example.org" }], complaintFeedbackType: "abuse" };
    expect(readSesMessage({ notificationType: "Complaint", mail, complaint })).toMatchObject([{ kind: "complaint" }]);
    expect(
      readSesMessage({
        notificationType: "Complaint",
        complaint: { ...complaint, complaintFeedbackType: "not-spam" },
      }),
    ).toEqual([]);
  });
  test.each([null, [], "text", { notificationType: "Delivery" }, { notificationType: "Bounce", bounce: [] }])(
    "anything else says nothing: %j",
    (it) => expect(readSesMessage(it)).toEqual([]),
  );
  test.each([
    [{ RecordType: "Bounce", Type: "HardBounce", Inactive: true }, "bounce"],
    [{ RecordType: "Bounce", Type: "SoftBounce", Inactive: false }, "soft_bounce"],
    [{ RecordType: "SpamComplaint", Type: "SpamComplaint", Inactive: true }, "complaint"],
  ])("Postmark: %j", (record, kind) =>
    expect(readPostmarkRecord({ ID: 7, Email: "A@example.org", Metadata: { "mail-id": ID }, ...record })).toMatchObject(
      { kind, address: "a@example.org", mailId: ID, key: "postmark:7" },
    ),
  );
  test("a delivery at Postmark says nothing", () =>
    expect(readPostmarkRecord({ RecordType: "Delivery", Recipient: "a@example.org" })).toBeNull());
});

describe("the text of a reply", () => {
  const of = (text: string, html = "") => replyText({ text, html });
  test.each([
    [
      "Gmail",
      "Yes, please.\n\nAmara\n\nOn Sat, Nov 21, 2026 at 12:00 PM Stet <reply+abc@reply.test> wrote:\n\n> Dear\n> Amara",
    ],
    [
      "Outlook",
      "Yes, please.\n\nAmara\n\n________________________________\nFrom: Stet\nSent: Saturday\nTo: Amara\nSubject: Unread\n\nDear Amara",
    ],
    ["a signature", "Yes, please.\n\nAmara\n\n-- \nDr. Amara Osei\nUniversity of Ghana\n+233 30 000 0000"],
    ["a phone", "Yes, please.\n\nAmara\n\nSent from my iPhone"],
  ])("without what %s adds", (_what, text) => expect(of(text)).toBe("Yes, please.\n\nAmara"));
  test("HTML alone", () =>
    expect(of("", "<p>Yes, <b>please</b>.</p><div class='gmail_quote'>On Sat, Stet wrote:<p>Dear</p></div>")).toBe(
      "Yes, please.",
    ));
  test("nothing but a quotation is nothing", () => expect(of("> Dear\n> Amara\n")).toBe(""));
});
