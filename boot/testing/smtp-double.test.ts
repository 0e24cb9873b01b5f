import { createTransport } from "nodemailer";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type SmtpDouble, startSmtpDouble } from "./smtp-double.ts";

let double: SmtpDouble;
beforeEach(async () => {
  double = await startSmtpDouble();
});
afterEach(async () => {
  await double.stop();
});

const mail = {
  from: "Stet <post@stet.example>",
  to: "amara@example.org",
  subject: "Your manuscript “Überblick” has come back, and this line is long enough to be folded",
  text: "Good day",
};

test("receives a mail with its envelope, subject and text", async () => {
  const waiting = double.mailTo("amara@example.org");
  await createTransport(double.url).sendMail(mail);
  expect(await waiting).toMatchObject({ from: "post@stet.example", to: ["amara@example.org"], subject: mail.subject });
  expect(double.mails[0]!.raw).toContain("Good day");
});

test("distinguishes a busy server from a mail that was accepted", async () => {
  double.failNext(1);
  const transport = createTransport(double.url);
  await expect(transport.sendMail(mail)).rejects.toMatchObject({ responseCode: 451 });
  expect(double.mails).toEqual([]);
  await transport.sendMail(mail);
  expect(double.mails).toHaveLength(1);
  await expect(double.mailTo("nobody@example.org", 50)).rejects.toThrow("there is mail to amara@example.org");
});
