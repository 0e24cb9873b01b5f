import { afterAll, beforeAll, expect, test } from "vitest";
import { openCardWorld, type CardWorld } from "#boot/testing/card-world.ts";
import { personOf } from "#db/seed/cast.ts";
import { seedAccounts } from "#db/seed/seed-accounts.ts";
import { type TestWorld, NOON, openWorld } from "#boot/testing/world.ts";
import { payCheckout } from "#boot/testing/pay-checkout.ts";
import { Problem } from "#app/platform/rules/core/errors.ts";
import { LEGAL_DOCUMENTS } from "#app/features/accounts/rules/legal.ts";
import { currentVersion } from "#app/features/accounts/server/legal/legal-documents.ts";
import { proposeRegistration } from "#app/features/tax/server/propose-registration.ts";
import { saveCompany } from "#app/features/company/server/save-company.ts";
import { isShopOpen } from "#app/features/company/server/find-shop.ts";
import { sellerDetails } from "#app/features/payments/server/invoices/invoice-parties.ts";
import { readProviderAccount } from "#app/features/payments/server/provider/read-provider-account.ts";
import { startTestPayment } from "#app/features/payments/server/checkout/start-test-payment.ts";
import { stripe } from "#app/features/payments/server/provider/stripe.ts";
import { startDraft } from "#app/features/orders/server/drafts/start-draft.ts";
import { checkMailDns } from "./check-mail-dns.ts";
import { closeShop } from "./close-shop.ts";
import { confirmSetupStep } from "./confirm-setup-step.ts";
import { confirmTestEmail } from "./confirm-test-email.ts";
import { inviteEditors } from "../people/invite-editors.ts";
import { openShop } from "./open-shop.ts";
import { readOverview } from "../overview.ts";
import { readSetup } from "./read-setup.ts";
import { sendTestEmail } from "./send-test-email.ts";

const ada = personOf("ada");
const COMPANY = {
  legalName: "Marginalia GmbH",
  address: "Lindenallee 4\n60313",
  town: "Frankfurt am Main",
  country: "de",
  registration: "HRB 12345, Frankfurt am Main",
  version: 0,
};

let world: TestWorld;
let cards: CardWorld;
beforeAll(async () => {
  // A demo skips the steps for cards and email.
  world = await openWorld({ DEMO: "0" });
  await seedAccounts(world.db, NOON);
  await world.db.deleteFrom("shop").execute();
  cards = await openCardWorld(world);
});
afterAll(async () => {
  await cards.close();
  await world.close();
});

const row = async (step: string) => (await readSetup(ada)).rows.find((it) => it.step === step)!;
const refusal = (doing: Promise<unknown>): Promise<Problem> =>
  doing.then(
    () => {
      throw new Error("It was not refused");
    },
    (error) => {
      if (error instanceof Problem) return error;
      throw error;
    },
  );
const codeIn = async () => {
  const mail = await world.db
    .selectFrom("mail")
    .select(["text", "to"])
    .where("kind", "=", "setup.email")
    .orderBy("seq", "desc")
    .executeTakeFirstOrThrow();
  return /arrived=([\w-]+)/.exec(mail.text)![1]!;
};

test("a new installation is closed and lists what is missing", async () => {
  expect(await isShopOpen()).toBe(false);
  const problem = await refusal(openShop(ada, {}));
  expect(problem).toMatchObject({ code: "setup_incomplete" });
  expect(problem.message).toContain("6 required steps aren't done");
  expect(await refusal(startDraft(personOf("amara"), {}))).toMatchObject({ kind: "conflict", code: "not_open" });
  const { rows } = await readSetup(ada);
  expect(rows.filter((it) => it.required && it.done)).toEqual([]);
  expect(await refusal(readSetup(personOf("sam")))).toMatchObject({ kind: "refused" });
});

test("the company's details appear on invoices, and two admins don't overwrite each other's changes", async () => {
  expect((await sellerDetails()).address).toEqual([]);
  const wrong = await refusal(saveCompany(ada, { ...COMPANY, country: "XQ1" }));
  expect(Object.keys(wrong.fields)).toEqual(["country"]);
  const both = await Promise.allSettled([
    saveCompany(ada, COMPANY),
    saveCompany(personOf("ben"), { ...COMPANY, legalName: "Another GmbH" }),
  ]);
  expect(both.filter((it) => it.status === "fulfilled")).toHaveLength(1);
  const version = (await readSetup(ada)).company!.version;
  await saveCompany(ada, { ...COMPANY, version });
  expect(await saveCompany(ada, { ...COMPANY, version: 0 }), "saving the same details again changes nothing").toEqual({
    changed: false,
  });
  expect(await sellerDetails()).toMatchObject({
    name: "Marginalia GmbH",
    address: ["Lindenallee 4", "60313", "Frankfurt am Main"],
    country: "DE",
    registration: "HRB 12345, Frankfurt am Main",
    vatId: null,
  });
  expect((await row("company")).done).toBe(true);
});

test("where the company is registered for tax is one fact, and opening needs it", async () => {
  expect(await row("tax")).toMatchObject({ required: true, done: false });
  await confirmSetupStep(ada, { step: "tax" });
  expect(await row("tax")).toMatchObject({ done: true, says: expect.stringContaining("Not registered for tax") });
  const german = { scheme: "domestic" as const, place: "DE", number: "DE 123 456 788", validFrom: "2026-01-01" };
  // Before the first opening, it needs no second admin, and sending it twice adds it once.
  expect(await proposeRegistration(ada, german)).toMatchObject({ approved: true });
  expect(await proposeRegistration(ada, german)).toMatchObject({ approved: true });
  expect(await row("tax")).toMatchObject({ done: true, says: expect.stringContaining("Germany, VAT: DE123456788") });
  expect((await row("company")).says).not.toMatch(/VAT|registered/);
  expect((await sellerDetails()).vatId).toBe("DE123456788");
  expect(await refusal(confirmSetupStep(ada, { step: "tax" }))).toMatchObject({ code: "registered" });
  // Once it has ended, the confirmation from before doesn't count again.
  await world.db.updateTable("tax_registrations").set({ validUntil: "2026-01-31" }).execute();
  expect(await row("tax")).toMatchObject({ done: false });
  await confirmSetupStep(ada, { step: "tax" });
  expect((await row("tax")).done).toBe(true);
  await world.db.updateTable("tax_registrations").set({ validUntil: null }).execute();
});

test("a test payment shows that the provider and its webhooks work, and is refunded", async () => {
  expect(await refusal(startTestPayment(personOf("sam")))).toMatchObject({ kind: "refused" });
  const [one, two] = await Promise.all([startTestPayment(ada), startTestPayment(personOf("ben"))]);
  expect(one).toBe(two);
  await payCheckout(one);
  expect((await row("card")).done).toBe(false);
  await cards.deliver();
  const card = await row("card");
  expect(card).toMatchObject({ done: true });
  expect(card.says).toContain("and was refunded");
  await readProviderAccount(NOON);
  const lines = await world.db
    .selectFrom("journal_lines")
    .select(["account", (e) => e.fn.sum<number>("amountMinor").as("sum")])
    .groupBy("account")
    .orderBy("account")
    .execute();
  const { available, pending } = await stripe().balance.retrieve();
  expect(lines, "only its card fee is a cost").toEqual([
    { account: "provider", sum: available[0]!.amount + pending[0]!.amount },
    { account: "provider_fees", sum: 33 },
    { account: "unassigned", sum: 0 },
  ]);
});

test("only the latest test email's link confirms that email works", async () => {
  await sendTestEmail(ada, {});
  const old = await codeIn();
  await sendTestEmail(ada, {});
  expect(await refusal(confirmTestEmail(ada, { code: old }))).toMatchObject({ code: "old_link" });
  expect((await row("email")).done).toBe(false);
  const code = await codeIn();
  await confirmTestEmail(ada, { code });
  await confirmTestEmail(ada, { code });
  expect((await row("email")).done).toBe(true);
});

test("prices and legal texts have to be confirmed in their current version", async () => {
  await confirmSetupStep(ada, { step: "prices" });
  expect((await row("prices")).done).toBe(true);
  await world.db.updateTable("setup_steps").set({ data: "{}" }).where("step", "=", "prices").execute();
  expect((await row("prices")).says).toContain("Prices have changed");
  await confirmSetupStep(ada, { step: "prices" });
  expect(await refusal(confirmSetupStep(ada, { step: "legal", item: "terms", version: "2020-01-01" }))).toMatchObject({
    code: "new_version",
  });
  for (const item of LEGAL_DOCUMENTS)
    await confirmSetupStep(ada, { step: "legal", item, version: await currentVersion(item) });
  expect((await row("legal")).done).toBe(true);
});

test("DNS records are looked up, and an unanswered lookup isn't reported as a missing record", async () => {
  const gone = Object.assign(new Error("gone"), { code: "ENOTFOUND" });
  const silent = Object.assign(new Error("silent"), { code: "ETIMEOUT" });
  expect(await refusal(checkMailDns(ada, { selector: "no spaces" }))).toMatchObject({ kind: "invalid" });
  await checkMailDns(ada, { selector: "s1" }, () => Promise.reject(silent));
  expect((await row("dns")).says).toContain("couldn't be read");
  await checkMailDns(ada, { selector: "s1" }, (host) =>
    host.startsWith("_dmarc.") ? Promise.reject(gone) : Promise.resolve([["v=spf1 -all"], ["v=DKIM1; p=", "MIIB"]]),
  );
  expect((await row("dns")).says).toContain("Not found for stet.localhost: DMARC");
  await checkMailDns(ada, { selector: "s1" }, (host) =>
    Promise.resolve([[host.startsWith("_dmarc.") ? "v=DMARC1; p=reject" : "v=spf1 -all"], ["v=DKIM1; p=", "MIIB"]]),
  );
  expect((await row("dns")).done).toBe(true);
});

test("each person is invited to edit only once", async () => {
  expect(await refusal(inviteEditors(ada, { emails: "a@example.org, nobody" }))).toMatchObject({
    fields: { emails: expect.stringContaining("nobody") },
  });
  const answers = await Promise.all([
    inviteEditors(ada, { emails: "a@example.org\nB@example.org" }),
    inviteEditors(ada, { emails: "b@example.org" }),
  ]);
  expect(answers.reduce((sum, it) => sum + it.sent, 0)).toBe(2);
  const mails = await world.db.selectFrom("mail").select("to").where("kind", "=", "setup.editor_invite").execute();
  expect(mails.map((it) => it.to).toSorted()).toEqual(["a@example.org", "b@example.org"]);
});

test("the shop doesn't open while nobody has said whether the company is registered for tax", async () => {
  await world.db.updateTable("tax_registrations").set({ status: "proposed" }).execute();
  const problem = await refusal(openShop(ada, {}));
  expect(problem.message).toBe("One required step isn't done: tax registrations.");
  await world.db.updateTable("tax_registrations").set({ status: "approved" }).execute();
});

test("the shop opens once, accepts orders, and can be closed again", async () => {
  const both = await Promise.all([openShop(ada, {}), openShop(personOf("ben"), {})]);
  expect(both.filter((it) => it.changed)).toHaveLength(1);
  expect((await startDraft(personOf("amara"), {})).status).toBe("draft");
  expect(await refusal(closeShop(ada, { reason: " " }))).toMatchObject({ kind: "invalid" });
  await closeShop(ada, { reason: "A holiday." });
  expect(await isShopOpen()).toBe(false);
  expect((await startDraft(personOf("amara"), {})).status, "the existing draft stays").toBe("draft");
  await openShop(ada, {});
  // From now on it takes two admins.
  const french = { scheme: "domestic" as const, place: "FR", number: "FR40303265045", validFrom: "2026-01-01" };
  const taxToDo = async (who: "ada" | "ben") =>
    (await readOverview(personOf(who), NOON)).waits.filter((it) => it.to === "/admin/tax");
  expect(await taxToDo("ben")).toEqual([]);
  expect(await proposeRegistration(ada, french)).toMatchObject({ approved: false });
  // Once, and only for those who may approve it.
  expect(await taxToDo("ben")).toMatchObject([{ count: 1, words: "1 change of a tax registration to approve" }]);
  expect(await taxToDo("ada")).toEqual([]);
  const facts = await world.db
    .selectFrom("facts")
    .select("kind")
    .where("kind", "like", "shop.%")
    .orderBy("seq")
    .execute();
  expect(facts.map((it) => it.kind)).toEqual(["shop.opened", "shop.closed", "shop.opened"]);
});
