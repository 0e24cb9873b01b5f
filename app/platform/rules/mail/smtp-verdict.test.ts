import { expect, test } from "vitest";
import { type SmtpFailure, smtpVerdict } from "./smtp-verdict.ts";

test.each<[string, SmtpFailure, ReturnType<typeof smtpVerdict>]>([
  ["greylisting", { responseCode: 451, response: "451 4.7.1 Try again later", command: "RCPT TO" }, "retry"],
  ["a lost connection", { code: "ECONNRESET" }, "retry"],
  ["a wrong password of ours", { responseCode: 535, code: "EAUTH" }, "retry"],
  ["an unknown mailbox", { responseCode: 550, response: "550 5.1.1 No such user", command: "RCPT TO" }, "bounce"],
  ["the same after DATA", { responseCode: 550, response: "550-5.1.1 No such user", command: "DATA" }, "bounce"],
  ["an unknown mailbox without a status", { responseCode: 550, response: "550 No", command: "RCPT TO" }, "bounce"],
  ["a disabled mailbox", { responseCode: 550, response: "550 5.2.1 Disabled", command: "RCPT TO" }, "bounce"],
  ["a full mailbox", { responseCode: 552, response: "552 5.2.2 Mailbox full", command: "RCPT TO" }, "soft_bounce"],
  ["our reputation", { responseCode: 550, response: "550 5.7.1 Blocked", command: "RCPT TO" }, "failed"],
  ["our sender address", { responseCode: 550, response: "550 5.1.8 Bad sender", command: "MAIL FROM" }, "failed"],
  ["content refused without a status", { responseCode: 550, response: "550 Spam", command: "DATA" }, "failed"],
  ["too large", { responseCode: 552, response: "552 5.3.4 Too big", command: "DATA" }, "failed"],
  ["no recipient at all", { code: "EENVELOPE" }, "failed"],
])("%s", (_what, failure, verdict) => expect(smtpVerdict(failure)).toBe(verdict));
