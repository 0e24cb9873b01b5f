import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { orderIn } from "#boot/testing/make-order.ts";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { seedAccounts } from "#db/seed/seed-accounts.ts";
import { sampleEmails } from "#app/features/notifications/server/email-samples.ts";
import { askQuery } from "#app/features/messages/server/ask-query.ts";
import { type Problem } from "#app/platform/rules/core/errors.ts";
import {
  type TemplateContent,
  type TemplateSpec,
  fillTemplate,
  templateFaults,
  valuesOf,
} from "#app/platform/rules/mail/email-template.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { drainJobs } from "#app/platform/server/core/jobs.ts";
import { commonValues, renderEmail, renderWith } from "#app/platform/server/mail/email.tsx";
import { emailBrand, forgetTemplates } from "#app/platform/server/mail/templates.ts";
import { specOf, startOf } from "./template-spec.ts";
import { approveTemplate, proposeTemplate, saveBrand, saveTemplate } from "./change-templates.ts";
import { EMAIL_LIST } from "../../rules/email-list.ts";
import { readListQuery } from "#app/platform/rules/core/list-query.ts";
import { findSpec, listTemplates, readTemplate } from "./read-templates.ts";
import { declineTemplate, discardTemplate, takeBackTemplate } from "./template-versions.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld();
  await seedAccounts(world.db, NOON);
}, 60_000);
afterAll(() => world.close());
beforeEach(async () => {
  setClock(NOON);
  await world.db.deleteFrom("email_template_versions").execute();
  await world.db.updateTable("users").set({ emailLanguage: null }).execute();
  forgetTemplates();
});

const [amara, jonas, ada, ben, cleo] = (["amara", "jonas", "ada", "ben", "cleo"] as const).map(personOf);
const EMAIL = "query.asked:client";
const WORDS: TemplateContent = {
  subject: "A question about {order}",
  body: "Good day, {name}!\n\n{text}\n\n{quote}\n\n{button}\n\nBest wishes from <b>the desk</b>",
  button: "Answer",
  footer: "",
};
const ALL = readListQuery(new URLSearchParams({ q: EMAIL }), EMAIL_LIST);
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error: Problem) => error.code ?? String(error),
  );
const PNG = Buffer.from(
  "89504e470d0a1a0a0000000d4948445200000001000000010806000000" + "1f15c4890000000a49444154789c6360000002000100",
  "hex",
);

/** Words that the content team proposed and an admin approved. */
async function approved(content: Partial<TemplateContent> = {}, email = EMAIL, language = "en") {
  const { draftId } = await saveTemplate(cleo!, { email, language, revision: 0, ...WORDS, ...content });
  await proposeTemplate(cleo!, { draftId, revision: 1, reason: "Our house style" });
  await approveTemplate(ada!, { draftId, revision: 2 });
  forgetTemplates();
}

/** The email that an author gets when their editor asks. */
async function asked(): Promise<{ subject: string; html: string; text: string; number: string }> {
  const { id } = await orderIn("in_progress");
  const { number } = await world.db
    .selectFrom("orders")
    .select("number")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  await askQuery(jonas!, { orderId: id, body: "Is table 2 final?", blocking: true });
  await drainJobs();
  const mail = await world.db
    .selectFrom("mail")
    .select(["subject", "html", "text"])
    .where("to", "=", amara!.email)
    .orderBy("seq", "desc")
    .executeTakeFirstOrThrow();
  return { ...mail, number };
}

describe("templates", () => {
  test("every email has one to begin with, which is sound and says what ours says", async () => {
    const all = Map.groupBy(sampleEmails(NOON), (it) => it.email.key);
    expect(all.size).toBeGreaterThan(100);
    const brand = await emailBrand();
    for (const [key, samples] of all) {
      const spec = specOf(
        samples.map((it) => it.email),
        commonValues,
      );
      const content = startOf(spec);
      expect([key, templateFaults(content, spec)]).toEqual([key, []]);
      for (const { email } of samples) {
        const ours = await renderWith(email, null, brand);
        const theirs = await renderWith(email, { language: "en", content }, brand);
        const lines = (text: string) => text.split("\n\n").toSorted();
        expect([key, theirs.subject, lines(theirs.text)]).toEqual([key, ours.subject, lines(ours.text)]);
      }
    }
  });

  test("are used once another person approved them, for the order's data, and are escaped", async () => {
    await approved();
    const mail = await asked();
    expect(mail.subject).toBe(`A question about ${mail.number}`);
    expect(mail.text).toContain(`Good day, ${amara!.displayName}!`);
    expect(mail.text).toContain("> Is table 2 final?");
    expect(mail.text).toContain("Answer:\nhttp");
    expect(mail.html).toContain("&lt;b&gt;the desk&lt;/b&gt;");
    expect(mail.html).not.toContain("<b>the desk</b>");
  });

  test("aren't used before, and empty ones bring ours back", async () => {
    const ours = (await asked()).subject;
    const { draftId } = await saveTemplate(cleo!, { email: EMAIL, language: "en", revision: 0, ...WORDS });
    await proposeTemplate(cleo!, { draftId, revision: 1, reason: "Our house style" });
    forgetTemplates();
    expect((await asked()).subject).not.toMatch(/^A question about/);
    await approveTemplate(ada!, { draftId, revision: 2 });
    await approved({ subject: "", body: "", button: "", footer: "" });
    expect((await asked()).subject.replace(/S-\w+/, "")).toBe(ours.replace(/S-\w+/, ""));
  });

  test("come in the language that the reader chose, if there are words in it", async () => {
    const { draftId } = await saveBrand(cleo!, {
      revision: 0,
      logoHeight: 40,
      language: "de",
      languageName: "Deutsch",
      unsubscribe: "Abbestellen",
      logo: PNG,
    });
    await proposeTemplate(cleo!, { draftId, revision: 1, reason: "Our logo" });
    await approveTemplate(ada!, { draftId, revision: 2 });
    forgetTemplates();
    await approved(
      { subject: "Frage zu {order}", body: "Guten Tag {name},\n\n{text}\n\n{quote}\n\n{button}" },
      EMAIL,
      "de",
    );
    expect((await asked()).subject).not.toMatch(/^Frage/);
    await world.db.updateTable("users").set({ emailLanguage: "de" }).where("uid", "=", amara!.uid).execute();
    const mail = await asked();
    expect(mail.subject).toBe(`Frage zu ${mail.number}`);
    expect(mail.html).toContain('lang="de"');
    expect(mail.html).toContain(`/api/email-logo/${draftId}`);
  });

  test("are refused with a reason if a placeholder is wrong or missing, and nothing typed is lost", async () => {
    const { draftId } = await saveTemplate(cleo!, {
      email: EMAIL,
      language: "en",
      revision: 0,
      ...WORDS,
      body: "Dear {nmae},\n\nSee http://example.org\n\n{button}",
    });
    const refusal = await proposeTemplate(cleo!, { draftId, revision: 1, reason: "Our house style" }).catch(
      (error: unknown) => error,
    );
    expect(refusal).toMatchObject({ kind: "invalid", fields: { body: expect.any(String) } });
    const shown = await readTemplate(cleo!, EMAIL, "en");
    expect(shown.content?.body).toContain("{nmae}");
    const png = { revision: 0, logoHeight: 40, language: "", languageName: "", unsubscribe: "" };
    expect(await codeOf(saveBrand(cleo!, { ...png, logo: Buffer.from("<svg/>") }))).toBe("logo");
  });

  test("take two people, and one decision at a time", async () => {
    const { draftId } = await saveTemplate(ada!, { email: EMAIL, language: "en", revision: 0, ...WORDS });
    await proposeTemplate(ada!, { draftId, revision: 1, reason: "Our house style" });
    await expect(approveTemplate(ada!, { draftId, revision: 2 })).rejects.toMatchObject({ kind: "refused" });
    await expect(approveTemplate(cleo!, { draftId, revision: 2 })).rejects.toMatchObject({ kind: "refused" });
    const both = await Promise.all([
      codeOf(approveTemplate(ben!, { draftId, revision: 2 })),
      codeOf(declineTemplate(ben!, { draftId, revision: 2, note: "Shorter, please" })),
    ]);
    expect(both.filter((one) => one === "done")).toHaveLength(1);
    // Repeating what was done changes nothing.
    const again = await codeOf(approveTemplate(ben!, { draftId, revision: 2 }));
    expect(["done", "draft_changed", "version_moved_on"]).toContain(again);
  });

  test("can be taken back and discarded by who drafted them; a draft that became old isn't approved", async () => {
    const { draftId } = await saveTemplate(cleo!, { email: EMAIL, language: "en", revision: 0, ...WORDS });
    await proposeTemplate(cleo!, { draftId, revision: 1, reason: "Our house style" });
    await takeBackTemplate(cleo!, { draftId });
    const { draftId: other } = await saveTemplate(ben!, { email: EMAIL, language: "en", revision: 0, ...WORDS });
    await proposeTemplate(ben!, { draftId: other, revision: 1, reason: "Shorter" });
    await approveTemplate(ada!, { draftId: other, revision: 2 });
    expect(await codeOf(proposeTemplate(cleo!, { draftId, revision: 2, reason: "Mine" }))).toBe("newer_version");
    await discardTemplate(cleo!, { draftId });
    await discardTemplate(cleo!, { draftId });
    expect((await listTemplates(cleo!, ALL)).emails.rows.find((it) => it.key === EMAIL)?.states[0]).toMatchObject({
      changed: true,
      drafted: false,
    });
  });

  test("don't keep an email from going out if they can't be read", async () => {
    const [sample] = sampleEmails(NOON);
    expect((await renderEmail(sample!.email)).text).toContain(sample!.email.heading);
    expect(findSpec("no.such:email")).toBeNull();
    await expect(readTemplate(cleo!, "no.such:email", "en")).rejects.toMatchObject({ kind: "not-found" });
    await expect(listTemplates(amara!, ALL)).rejects.toMatchObject({ kind: "refused" });
  });
});

describe("filling", () => {
  const spec: TemplateSpec = {
    values: { name: "", "due date": { at: NOON.toISOString() }, amount: 1 },
    needs: ["button"],
  };
  const own = { heading: "Ours", paragraphs: ["Dear A,", "One.", "Two."], button: "Open", footer: "Why." };
  const content = (body: string, more: Partial<TemplateContent> = {}) => ({
    subject: "",
    button: "",
    footer: "",
    ...more,
    body,
  });

  test("leaves out a paragraph whose placeholder has nothing to say, and keeps our subject then", () => {
    const filled = fillTemplate(
      content("Hello {name}\n\n{reason}\n\n{text}\n\n{button}", { subject: "About {reason}" }),
      own,
      { name: "Mei", reason: "" },
      { language: "en", timeZone: "UTC" },
    );
    expect(filled).toEqual({
      subject: "Ours",
      blocks: [{ paragraph: "Hello Mei" }, { paragraph: "One." }, { paragraph: "Two." }, "button"],
      button: "Open",
      footer: "Why.",
    });
  });

  test("writes amounts and dates as the language does", () => {
    const values = valuesOf({ refundMinor: 123_456, newDueAt: "2026-11-24T12:00:00Z", uid: "usr_x", orders: 1_200 });
    expect(Object.keys(values)).toEqual(["refund", "new due", "orders"]);
    const say = (language: string) =>
      fillTemplate(content("{refund}, {new due}, {orders}"), own, values, { language, timeZone: "UTC" }).blocks;
    expect(say("en")).toEqual([{ paragraph: expect.stringMatching(/^\$1,234\.56, .*24.*, 1,200$/) }]);
    expect(say("de")).toEqual([{ paragraph: expect.stringMatching(/^1\.234,56\s\$, 24\. November 2026.*, 1\.200$/) }]);
  });

  test.each([
    ["{nme}\n\n{button}", "There's no placeholder {nme}. Choose one of the list."],
    ["Hello", "The button is missing. Add a line with {button}."],
    ["Press {button} now", "{button} needs a line of its own in the body, between empty lines."],
    ["{name\n\n{button}", "Close each placeholder, such as {name}."],
    ["ftp://x.org\n\n{button}", "Links need to begin with https://."],
    ["https://user@x.org\n\n{button}", "Links need to begin with https://."],
    ["", "Write the email, or discard the draft to keep our words."],
    [`${"a".repeat(5_001)}\n\n{button}`, "Shorten it to 5,000 characters."],
  ])("refuses %j", (body, fault) => {
    expect(templateFaults(content(body), spec).map((it) => it.fault)).toContain(fault);
  });
});
