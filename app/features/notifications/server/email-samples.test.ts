import { afterAll, beforeAll, expect, test } from "vitest";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { factWords } from "#app/fact-words.ts";
import { noticesOf, wordsOf } from "#app/platform/rules/core/fact-words.ts";
import { renderEmail } from "#app/platform/server/mail/email.tsx";
import { findGroup } from "../rules/notice-groups.ts";
import { demoEmails } from "./demo-emails.ts";
import { sampleEmails } from "./email-samples.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const asking = Object.keys(factWords).flatMap((kind) =>
  noticesOf(factWords, kind).flatMap((n, i) => (n.email === true ? [{ kind, at: `${kind}:${i}` }] : [])),
);

test("has a sample for every notice that sends an email", () => {
  const shown = new Set(sampleEmails(NOON).map((l) => l.key.replace(/:\d+$/, "")));
  expect(asking.filter((n) => !shown.has(n.at))).toEqual([]);
});

test("renders every email in full as HTML and text, with greeting, button, reason, and unsubscribe link where allowed", async () => {
  for (const { key, kind, email, to } of sampleEmails(NOON)) {
    const { html, text } = await renderEmail(email);
    expect([key, /undefined|null|NaN|Invalid|\[object|\$\{| {2}|“”|\.\.|\bby \./.exec(text)?.[0]]).toEqual([
      key,
      undefined,
    ]);
    expect([key, /\b(?:undefined|NaN|Invalid Date|\[object)/.exec(html)?.[0]]).toEqual([key, undefined]);
    const aboutAccount = key.includes(":email:");
    // We don't know who reads a shared quote, about a gift, an organization's statements, or an invitation.
    const nameless = /^(?:shared_quote|gift|statement|organization|setup)\./.test(kind) && aboutAccount;
    const greetings = nameless ? ["Hello"] : [`Dear ${to}`, ...(aboutAccount ? [`Hello ${to}`] : [])];
    expect([
      key,
      greetings.some((it) => text.startsWith(`${email.heading}\n\n${it},\n\n`)),
      text.includes("You're getting this email because"),
    ]).toEqual([key, true, true]);
    if (!aboutAccount || email.button)
      expect([
        key,
        text.includes(`\n\n${email.button!.label}:\nhttp://localhost:3000/`),
        html.includes(email.button!.label.replaceAll("'", "&#x27;")),
      ]).toEqual([key, true, true]);
    expect([key, /<img|url\(|src=/.exec(html)]).toEqual([key, null]);
    const words = wordsOf(factWords, kind);
    // A notice for staff alone is in no group, so there is nothing to unsubscribe from. An email that isn't a notice
    // has its own link.
    const mayEnd =
      words && words.notices.length > 0
        ? words.group !== undefined && findGroup(words.group).fixed === null
        : !aboutAccount;
    expect([key, email.end !== undefined]).toEqual([key, mayEnd]);
  }
});

test("carries what people wrote, as a quotation, in HTML and in text", async () => {
  const quoting = Object.keys(factWords).filter((kind) => noticesOf(factWords, kind).some((n) => n.quote && n.email));
  expect(quoting).toEqual(
    expect.arrayContaining(["ticket.answered", "query.asked", "query.answered", "order.revision_requested"]),
  );
  const shown = sampleEmails(NOON).filter((it) => quoting.includes(it.kind) || it.kind === "message.unread");
  for (const { key, email } of shown) {
    const { html, text } = await renderEmail(email);
    for (const { text: said } of email.quotes ?? []) {
      const line = said.split("\n")[0]!;
      expect([key, text.includes(`> ${line}`), html.includes(line.replaceAll("'", "&#x27;"))]).toEqual([
        key,
        true,
        true,
      ]);
    }
  }
  expect(new Set(shown.filter((it) => it.email.quotes).map((it) => it.kind))).toEqual(
    new Set([...quoting, "message.unread"]),
  );
});

test("attaches nothing: an email has text, and links to files", () => {
  const [unread] = sampleEmails(NOON).filter((it) => it.key === "message.unread:client");
  expect(unread!.email.quotes).toMatchObject([{ files: 1, url: expect.stringContaining("/order/") as string }]);
});

test("shows each in a sandboxed frame in the demo", async () => {
  const page = async (email?: string) =>
    (
      await demoEmails(
        new Request(`http://localhost:3000/api/demo/emails${email ? `?${new URLSearchParams({ email })}` : ""}`),
      )
    ).text();
  const first = await page();
  for (const { email } of sampleEmails(NOON))
    expect(first).toContain(email.heading.replaceAll(/["'&]/g, (c) => `&#${c.charCodeAt(0)};`));
  const query = await page("query.asked:0:0");
  expect(query).toContain('<iframe title="The email" sandbox srcdoc="');
  expect(query).toContain("Jonas Weber has a question about S-2041");
  await expect(page("none")).rejects.toMatchObject({ kind: "not-found" });
});
