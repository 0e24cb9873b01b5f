import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { type SmtpDouble, startSmtpDouble } from "#boot/testing/smtp-double.ts";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { SECOND, after } from "../../rules/core/time.ts";
import { setClock } from "../core/clock.ts";
import { renderEmail } from "./email.tsx";
import { type OutgoingEmail, post, sendMail } from "./mail.ts";

let world: TestWorld;
let smtp: SmtpDouble;
beforeAll(async () => {
  smtp = await startSmtpDouble();
  world = await openWorld({ SMTP_URL: smtp.url });
});
afterAll(async () => {
  await world.close();
  await smtp.stop();
});
beforeEach(() => setClock(NOON));

let n = 0;
async function written(extra: Partial<OutgoingEmail> = {}): Promise<{ mailId: string; to: string }> {
  const to = `reader${++n}@example.org`;
  await post(world.db, {
    key: `k${n}`,
    to,
    subject: "Your manuscript is back",
    ...(await renderEmail({ key: "test", heading: "Back", paragraphs: ["Dear reader,", "It is."] })),
    kind: "test",
    ...extra,
  });
  return {
    mailId: (await world.db.selectFrom("mail").select("id").where("key", "=", `k${n}`).executeTakeFirstOrThrow()).id,
    to,
  };
}
const stateOf = (mailId: string) =>
  world.db
    .selectFrom("mail")
    .select(["status", "attempts", "failure", "claimedAt"])
    .where("id", "=", mailId)
    .executeTakeFirstOrThrow();
const got = (to: string) => smtp.mails.filter((m) => m.to.includes(to));

describe("sending", () => {
  test("two workers send an email once; the later one retries and finds it sent", async () => {
    const { mailId, to } = await written();
    const turns = await Promise.allSettled([sendMail({ mailId }), sendMail({ mailId })]);
    expect(turns.some((t) => t.status === "fulfilled")).toBe(true);
    await sendMail({ mailId });
    expect(got(to)).toHaveLength(1);
    expect(await stateOf(mailId)).toMatchObject({ status: "sent", attempts: 1, claimedAt: null });
  });

  test("retries an email whose worker died only after its lease has expired", async () => {
    const { mailId, to } = await written();
    await world.db.updateTable("mail").set({ status: "sending", claimedAt: NOON }).where("id", "=", mailId).execute();
    await expect(sendMail({ mailId })).rejects.toThrow("Another worker");
    expect(got(to)).toEqual([]);
    setClock(after(NOON, 30 * SECOND));
    await expect(sendMail({ mailId })).rejects.toThrow("Another worker");
    setClock(after(NOON, 31 * SECOND));
    await sendMail({ mailId });
    expect(got(to)).toHaveLength(1);
  });

  test("a worker keeps its claim while the mail server takes its time", async () => {
    const { mailId, to } = await written();
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const answer = smtp.holdAnswers();
    const sending = sendMail({ mailId });
    try {
      await smtp.mailTo(to);
      setClock(after(NOON, 40 * SECOND));
      await vi.advanceTimersByTimeAsync(10 * SECOND);
      await vi.waitUntil(async () => (await stateOf(mailId)).claimedAt?.getTime() === NOON.getTime() + 40 * SECOND);
      await expect(sendMail({ mailId })).rejects.toThrow("Another worker");
    } finally {
      answer();
      vi.useRealTimers();
    }
    await sending;
    expect(got(to)).toHaveLength(1);
    expect(await stateOf(mailId)).toMatchObject({ status: "sent", attempts: 1, claimedAt: null });
  });

  test("retries after a temporary refusal", async () => {
    const { mailId, to } = await written();
    smtp.failNext(1);
    await expect(sendMail({ mailId })).rejects.toThrow("451");
    expect(await stateOf(mailId)).toMatchObject({ status: "failed", attempts: 1 });
    await sendMail({ mailId });
    expect(got(to)).toHaveLength(1);
    expect(await stateOf(mailId)).toMatchObject({ status: "sent", attempts: 2, failure: null });
  });

  test("doesn't retry after a permanent refusal", async () => {
    const { mailId, to } = await written();
    smtp.failNext(1, 550);
    await sendMail({ mailId });
    expect(await stateOf(mailId)).toMatchObject({ status: "failed", attempts: 1 });
    expect((await stateOf(mailId)).failure).toContain("Try again later");
    expect(got(to)).toEqual([]);
  });
});

describe("headers", () => {
  const headOf = (to: string) =>
    got(to)[0]!
      .raw.split(/\r?\n\r?\n/, 1)[0]!
      .replaceAll(/\r?\n[ \t]+/g, " ");
  test("an email with an unsubscribe link offers one-click unsubscribe", async () => {
    const url = "https://app.example.org/api/unsubscribe?token=dXNy.orders.abc";
    const { mailId, to } = await written({ unsubscribeUrl: url });
    await sendMail({ mailId });
    expect(headOf(to).replaceAll(" ", "")).toContain(`List-Unsubscribe:<${url}>`);
    expect(headOf(to)).toContain("List-Unsubscribe-Post: List-Unsubscribe=One-Click");
  });
  test("other emails don't", async () => {
    const { mailId, to } = await written();
    await sendMail({ mailId });
    expect(headOf(to)).not.toContain("List-Unsubscribe");
    expect(headOf(to)).toContain("Auto-Submitted: auto-generated");
  });
});

test("an email's plain text matches its HTML, with every link visible", async () => {
  const { html, text } = await renderEmail({
    key: "test",
    heading: "S-1 is back",
    paragraphs: ["Dear Amara,", "It is ready."],
    lines: [{ title: "One", detail: "two hours ago", url: "https://x.test/1" }],
    button: { label: "Read message", url: "https://x.test/order" },
    footer: "You're getting this email because it is your order.",
    end: { label: "Unsubscribe from emails about orders", url: "https://x.test/end" },
  });
  expect(text).toBe(
    "S-1 is back\n\nDear Amara,\n\nIt is ready.\n\nOne\ntwo hours ago\nhttps://x.test/1\n\nRead message:\nhttps://x.test/order\n\n--\n\nYou're getting this email because it is your order.\n\nUnsubscribe from emails about orders:\nhttps://x.test/end\n",
  );
  for (const said of [
    "S-1 is back",
    "Dear Amara,",
    "It is ready.",
    "https://x.test/1",
    "Read message",
    "https://x.test/end",
    'lang="en"',
    "prefers-color-scheme:dark",
  ])
    expect(html).toContain(said);
  expect(html).not.toMatch(/<img|url\(/);
});
