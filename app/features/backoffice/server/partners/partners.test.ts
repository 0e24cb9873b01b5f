import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type CardWorld, giveEditorsRoom, openCardWorld } from "#boot/testing/card-world.ts";
import { payCheckout } from "#boot/testing/pay-checkout.ts";
import { fullDraft } from "#boot/testing/quoted-order.ts";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { seedAccounts } from "#db/seed/seed-accounts.ts";
import { startDraft } from "#app/features/orders/server/drafts/start-draft.ts";
import { quoteOrder } from "#app/features/orders/server/drafts/quote-order.ts";
import { getOrder } from "#app/features/orders/server/views/find-order.ts";
import { embedCode } from "#app/features/partners/rules/partner.ts";
import {
  decidePartnerDiscount,
  endPartnerDiscount,
  proposePartnerDiscount,
} from "#app/features/pricing/server/agree-partner-discounts.ts";
import { getCalculator } from "#app/features/marketing/server/calculator-endpoint.ts";
import { changePartner, createPartner, endPartner } from "#app/features/partners/server/change-partners.ts";
import { discountsOfPartner } from "#app/features/pricing/server/partner-discount.ts";
import { readPartnerPage } from "#app/features/marketing/server/read-partner-page.ts";
import { startPayment } from "#app/features/payments/server/checkout/start-payment.ts";
import { discountFloor } from "#app/features/pricing/rules/price.ts";
import { PRICING_POLICY } from "#app/features/pricing/rules/pricing-figures.ts";
import { createSale } from "#app/features/pricing/server/create-sale.ts";
import { DAY, HOUR, MINUTE, after } from "#app/platform/rules/core/time.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { forgetVisits, noteVisit, withVisitor } from "#app/platform/server/requests/visits.ts";
import { codeOf, kindOf, lab } from "../../testing/lab.ts";
import { rollUpNumbers } from "../numbers/roll-up.ts";
import { storeVisits } from "../numbers/store-visits.ts";
import { partnerCsv } from "./partner-csv.ts";
import { listPartners, readPartner } from "./read-partners.ts";
import { reportPartners } from "./report-partners.ts";

let world: TestWorld;
let cards: CardWorld;
beforeAll(async () => {
  world = await openWorld();
  await seedAccounts(world.db, NOON);
  cards = await openCardWorld(world);
  await giveEditorsRoom(world);
}, 120_000);
afterAll(async () => {
  await cards.close();
  await world.close();
});
beforeEach(async () => {
  setClock(NOON);
  forgetVisits();
  await world.db.deleteFrom("daily_numbers").execute();
  await world.db.deleteFrom("numbers_rollup").execute();
  await world.db
    .updateTable("sales")
    .set({ endedAt: after(NOON, -DAY) })
    .execute();
});

const [amara, mei, ada, ben, sam] = (["amara", "mei", "ada", "ben", "sam"] as const).map(personOf);
let made = 0;
const details = {
  name: "Journal of Soil Science",
  kind: "journal" as const,
  contactName: "Prof. Solheim",
  contactEmail: "editors@soil.test",
  organizationId: "",
  endsAt: null as Date | null,
};
type Input = Parameters<typeof createPartner>[1];
const add = async (more: Partial<Input> = {}, who = ada!) => {
  const code = `soil-${++made}`;
  const { partnerId } = await createPartner(who, {
    ...details,
    code,
    startsAt: null,
    clientKey: crypto.randomUUID(),
    ...more,
  });
  return { id: partnerId, code };
};
const agree = async (partnerId: string, percent: number) => {
  await proposePartnerDiscount(ada!, { partnerId, percent });
  const [{ id: discountId } = { id: "" }] = await discountsOfPartner(partnerId);
  await decidePartnerDiscount(ben!, { discountId, approve: true });
  return discountId;
};
/** An order that Mei-Ling began at a partner's page, with its price. */
async function orderFrom(code: string | null) {
  const draft = await fullDraft(mei!, 2_000);
  await world.db.updateTable("orders").set({ partnerId: null, source: null }).where("id", "=", draft.id).execute();
  if (code) {
    const { id } = await world.db
      .selectFrom("partners")
      .select("id")
      .where("code", "=", code)
      .executeTakeFirstOrThrow();
    await world.db
      .updateTable("orders")
      .set({ partnerId: id, source: `partner:${code}` })
      .where("id", "=", draft.id)
      .execute();
  }
  await quoteOrder(mei!, { orderId: draft.id });
  return getOrder(draft.id);
}
const ask = (code: string, query = "") =>
  getCalculator(new Request(`http://localhost:3000/p/${code}/prices${query}`), { params: { code } });

describe("a partner", () => {
  test("is added once, by an admin, with a code of its own", async () => {
    for (const who of [amara!, sam!]) expect(await kindOf(add({}, who))).toBe("refused");
    for (const code of ["", "a", "A b", "-x", "x".repeat(31), "a/b"])
      expect(await kindOf(add({ code }))).toBe("invalid");
    for (const wrong of [
      { name: " " },
      { contactEmail: "no address" },
      { endsAt: after(NOON, -DAY) },
      { startsAt: after(NOON, 2 * DAY), endsAt: after(NOON, DAY) },
      { organizationId: "org_nobody" },
    ])
      expect(await kindOf(add(wrong))).toBe("invalid");
    const clientKey = crypto.randomUUID();
    const twice = await Promise.all([1, 2].map(() => add({ code: "Soil", clientKey })));
    expect(new Set(twice.map(({ id }) => id)).size).toBe(1);
    expect(await codeOf(add({ code: "soil" }))).toBe("partner_code");
    const organizationId = await lab();
    await changePartner(ada!, { partnerId: twice[0]!.id, ...details, name: "Soil", organizationId });
    expect(await readPartner(ben!, twice[0]!.id)).toMatchObject({
      name: "Soil",
      code: "soil",
      link: "http://localhost:3000/p/soil",
      organization: { id: organizationId },
      state: "active",
    });
    expect(await kindOf(readPartner(sam!, twice[0]!.id))).toBe("refused");
    expect(await kindOf(listPartners(amara!))).toBe("refused");
  });

  test("ends for good, with its discount; its link leads to the home page", async () => {
    const { id, code } = await add();
    await agree(id, 10);
    expect(await readPartnerPage(code, new URLSearchParams())).toMatchObject({ percent: 10 });
    await Promise.all([1, 2].map(() => endPartner(ada!, { partnerId: id })));
    expect(await readPartnerPage(code, new URLSearchParams())).toBeNull();
    expect(await (await ask(code)).text()).toContain("offer has ended");
    expect((await readPartner(ada!, id)).discounts.map((d) => d.state)).toEqual(["ended"]);
    expect(await codeOf(changePartner(ada!, { partnerId: id, ...details }))).toBe("partner_ended");
    expect(await codeOf(proposePartnerDiscount(ada!, { partnerId: id, percent: 10 }))).toBe("partner_ended");
    const facts = await world.db
      .selectFrom("facts")
      .select("id")
      .where("kind", "=", "partner.ended")
      .where("subjectId", "=", id)
      .execute();
    expect(facts.length).toBe(1);
  });
});

describe("its discount", () => {
  test("needs two admins; two who decide at once decide once", async () => {
    const { id: partnerId } = await add();
    for (const percent of [0, 31, 1.5, Number.NaN])
      expect(await kindOf(proposePartnerDiscount(ada!, { partnerId, percent }))).toBe("invalid");
    await Promise.all([1, 2].map(() => proposePartnerDiscount(ada!, { partnerId, percent: 10 })));
    expect(await codeOf(proposePartnerDiscount(ben!, { partnerId, percent: 12 }))).toBe("proposed");
    const [one, ...others] = await discountsOfPartner(partnerId);
    expect(others).toEqual([]);
    const decide = (who: typeof ada, approve: boolean) => decidePartnerDiscount(who!, { discountId: one!.id, approve });
    expect(await Promise.all([kindOf(decide(ada, true)), kindOf(decide(sam, true))])).toEqual(["refused", "refused"]);
    const answers = await Promise.all([codeOf(decide(ben, true)), codeOf(decide(ada, false))]);
    expect(answers.toSorted()).toEqual(["decided", "done"]);
  });

  test("is the price of orders that began at its link, until it ends; a held price keeps it", async () => {
    const { id, code } = await add();
    expect((await orderFrom(code)).price?.discount).toBeNull();
    const discountId = await agree(id, 10);
    const order = await orderFrom(code);
    expect(order.price?.discount).toMatchObject({
      kind: "partner",
      label: "Partner discount, Journal of Soil Science",
    });
    expect(order.discountMinor).toBe(Math.round(order.listMinor / 10));
    expect((await orderFrom(null)).price?.discount).toBeNull();
    await Promise.all([1, 2].map(() => endPartnerDiscount(ben!, { discountId })));
    expect((await orderFrom(code)).price?.discount).toBeNull();
    expect((await getOrder(order.id)).price?.discount).toMatchObject({ kind: "partner" });
  });

  test("competes with all others: the largest counts, alone, and editors' pay is safe", async () => {
    const { id, code } = await add();
    await agree(id, 30);
    const order = await orderFrom(code);
    expect(order.listMinor - order.discountMinor).toBeGreaterThanOrEqual(
      discountFloor("copyediting", order.listMinor, PRICING_POLICY),
    );
    const other = await add();
    await agree(other.id, 10);
    await createSale(ada!, {
      label: "Sale",
      percent: 20,
      services: null,
      startsAt: null,
      endsAt: after(NOON, DAY),
      clientKey: crypto.randomUUID(),
    });
    expect((await orderFrom(other.code)).price?.discount?.kind).toBe("sale");
    expect((await orderFrom(code)).price?.discount?.kind).toBe("partner");
  });

  test("doesn't count before the first day or after the last", async () => {
    const { id, code } = await add({ startsAt: after(NOON, DAY), endsAt: after(NOON, 3 * DAY) });
    await agree(id, 10);
    expect(await readPartnerPage(code, new URLSearchParams())).toBeNull();
    expect((await orderFrom(code)).price?.discount).toBeNull();
    setClock(after(NOON, 2 * DAY));
    expect((await orderFrom(code)).price?.discount?.kind).toBe("partner");
    setClock(after(NOON, 3 * DAY));
    expect((await orderFrom(code)).price?.discount).toBeNull();
  });
});

describe("attribution", () => {
  const CHROME = "Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";
  const visitor =
    (address: string) =>
    (name: string): string | undefined =>
      ({ "user-agent": CHROME, accept: "text/html", "x-forwarded-for": address })[name];
  const guest = () => ({ kind: "guest" as const, guestKeyHash: crypto.randomUUID() });
  const of = ({ partnerId, source }: { partnerId: string | null; source: string | null }) => [partnerId, source];

  test("an order is the partner's by its page, or by the device of the day; not by an unknown or ended link", async () => {
    const { id, code } = await add();
    const its = [id, `partner:${code}`];
    expect(of(await startDraft(guest(), { partnerCode: code.toUpperCase() }))).toEqual(its);
    const here = visitor("1.2.3.4");
    noteVisit(here, "/");
    noteVisit(here, `http://localhost:3000/p/${code}?words=2000`);
    expect(of(await withVisitor(here, () => startDraft(guest(), {})))).toEqual(its);
    expect(of(await startDraft(guest(), { partnerCode: "nobody" }))).toEqual([null, null]);
    // A draft that's already there becomes the partner's; a page without a code changes nothing.
    const who = guest();
    const draft = await startDraft(who, {});
    expect(of(await startDraft(who, { partnerCode: code }))).toEqual(its);
    expect(of(await startDraft(who, {}))).toEqual(its);
    expect((await getOrder(draft.id)).id).toBe(draft.id);
    await endPartner(ada!, { partnerId: id });
    expect(of(await startDraft(guest(), { partnerCode: code }))).toEqual([null, null]);
  });

  test("the funnel counts visits, prices, sign-ups, and paid orders by day, and the report has them, once", async () => {
    const { id, code } = await add();
    await agree(id, 10);
    noteVisit(visitor("1.1.1.1"), "/");
    for (const path of [`/p/${code}`, `/p/${code}?words=9`, "/pricing"]) noteVisit(visitor("1.1.1.1"), path);
    noteVisit(visitor("2.2.2.2"), `/p/${code}/`);
    await storeVisits();
    const order = await orderFrom(code);
    await payCheckout((await startPayment(mei!, { orderId: order.id })).url);
    await cards.deliver();
    await rollUpNumbers(after(NOON, 6 * MINUTE));
    const view = await readPartner(ada!, id);
    const net = order.totalMinor - order.taxMinor;
    expect(view.days[0]).toMatchObject({ visits: 2, paid: 1, paidMinor: net, discountMinor: order.discountMinor });
    expect(view.months).toMatchObject([{ when: "2026-11", visits: 2, paid: 1 }]);
    const file = await partnerCsv(new Request("http://localhost/?from=2026-11-01&to=2026-11-30"), {
      actor: ada!,
      params: { id },
    });
    expect(await file.text()).toContain("2026-11-21,2,");
    expect(await kindOf(partnerCsv(new Request("http://localhost/"), { actor: sam!, params: { id } }))).toBe("refused");

    await world.db.updateTable("partners").set({ contactEmail: "" }).where("id", "<>", id).execute();
    const first = new Date("2026-12-01T00:00:00Z");
    expect(await reportPartners(after(first, 5 * HOUR))).toBe(0);
    const sent = await Promise.all([1, 2].map(() => reportPartners(after(first, 7 * HOUR))));
    expect(sent.reduce((a, b) => a + b)).toBe(1);
    expect(await reportPartners(after(first, 9 * DAY))).toBe(0);
    const mails = await world.db
      .selectFrom("mail")
      .select(["to", "subject", "text"])
      .where("kind", "=", "partner.report")
      .execute();
    expect(mails).toMatchObject([
      {
        to: "editors@soil.test",
        subject: expect.stringContaining("November 2026"),
        text: expect.stringContaining("2 visits and 1 paid order"),
      },
    ]);
    expect(mails[0]!.text).not.toContain(order.number);
    expect(mails[0]!.text).not.toContain("Mei");
    expect((await readPartner(ada!, id)).reportedMonth).toBe("2026-11");
  });
});

describe("the calculator", () => {
  test("shows the prices of orders, in a page below 10 KB without a script", async () => {
    const { id, code } = await add({ name: `Soil & "Science" <i>` });
    await agree(id, 10);
    const order = await orderFrom(code);
    const answer = await ask(code, "?words=2%2C000&service=copyediting");
    const html = await answer.text();
    const dollars = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });
    const page = await readPartnerPage(code, new URLSearchParams({ words: "2000", service: order.service! }));
    const cell = page!.prices.find((price) => price.turnaround === order.turnaround)!;
    expect([cell.listMinor, cell.totalMinor]).toEqual([order.listMinor, order.listMinor - order.discountMinor]);
    expect(html).toContain(dollars.format(cell.totalMinor / 100));
    expect(Buffer.byteLength(html)).toBeLessThan(10_000);
    expect(html).not.toContain("<script");
    expect(html).not.toContain("<i>");
    expect(answer.headers.get("set-cookie")).toBeNull();
    expect(answer.headers.get("content-security-policy")).toContain("frame-ancestors *");
    expect(await (await ask(code, "?words=lots")).text()).toContain("Enter a whole number");
    expect(embedCode("https://stet.example", { code, name: `A "B"` })).toBe(
      `<iframe src="https://stet.example/p/${code}/prices" title="Editing prices for A &#34;B&#34;" width="100%" height="560" loading="lazy" style="border:0"></iframe>`,
    );
    const unknown = await ask("nobody");
    expect([unknown.status, await unknown.text()]).toEqual([404, expect.stringContaining("No prices here")]);
  });
});
