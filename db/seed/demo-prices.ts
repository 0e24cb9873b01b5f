/** The parts of the demo's story that change prices. */
import { newId } from "#app/platform/rules/core/ids.ts";
import { DAY, HOUR, after } from "#app/platform/rules/core/time.ts";
import { database } from "#app/platform/server/core/database.ts";
import { drainJobs } from "#app/platform/server/core/jobs.ts";
import type { ChoicesPatch } from "#app/features/orders/rules/draft/choices.ts";
import { chargeExtra } from "#app/features/orders/server/charges/charge-extra.ts";
import { findOrder } from "#app/features/orders/server/views/find-order.ts";
import { recordProgress } from "#app/features/orders/server/work/record-progress.ts";
import { startOrder } from "#app/features/orders/server/work/start-order.ts";
import { withdrawalOf } from "#app/features/payments/server/cancel/cancellation.ts";
import { startChargePayment } from "#app/features/payments/server/checkout/start-charge-payment.ts";
import { withdrawFromContract } from "#app/features/payments/server/cancel/withdraw-from-contract.ts";
import { EXTRA_EARLY_START } from "#app/features/payments/rules/withdrawal.ts";
import { decidePartnerDiscount, proposePartnerDiscount } from "#app/features/pricing/server/agree-partner-discounts.ts";
import { createPartner } from "#app/features/partners/server/change-partners.ts";
import { discountsOfPartner } from "#app/features/pricing/server/partner-discount.ts";
import { createSale } from "#app/features/pricing/server/create-sale.ts";
import { giveDiscount } from "#app/features/pricing/server/give-discount.ts";
import { actorOf } from "./cast.ts";
import { GEOLOGISTS, RUTH } from "./demo-geologists.ts";
import { seedApprovedKyc } from "./demo-kyc.ts";
import { seedAccounts } from "./seed-accounts.ts";
import { seedCast } from "./seed-cast.ts";
import { MANUSCRIPTS, type Manuscript } from "./manuscripts.ts";
import { Stage } from "./demo-stage.ts";
import { ada, ben, sam } from "./demo-people.ts";

/**
 * What changes the price of an order: a coupon, extra charges, a withdrawal, and a delay that staff have to decide
 * about.
 */
export async function changedPrices(s: Stage): Promise<void> {
  const people = Object.values(GEOLOGISTS);
  await seedCast(database(), s.daysAgo(24).now, people);
  await seedAccounts(database(), s.now, people);
  const [lena, ruth] = [actorOf(GEOLOGISTS.lena), actorOf(GEOLOGISTS.ruth)];
  await seedApprovedKyc(s.now, ruth.uid, RUTH, GEOLOGISTS.ruth.editor.approvedDaysAgo);
  const { soil, vaccination, hedgerows, canopy } = MANUSCRIPTS;
  const geology: ChoicesPatch = { field: "earth-environment", subfield: "geology" };
  const begun = async (m: Manuscript, choices: ChoicesPatch): Promise<string> => {
    const id = await s.paid(lena, m, { ...geology, ...choices });
    await s.later(HOUR).taken(id, ruth);
    s.later(2 * HOUR);
    await startOrder(ruth, { orderId: id });
    return id;
  };

  await s.finished(lena, ruth, hedgerows, { ...geology, couponCode: "FIRSTPAPER" }, 5);

  // Delivered and accepted, and then the author told her bank that she never received it.
  await s.daysAgo(13).with("disputed").finished(lena, ruth, canopy, geology, 4);
  s.with("usual");

  // A withdrawal during the work: she pays for the part done.
  s.daysAgo(7);
  const withdrawn = await begun(soil, {});
  s.later(5 * HOUR);
  await recordProgress(ruth, { orderId: withdrawn, words: 300, note: "Abstract done." });
  const right = await withdrawalOf(lena, (await findOrder(withdrawn))!);
  await withdrawFromContract(lena, {
    orderId: withdrawn,
    expectedRefundMinor: right!.terms!.refundMinor,
    reason: "We're submitting in German instead.",
  });
  await drainJobs();

  // A late order for staff to decide about.
  s.daysAgo(4.2);
  const late = await begun(canopy, { turnaround: "3d" });
  s.later(DAY);
  await recordProgress(ruth, { orderId: late, words: 240, note: "Slower than I thought: the tables need checking." });

  // An extra charge that was paid, and one that wasn't yet.
  s.daysAgo(3);
  const extended = await begun(vaccination, {});
  s.later(20 * HOUR);
  const { chargeId } = await chargeExtra(sam, {
    orderId: extended,
    what: "Edit of the cover letter",
    amountMinor: 2_500,
    reason: "You asked for it in your message of yesterday.",
    editorWorks: true,
  });
  s.later(3 * HOUR);
  await s.settle(
    lena,
    extended,
    (await startChargePayment(lena, { chargeId, earlyStart: EXTRA_EARLY_START.version })).url,
  );
  s.daysAgo(1.1);
  const asked = await begun(hedgerows, {});
  s.daysAgo(0.15);
  await chargeExtra(sam, {
    orderId: asked,
    what: "Two more tables",
    amountMinor: 1_800,
    reason: "The tables you sent after ordering aren't in the word count.",
    editorWorks: true,
  });
  await drainJobs();
}

/** An ended sale, and a client's discount from now on. Neither changes the price of an order above. */
export async function discounts(s: Stage): Promise<void> {
  s.daysAgo(40);
  await createSale(ada, {
    label: "Autumn sale",
    percent: 15,
    services: ["copyediting", "substantive"],
    startsAt: null,
    endsAt: midnight(after(s.now, 7 * DAY)),
    clientKey: crypto.randomUUID(),
  });
  s.daysAgo(0.1);
  await giveDiscount(ada, {
    uid: GEOLOGISTS.lena.uid,
    percent: 10,
    reason: "An order was late. She has more manuscripts this year.",
    startsAt: null,
    endsAt: midnight(after(s.now, 180 * DAY)),
  });
}

/** A journal whose authors get a discount, agreed by two admins. */
export async function partners(s: Stage): Promise<void> {
  s.daysAgo(30);
  const { partnerId } = await createPartner(ada, {
    name: "Journal of Soil Science",
    kind: "journal",
    contactName: "Prof. Ingrid Solheim",
    contactEmail: "editors@soil.example",
    organizationId: "",
    code: "soil-science",
    startsAt: null,
    endsAt: null,
    clientKey: crypto.randomUUID(),
  });
  await proposePartnerDiscount(ada, { partnerId, percent: 12 });
  s.daysAgo(29.5);
  const [proposed] = await discountsOfPartner(partnerId);
  await decidePartnerDiscount(ben, { discountId: proposed!.id, approve: true });
}

const midnight = (at: Date): Date => new Date(Math.floor(at.getTime() / DAY) * DAY);

export async function coupons(at: Date): Promise<void> {
  await database()
    .insertInto("coupons")
    .values({
      id: newId("coupon"),
      code: "FIRSTPAPER",
      label: "First paper",
      percent: 10,
      capMinor: 5_000,
      minimumMinor: 3_000,
      personLimit: 1,
      services: null,
      turnarounds: null,
      startsAt: midnight(after(at, -60 * DAY)),
      endsAt: midnight(after(at, 300 * DAY)),
      createdAt: after(at, -60 * DAY),
    })
    .onConflict((c) => c.doNothing())
    .execute();
}
