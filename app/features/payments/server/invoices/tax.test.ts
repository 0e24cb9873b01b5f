import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import { Hono } from "hono";
import { sql } from "kysely";
import { extractText } from "unpdf";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type CardWorld, giveEditorsRoom, openCardWorld } from "#boot/testing/card-world.ts";
import { payCheckout } from "#boot/testing/pay-checkout.ts";
import { fullDraft, quotedOrder } from "#boot/testing/quoted-order.ts";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { viesDouble } from "#boot/vies-double.ts";
import { ATTRIBUTION } from "#db/migrations/0500-tax-authorities.ts";
import { personOf } from "#db/seed/cast.ts";
import { type Reader, json } from "#app/platform/server/core/database.ts";
import { AUTHORITIES, NOT_ATTRIBUTED } from "#app/features/tax/rules/authority.ts";
import type { Person } from "#app/platform/rules/core/actor.ts";
import { DAY, HOUR, after } from "#app/platform/rules/core/time.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { transact } from "#app/platform/server/core/command.ts";
import { config, useConfig } from "#app/platform/server/core/config.ts";
import { drainJobs } from "#app/platform/server/core/jobs.ts";
import { saveBilling } from "#app/features/accounts/server/settings/save-billing.ts";
import { saveCompany } from "#app/features/company/server/save-company.ts";
import { quoteOrder } from "#app/features/orders/server/drafts/quote-order.ts";
import { getOrder, lockOrder } from "#app/features/orders/server/views/find-order.ts";
import { checkVatId } from "#app/features/tax/server/check-vat-id.ts";
import { decideRegistrationEnd } from "#app/features/tax/server/decide-end.ts";
import { decideRegistration } from "#app/features/tax/server/decide-registration.ts";
import { proposeRegistrationEnd } from "#app/features/tax/server/propose-end.ts";
import { proposeRegistration } from "#app/features/tax/server/propose-registration.ts";
import { readTaxPage } from "#app/features/tax/server/read-tax-page.ts";
import { EARLY_START } from "../../rules/withdrawal.ts";
import { invoicePdf } from "./invoice-pdf.ts";
import { balanceOf, postEntry } from "../ledger/post-entry.ts";
import { readTaxReport } from "./read-tax-report.ts";
import { refundOrder } from "../refunds/request-refund.ts";
import { startPayment } from "../checkout/start-payment.ts";
import { taxCsv } from "./tax-csv.ts";

let world: TestWorld;
let cards: CardWorld;
const asked: Record<string, unknown>[] = [];
const [amara, mei] = [personOf("amara"), personOf("mei")];
const [ada, ben] = [personOf("ada"), personOf("ben")];
const PERIOD = { from: "2026-10-01", until: "2026-12-31" };
const GERMANY = { scheme: "domestic", place: "DE", number: "DE 123.456.788", validFrom: "2026-01-01" } as const;
let closeVies: () => void;

beforeAll(async () => {
  world = await openWorld();
  cards = await openCardWorld(world);
  await giveEditorsRoom(world);
  const door = new Hono().route(
    "/rest-api",
    viesDouble((question) => asked.push(question)),
  );
  const server = createAdaptorServer({ fetch: door.fetch, overrideGlobalObjects: false });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closeVies = () => server.close();
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/rest-api`;
  useConfig({ ...config(), vies: { url, timeoutMs: 500 } });
  await saveCompany(ada, {
    legalName: "Stet GmbH",
    address: "Hauptstraße 1",
    town: "60311 Frankfurt am Main",
    country: "DE",
    registration: "HRB 12345",
    version: "0",
  });
});
afterAll(async () => {
  closeVies();
  await cards.close();
  await world.close();
});
beforeEach(() => setClock(NOON));

const NO_BILLING = { name: "", organization: "", address: "", country: "", state: "", vatId: "" };
const bill = (person: Person, of: Partial<typeof NO_BILLING>) =>
  saveBilling(person, { uid: person.uid, ...NO_BILLING, ...of });
const asUniversity = async (person: Person, vatId = "NL001234511B01") => {
  await bill(person, { organization: "Waterland University", name: "Sanne de Vries", country: "NL", vatId });
  return checkVatId(person);
};
const pay = async (author: Person, words = 1_000) => {
  const order = await quotedOrder(author, words);
  const { url } = await startPayment(author, { orderId: order.id, earlyStart: EARLY_START.version });
  await payCheckout(url);
  await cards.deliver();
  return getOrder(order.id);
};
const documentsOf = (orderId: string) =>
  world.db
    .selectFrom("invoices")
    .selectAll()
    .where("orderId", "=", orderId)
    .orderBy("issuedAt")
    .orderBy("id")
    .execute();

describe("registrations", () => {
  test("charge nothing until another admin approves them, even if proposed twice at once", async () => {
    const order = await quotedOrder(amara);
    expect(order.taxMinor).toBe(0);
    const [one, two] = await Promise.all([proposeRegistration(ada, GERMANY), proposeRegistration(ada, GERMANY)]);
    expect(one.id).toBe(two.id);
    await expect(decideRegistration(ada, { id: one.id, approve: true })).rejects.toMatchObject({ kind: "refused" });
    await expect(decideRegistration(amara, { id: one.id, approve: true })).rejects.toMatchObject({ kind: "refused" });
    expect((await quotedOrder(amara)).taxMinor).toBe(0);
    await Promise.all([
      decideRegistration(ben, { id: one.id, approve: true }),
      decideRegistration(ben, { id: one.id, approve: true }),
    ]);
    await expect(decideRegistration(ben, { id: one.id, approve: false })).rejects.toMatchObject({ kind: "conflict" });
    expect((await readTaxPage(ada)).registrations[0]).toMatchObject({
      state: "valid",
      name: "Germany, VAT",
      number: "DE123456788",
    });
    await expect(readTaxPage(amara)).rejects.toMatchObject({ kind: "refused" });
  });
  test("are refused by field if the number doesn't match, or the place is already listed", async () => {
    await expect(proposeRegistration(ada, { ...GERMANY, place: "FR" })).rejects.toMatchObject({
      fields: { number: expect.any(String) },
    });
    await expect(proposeRegistration(ada, { ...GERMANY, number: "DE987654328" })).rejects.toMatchObject({
      fields: { place: expect.stringContaining("already") },
    });
    await expect(proposeRegistration(ada, { ...GERMANY, scheme: "oss", place: "US-HI" })).rejects.toMatchObject({
      fields: { place: expect.any(String) },
    });
    await expect(proposeRegistration(amara, GERMANY)).rejects.toMatchObject({ kind: "refused" });
  });
});

describe("the tax on an order", () => {
  test("is asked for by country before there's a price", async () => {
    await bill(amara, {});
    const draft = await fullDraft(amara);
    await expect(quoteOrder(amara, { orderId: draft.id })).rejects.toMatchObject({
      code: "billing",
      fields: { country: expect.stringContaining("Choose your country") },
    });
    await bill(amara, { country: "GH" });
    expect((await quoteOrder(amara, { orderId: draft.id })).taxMinor).toBe(0);
  });

  test("is part of the total that a consumer in Germany sees and pays, and of the ledger and the invoice", async () => {
    await bill(mei, { name: "Mei-Ling Tan", address: "Domstraße 4\n60311 Frankfurt", country: "DE" });
    const before = await balanceOf("tax_payable");
    const draft = await fullDraft(mei, 5_000);
    // The client saw a price without tax, so nothing is charged, and the message states the new total.
    await expect(
      quoteOrder(mei, { orderId: draft.id, seen: { totalMinor: 15_000, windowMs: 7 * DAY } }),
    ).rejects.toMatchObject({
      code: "price_changed",
      message: "The price is now $178.50 (it was $150.00).",
    });
    const quoted = await quoteOrder(mei, { orderId: draft.id });
    expect(quoted).toMatchObject({ listMinor: 15_000, taxMinor: 2_850, totalMinor: 17_850 });
    const { url } = await startPayment(mei, { orderId: draft.id, earlyStart: EARLY_START.version });
    await payCheckout(url);
    await cards.deliver();
    const order = await getOrder(draft.id);
    expect(order.paidMinor).toBe(17_850);
    expect((await balanceOf("tax_payable")) - before).toBe(-2_850);
    const [invoice] = await documentsOf(order.id);
    expect(invoice!.document).toMatchObject({
      seller: {
        name: "Stet GmbH",
        address: ["Hauptstraße 1", "60311 Frankfurt am Main"],
        vatId: "DE123456788",
        registration: "HRB 12345",
      },
      tax: { amountMinor: 2_850 },
      taxes: [
        {
          treatment: "charged",
          code: "DE",
          label: "VAT 19% (Germany)",
          rateBp: 1_900,
          baseMinor: 15_000,
          amountMinor: 2_850,
        },
      ],
    });
    // A part of the price is refunded with its part of the tax.
    await transact(ada, async (ctx) =>
      refundOrder(ctx, await lockOrder(ctx.tx, order.id), {
        amountMinor: 1_785,
        cause: "goodwill",
        basis: ["A chapter was left out."],
        requestedBy: null,
      }),
    );
    await cards.deliver();
    expect((await balanceOf("tax_payable")) - before).toBe(-2_565);
    const note = (await documentsOf(order.id)).find((d) => d.kind === "credit_note")!;
    expect(note.document.taxes).toMatchObject([{ code: "DE", baseMinor: 1_500, amountMinor: 285 }]);
    const text = (
      await extractText(await invoicePdf(invoice!.document).then((b) => new Uint8Array(b)), { mergePages: true })
    ).text;
    for (const words of [
      "Hauptstraße 1",
      "VAT ID DE123456788",
      "VAT 19% (Germany)",
      "on USD 150,00",
      "USD 28,50",
      "USD 178,50",
    ])
      expect(text.replaceAll(/\s+/g, " ")).toContain(words);
  });

  test("is reversed for a university with a VAT ID that VIES confirms, and kept with the answer's time", async () => {
    asked.length = 0;
    expect(await asUniversity(amara)).toMatchObject({ answer: "valid", requestId: expect.stringContaining("WAPI") });
    expect(asked).toEqual([
      { countryCode: "NL", vatNumber: "001234511B01", requesterMemberStateCode: "DE", requesterNumber: "123456788" },
    ]);
    // A confirmed number isn't asked about again.
    await checkVatId(amara);
    expect(asked).toHaveLength(1);
    const order = await quotedOrder(amara, 5_000);
    expect(order).toMatchObject({ taxMinor: 0, totalMinor: 15_000 });
    expect(order.price!.tax).toMatchObject({
      kind: "reverse-charge",
      evidence: { country: "NL", vatId: "NL001234511B01", vatIdCheckedAt: NOON.toISOString() },
    });
    // After a month, the service has to confirm it again.
    setClock(after(NOON, 31 * DAY));
    expect((await quotedOrder(amara, 5_000)).taxMinor).toBe(2_850);
    await checkVatId(amara);
    expect((await quotedOrder(amara, 5_000)).taxMinor).toBe(0);
  });

  test("is charged while VIES doesn't answer or doesn't know the number, and nothing typed is lost", async () => {
    expect(await asUniversity(amara, "NL000006300B01")).toMatchObject({ answer: "unavailable" });
    expect((await quotedOrder(amara, 5_000)).taxMinor).toBe(2_850);
    expect(await asUniversity(amara, "NL000004200B01")).toMatchObject({ answer: "invalid" });
    expect((await quotedOrder(amara, 5_000)).taxMinor).toBe(2_850);
    const kept = await world.db
      .selectFrom("users")
      .select("billing")
      .where("uid", "=", amara.uid)
      .executeTakeFirstOrThrow();
    expect(kept.billing).toMatchObject({ organization: "Waterland University", vatId: "NL000004200B01" });
    // A service that hangs is given up on.
    const was = config();
    useConfig({ ...was, vies: { url: "http://127.0.0.1:1", timeoutMs: 200 } });
    expect(await asUniversity(amara, "NL009999991B01")).toMatchObject({ answer: "unavailable" });
    useConfig(was);
  });

  test("of a held price follows the billing details until payment begins", async () => {
    await bill(amara, { name: "Amara Osei", country: "DE" });
    const held = await quotedOrder(amara, 5_000);
    expect(held.totalMinor).toBe(17_850);
    await asUniversity(amara);
    await drainJobs();
    expect(await getOrder(held.id)).toMatchObject({ taxMinor: 0, totalMinor: 15_000 });
  });
});

describe("the report", () => {
  test("ties to the ledger, counts reverse charge, and is for admins", async () => {
    await bill(mei, { country: "DE" });
    await pay(mei, 2_000);
    await bill(amara, { organization: "Waterland University", country: "NL", vatId: "NL001234511B01" });
    await checkVatId(amara);
    await pay(amara, 3_000);
    const report = await readTaxReport(ada, PERIOD);
    const [of] = report.accounts;
    expect(of).toMatchObject({ authority: "DE", currency: "USD", ledgerMinor: -(await balanceOf("tax_payable")) });
    expect(of!.invoicedMinor).toBe(of!.ledgerMinor);
    expect(report.rows).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ treatment: "charged", code: "DE", taxMinor: of!.invoicedMinor }),
        expect.objectContaining({ treatment: "reverse-charge", code: "NL", baseMinor: 9_000, taxMinor: 0 }),
      ]),
    );
    const csv = await (await taxCsv(new Request("http://x/?from=2026-10-01&until=2026-12-31"), { actor: ada })).text();
    expect(csv).toMatch(/Germany,DE,charged,VAT 19% \(Germany\),19,/);
    await expect(readTaxReport(amara, PERIOD)).rejects.toMatchObject({ kind: "refused" });
    await expect(taxCsv(new Request("http://x/"), { actor: mei })).rejects.toMatchObject({ kind: "refused" });
  });
});

describe("the account of an authority", () => {
  const lines = (db: Reader) =>
    db
      .selectFrom("journal_lines")
      .select(["entryId", "line", "party"])
      .where("account", "=", "tax_payable")
      .orderBy("entryId")
      .orderBy("line")
      .execute();

  test("is named by every line, and was found for those booked before from the invoices of their orders", async () => {
    const booked = await lines(world.db);
    expect(booked.length).toBeGreaterThan(2);
    expect(new Set(booked.map((line) => line.party))).toEqual(new Set(["DE"]));
    const undone = new Error("undone");
    await world.db
      .transaction()
      .execute(async (tx) => {
        await sql`alter table journal_lines disable trigger user, drop constraint journal_lines_authority_known`.execute(
          tx,
        );
        await sql`update journal_lines set party = '' where account = 'tax_payable'`.execute(tx);
        await sql.raw(ATTRIBUTION).execute(tx);
        expect(await lines(tx)).toEqual(booked);
        // Without a registration on the invoice's day, nobody knows.
        await sql`update journal_lines set party = '' where account = 'tax_payable'`.execute(tx);
        await sql`update tax_registrations set "validFrom" = '2030-01-01', "validUntil" = null`.execute(tx);
        await sql.raw(ATTRIBUTION).execute(tx);
        expect(new Set((await lines(tx)).map((line) => line.party))).toEqual(new Set([NOT_ATTRIBUTED]));
        throw undone;
      })
      .catch((error: unknown) => expect(error).toBe(undone));
  });

  test("is one that there can be, or says that it isn't attributed, as what the version before books", async () => {
    const post = (key: string, party?: string) =>
      transact(ada, (ctx) =>
        postEntry(ctx, {
          key,
          kind: "manual",
          causeType: "manual_entry",
          causeId: key,
          memo: "A test",
          currency: "USD",
          lines: [
            { account: "tax_payable", amountMinor: 100, ...(party === undefined ? {} : { party }) },
            { account: "equity", amountMinor: -100 },
          ],
        }),
      );
    await expect(post("wrong authority", "usr_1")).rejects.toThrow("journal_lines_authority_known");
    expect(await post("no authority")).toBe(true);
    expect(await balanceOf("tax_payable", NOT_ATTRIBUTED)).toBe(100);
    for (const authority of AUTHORITIES)
      expect([authority, await post(authority, authority)]).toEqual([authority, true]);
  });
});

describe("a rate that's valid from a day", () => {
  const from = new Date("2026-12-10T00:00:00Z");
  beforeAll(async () => {
    await world.db
      .insertInto("policy_versions")
      .values({
        id: newId("policyVersion"),
        version: 2,
        status: "approved",
        figures: json({ "tax.vat.DE": 20_000 }),
        basedOn: 1,
        reason: "A higher rate",
        effectiveAt: from,
        draftedBy: ada.uid,
        draftedAt: NOON,
        decidedBy: ben.uid,
        decidedAt: NOON,
      })
      .execute();
  });
  const pays = (author: Person, orderId: string) => startPayment(author, { orderId, earlyStart: EARLY_START.version });

  test("is for what's paid from that day on, also if the price was given before", async () => {
    await bill(mei, { country: "DE" });
    setClock(after(from, -HOUR));
    const [held, paid] = [await quotedOrder(mei, 5_000), await quotedOrder(mei, 5_000)];
    expect(held.taxMinor).toBe(2_850);
    const { url } = await pays(mei, paid.id);
    setClock(after(from, HOUR));
    // A payment that has begun keeps its price.
    await payCheckout(url);
    await cards.deliver();
    const [invoice] = await documentsOf(paid.id);
    expect(invoice!.document.taxes).toMatchObject([{ rateBp: 1_900, amountMinor: 2_850 }]);
    // One that hasn't is refused with the new total, once.
    await expect(pays(mei, held.id)).rejects.toMatchObject({
      code: "tax_changed",
      message: expect.stringContaining("$180.00 (it was $178.50)"),
    });
    expect(await getOrder(held.id)).toMatchObject({ listMinor: 15_000, taxMinor: 3_000, totalMinor: 18_000 });
    await payCheckout((await pays(mei, held.id)).url);
    await cards.deliver();
    const [later] = await documentsOf(held.id);
    expect(later!.document.taxes).toMatchObject([{ rateBp: 2_000, amountMinor: 3_000 }]);
    // A correction of the buyer's details doesn't change the tax.
    const refunded = await readTaxReport(ada, PERIOD);
    expect(refunded.accounts.every((it) => it.ledgerMinor === it.invoicedMinor)).toBe(true);
  });

  test("isn't another price for two who pay at once: both are told, and then it's paid once", async () => {
    setClock(after(from, -HOUR));
    const held = await quotedOrder(mei, 5_000);
    setClock(after(from, HOUR));
    const both = await Promise.allSettled([pays(mei, held.id), pays(mei, held.id)]);
    expect(both.filter((one) => one.status === "rejected").length).toBeGreaterThanOrEqual(1);
    expect(await getOrder(held.id)).toMatchObject({ totalMinor: 18_000 });
    const [one, two] = await Promise.all([pays(mei, held.id), pays(mei, held.id)]);
    expect(one.paymentId).toBe(two.paymentId);
  });
});

test("a registration ends on the day that two admins agree on", async () => {
  const { id } = (await readTaxPage(ada)).registrations[0]!;
  await expect(proposeRegistrationEnd(ada, { id, endDay: "2026-11-20" })).rejects.toMatchObject({
    fields: { endDay: expect.any(String) },
  });
  await proposeRegistrationEnd(ada, { id, endDay: "2026-11-30" });
  await expect(decideRegistrationEnd(ada, { id, endDay: "2026-11-30", approve: true })).rejects.toMatchObject({
    kind: "refused",
  });
  await expect(decideRegistrationEnd(ben, { id, endDay: "2026-12-01", approve: true })).rejects.toMatchObject({
    kind: "conflict",
  });
  await decideRegistrationEnd(ben, { id, endDay: "2026-11-30", approve: true });
  await bill(mei, { country: "DE" });
  expect((await quotedOrder(mei)).taxMinor).toBeGreaterThan(0);
  setClock(new Date("2026-12-01T00:00:00Z"));
  expect((await quotedOrder(mei)).taxMinor).toBe(0);
});
