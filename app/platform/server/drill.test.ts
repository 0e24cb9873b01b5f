import { afterAll, beforeAll, expect, test } from "vitest";
import { type SmtpDouble, startSmtpDouble } from "#boot/testing/smtp-double.ts";
import { type TestWorld, openWorld } from "#boot/testing/world.ts";
import { stripe } from "#app/features/payments/server/provider/stripe.ts";
import { askVies } from "#app/features/tax/server/ask-vies.ts";
import { withDrillBanner } from "./drill.ts";
import { post, sendMail } from "./mail/mail.ts";

let world: TestWorld;
let smtp: SmtpDouble;
beforeAll(async () => {
  smtp = await startSmtpDouble();
  world = await openWorld({ DRILL: "1", SMTP_URL: smtp.url });
});
afterAll(async () => {
  await world.close();
  await smtp.stop();
});

test("a drill reaches nobody outside: no email, no card provider, no VIES", async () => {
  await post(world.db, { key: "k", to: "leila@example.org", subject: "s", kind: "k", html: "<p>h</p>", text: "h" });
  const { id } = await world.db.selectFrom("mail").select("id").executeTakeFirstOrThrow();
  await expect(sendMail({ mailId: id })).rejects.toMatchObject({ kind: "refused", code: "drill" });
  expect(smtp.mails).toHaveLength(0);
  expect(await world.db.selectFrom("mail").select(["status", "attempts"]).executeTakeFirst()).toEqual({
    status: "waiting",
    attempts: 0,
  });
  expect(() => stripe()).toThrow("nothing is sent or charged");
  expect(await askVies("DE123456789", null)).toMatchObject({ answer: "unavailable" });
});

test("a drill's pages say what they are", () => {
  const page = withDrillBanner(Buffer.from('<html><body data-x=""><main>Hello</main></body></html>')).toString();
  expect(page).toMatch(/<body data-x=""><p [^>]+>Practice copy: [^<]+<\/p><main>/);
});
