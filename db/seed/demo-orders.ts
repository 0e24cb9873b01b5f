import { seedPaidIn, seedRates } from "./demo-rates.ts";
import { DAY, HOUR, MINUTE, after } from "#app/platform/rules/core/time.ts";
import { wallClock } from "#app/platform/rules/core/wall-clock.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { database } from "#app/platform/server/core/database.ts";
import { drainJobs } from "#app/platform/server/core/jobs.ts";
import { runClock } from "#app/jobs.ts";
import { issueCertificate } from "#app/features/certificates/server/issue-certificate.ts";
import { answerQuery } from "#app/features/messages/server/answer-query.ts";
import { askQuery } from "#app/features/messages/server/ask-query.ts";
import { postMessage } from "#app/features/messages/server/post-message.ts";
import type { ChoicesPatch } from "#app/features/orders/rules/draft/choices.ts";
import { failQa } from "#app/features/orders/server/review/fail-qa.ts";
import { holdOrder } from "#app/features/orders/server/holds/hold-order.ts";
import { recordProgress } from "#app/features/orders/server/work/record-progress.ts";
import { requestRevision } from "#app/features/orders/server/lifecycle/request-revision.ts";
import { startOrder } from "#app/features/orders/server/work/start-order.ts";
import { startRevision } from "#app/features/orders/server/work/start-revision.ts";
import { findMissedDisputes } from "#app/features/payments/server/disputes/watch-disputes.ts";
import { cancelOrder } from "#app/features/payments/server/cancel/cancel-order.ts";
import { cancellationFor } from "#app/features/payments/server/cancel/cancellation.ts";
import { startPayment } from "#app/features/payments/server/checkout/start-payment.ts";
import { requestQuote } from "#app/features/quotes/server/request-quote.ts";
import { sendOffer } from "#app/features/quotes/server/send-offer.ts";
import { approveRun } from "#app/features/payouts/server/runs/approve-run.ts";
import { prepareRun } from "#app/features/payouts/server/runs/prepare-run.ts";
import { sendRun } from "#app/features/payouts/server/runs/send-run.ts";
import { settleRun } from "#app/features/payouts/server/runs/settle-run.ts";
import { MANUSCRIPTS } from "./manuscripts.ts";
import { Stage } from "./demo-stage.ts";
import { secondReading } from "./demo-reading.ts";
import { WEAK } from "./demo-reviewers.ts";
import { ada, amara, ben, jonas, mei, priya, sam } from "./demo-people.ts";
import { changedPrices, coupons, discounts, partners } from "./demo-prices.ts";

/**
 * Creates orders in every status through the product's own commands and jobs: real manuscripts, real tracked changes,
 * cards charged at the sandbox, and a balanced ledger. Moves the clock and releases it at the end.
 * @param base the current time @throws what a command throws, because a demo that can't be created is a bug
 */
export async function seedOrders(base: Date): Promise<void> {
  const stage = new Stage(base);
  try {
    await coupons(base);
    await tellTheStory(stage);
  } finally {
    setClock(null);
  }
}

async function tellTheStory(s: Stage): Promise<void> {
  const { soil, vaccination, hedgerows, canopy } = MANUSCRIPTS;
  const environment: ChoicesPatch = { field: "earth-environment", subfield: "environmental-science" };
  const ecology: ChoicesPatch = { field: "life-sciences", subfield: "ecology" };
  const health: ChoicesPatch = { field: "health-sciences", subfield: "public-health" };
  const climate: ChoicesPatch = { field: "earth-environment", subfield: "climate-science" };

  // Completed a while ago: accepted, closed, paid out.
  await s.daysAgo(58).finished(amara, jonas, soil, { ...environment, service: "substantive" }, 5);
  await s.daysAgo(54).finished(mei, jonas, hedgerows, { ...ecology, service: "substantive", turnaround: "14d" }, 5);
  const certified = await s.daysAgo(50).finished(amara, priya, vaccination, { ...health, turnaround: "14d" }, 4);
  await issueCertificate(amara, { orderId: certified, showTitle: true, showAuthor: true });
  await s.daysAgo(47).finished(mei, jonas, canopy, { ...climate, service: "substantive" }, 5);
  await database()
    .insertInto("client_editors")
    .values({ userId: amara.uid, editorId: jonas.uid, kind: "preferred", createdAt: s.now })
    .onConflict((c) => c.doNothing())
    .execute();
  s.daysAgo(27);
  await runClock(s.now);
  await drainJobs();
  await payFirstRuns(s);

  // Accepted recently: earnings for the next payout run.
  const canopyDone = await s
    .daysAgo(15)
    .finished(amara, jonas, canopy, { ...climate, service: "substantive", turnaround: "3d" }, 5);
  await s.daysAgo(14.5).finished(mei, priya, hedgerows, { ...ecology, turnaround: "3d" }, 4);

  // An expired quote, and an order refunded in full.
  await s.daysAgo(12).quoted(mei, vaccination, health);
  const changedMind = await s.daysAgo(10).paid(amara, vaccination, health);
  s.later(20 * MINUTE);
  const terms = await cancellationFor(amara, changedMind);
  await cancelOrder(amara, {
    orderId: changedMind,
    expectedRefundMinor: terms!.clientMinor,
    reason: "A co-author asked us to wait.",
  });
  await drainJobs();

  // Canceled during work: part is refunded and part is paid to the editor.
  const halfway = await s.daysAgo(9).paid(mei, soil, { ...environment, service: "substantive", turnaround: "7d" });
  await s.later(HOUR).taken(halfway, jonas);
  await startOrder(jonas, { orderId: halfway });
  s.later(DAY);
  await recordProgress(jonas, { orderId: halfway, words: 760, note: "Abstract and introduction done." });
  s.later(HOUR);
  const partly = await cancellationFor(mei, halfway);
  await cancelOrder(mei, {
    orderId: halfway,
    expectedRefundMinor: partly!.clientMinor,
    reason: "The journal withdrew its call for papers.",
  });
  await drainJobs();

  // Accepted, and still open for a free revision: its author has added a second year of measurements, more than is
  // free.
  const added = await s.daysAgo(17).finished(mei, jonas, hedgerows, { ...ecology, turnaround: "3d" }, 5);
  s.daysAgo(2);
  await s.newVersion(added, mei, hedgerows);

  // In revision, delivered, in QA, and returned by QA.
  const revised = await s.daysAgo(8).delivered(mei, jonas, canopy, { ...climate, turnaround: "3d" });
  s.daysAgo(1.2);
  await requestRevision(mei, {
    orderId: revised,
    note: "Please shorten the discussion by two sentences and use “percent” throughout.",
  });
  await drainJobs();
  s.later(3 * HOUR);
  await startRevision(jonas, { orderId: revised });

  await s
    .daysAgo(5)
    .delivered(amara, jonas, soil, { ...environment, service: "substantive", preferredEditor: jonas.uid });

  const inQa = await s.daysAgo(4).paid(mei, hedgerows, ecology);
  await s.later(30 * MINUTE).taken(inQa, priya);
  await startOrder(priya, { orderId: inQa });
  await s.later(3 * DAY).edited(inQa, priya, mei, hedgerows);

  const sentBack = await s.daysAgo(4.5).paid(amara, vaccination, health);
  await s.later(50 * MINUTE).taken(sentBack, priya);
  await startOrder(priya, { orderId: sentBack });
  await s.later(3 * DAY).edited(sentBack, priya, amara, vaccination);
  s.later(6 * HOUR);
  await failQa(ben, {
    orderId: sentBack,
    scores: WEAK,
    note: "The author asked to keep the order of the sections, but two sentences of the discussion were moved.",
    ignoredInstruction: true,
  });
  await drainJobs();

  // In progress: one waiting for its author, one underway, one on hold, one just accepted.
  const waiting = await s.daysAgo(2).paid(amara, hedgerows, { ...ecology, turnaround: "14d" });
  await s.later(HOUR).taken(waiting, jonas);
  await startOrder(jonas, { orderId: waiting });
  s.later(20 * HOUR);
  await askQuery(jonas, {
    orderId: waiting,
    body: "Hedgerow height is in the model, but how was it measured? I can write the sentence in the methods once I know.",
    blocking: true,
  });

  const atWork = await s.daysAgo(1.5).paid(mei, soil, { ...environment, service: "substantive" });
  await s.later(2 * HOUR).taken(atWork, jonas);
  await startOrder(jonas, { orderId: atWork });
  s.later(12 * HOUR);
  await askQuery(jonas, {
    orderId: atWork,
    body: "“Persistence”: in the statistical or the everyday sense?",
    blocking: false,
  });
  s.later(HOUR);
  const open = await database()
    .selectFrom("messages")
    .select("id")
    .where("orderId", "=", atWork)
    .where("kind", "=", "query")
    .executeTakeFirstOrThrow();
  await answerQuery(mei, {
    orderId: atWork,
    queryId: open.id,
    body: "In the statistical sense, please. I'll add a reference.",
  });
  await recordProgress(jonas, { orderId: atWork, words: 1_620, note: "Done up to the results." });
  await postMessage(mei, { orderId: atWork, body: "Thank you, this already reads much better." });

  const held = await s.daysAgo(1.4).paid(mei, vaccination, health);
  await s.later(HOUR).taken(held, priya);
  await startOrder(priya, { orderId: held });
  await holdOrder(ada, {
    orderId: held,
    reason: "The author is checking with a co-author whether the manuscript can be shared.",
  });

  const fresh = await s.daysAgo(0.3).paid(amara, canopy, { ...climate, turnaround: "14d" });
  await s.later(HOUR).taken(fresh, jonas);
  await drainJobs();

  await secondReading(s);
  await changedPrices(s);
  await discounts(s);
  await partners(s);

  const resubmitted = await s.daysAgo(0.2).reEdited(amara, canopyDone, canopy);
  await s.later(40 * MINUTE).taken(resubmitted, jonas);
  await startOrder(jonas, { orderId: resubmitted });
  await drainJobs();

  // Capacity for one more order, so this one takes nothing from people trying the demo.
  await database().updateTable("editors").set({ parallelOrders: 5 }).where("uid", "=", priya.uid).execute();
  const underReview = await s.daysAgo(0.15).respondedTo(amara, certified, vaccination);
  await s.later(30 * MINUTE).taken(underReview, priya);
  await startOrder(priya, { orderId: underReview });
  await drainJobs();

  // Custom quotes: one to answer, one with its author.
  const unusual: ChoicesPatch = { service: null, turnaround: null };
  const requested = await s.daysAgo(0.1).draft(mei, vaccination, { ...health, ...unusual });
  await requestQuote(mei, {
    orderId: requested,
    quoteRequirements:
      "I'm submitting to a journal with a word limit of 2,500. Could you also suggest what to cut? The tables come from a co-author and shouldn't be touched.",
    quoteWantedAt: wallClock(after(s.now, 20 * DAY), mei.timeZone ?? "UTC"),
  });
  const withOffer = await s.daysAgo(0.09).draft(mei, canopy, { ...climate, ...unusual });
  const { quoteId } = await requestQuote(mei, {
    orderId: withOffer,
    quoteRequirements: "Three chapters follow this one until March. I'd like the same editor and one price for each.",
  });
  await sendOffer(sam, {
    quoteId,
    service: "substantive",
    total: "75",
    dueAt: wallClock(after(s.now, 12 * DAY), sam.timeZone ?? "UTC"),
    note: "This is the price for each of the four chapters. We'll keep the same editor for all of them.",
  });
  await drainJobs();

  // Looking for an editor, awaiting payment, quoted, and just started.
  await s.daysAgo(0.08).paid(mei, canopy, { ...climate, turnaround: "7d" });
  const unpaid = await s.daysAgo(0.06).quoted(mei, soil, { ...environment, service: "proofreading", turnaround: "3d" });
  await startPayment(mei, { orderId: unpaid });
  await s.daysAgo(0.05).quoted(amara, hedgerows, {
    ...ecology,
    service: "proofreading",
    documentType: "thesis",
    policy: "university-of-saltmarsh",
    supervisorName: "Dr. Helen Marsh",
    supervisorConsent: true,
  });
  await s
    .daysAgo(0.04)
    .draft(amara, soil, { service: null, turnaround: null, title: "Soil moisture memory, revised version" });

  s.daysAgo(0);
  await findMissedDisputes(s.now);
  await runClock(s.now);
  await drainJobs();
  // Older notifications have been read.
  const old = after(s.now, -6 * DAY);
  await database()
    .updateTable("notifications")
    .set({ read: true, unread: false, readAt: old })
    .where("userId", "is not", null)
    .where("createdAt", "<", old)
    .execute();
}

/** The first payout runs: Jonas is paid in US dollars, Priya in euros. Later on, she has chosen dollars again. */
async function payFirstRuns(s: Stage): Promise<void> {
  await seedRates(s.now);
  await seedPaidIn(priya.uid, "EUR", after(s.now, -40 * DAY));
  await prepareRun(ada, {});
  const runs = await database().selectFrom("payout_runs").select("id as runId").orderBy("id").execute();
  s.later(2 * HOUR);
  for (const run of runs) {
    await approveRun(ben, run);
    await sendRun(ben, run);
  }
  s.later(DAY);
  for (const run of runs) await settleRun(ada, run);
  await drainJobs();
  await seedPaidIn(priya.uid, "USD", after(s.now, DAY));
}
