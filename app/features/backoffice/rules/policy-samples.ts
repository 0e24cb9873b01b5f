/** The effects of a policy change on sample orders, which admins see before they approve it. */
import { type Figures } from "#app/features/policy/rules/figures.ts";
import { instantOf } from "#app/platform/rules/core/wall-clock.ts";
import { formatMoney, CURRENCY } from "#app/platform/rules/core/money.ts";
import { DAY, HOUR, MINUTE, after, formatDuration, formatInstant } from "#app/platform/rules/core/time.ts";
import {
  autoAcceptAt,
  cancelIsFree,
  editorFlags,
  queryTimes,
  revisionTurnaroundMs,
  revisionUntilAt,
} from "#app/features/pricing/rules/deadlines.ts";
import { SERVICE_LABELS, TURNAROUND_LABELS } from "#app/features/pricing/rules/policy.ts";
import { DEADLINE_PART } from "#app/features/pricing/rules/order-life-figures.ts";
import { PRICING_PART } from "#app/features/pricing/rules/pricing-figures.ts";
import { ADD_ONS, type AddOns, eachAddOn } from "#app/features/pricing/rules/add-ons.ts";
import type { PriceInput } from "#app/features/pricing/rules/price-receipt.ts";
import { discountFloor, priceOrder } from "#app/features/pricing/rules/price.ts";
import { priceProblem } from "#app/features/pricing/rules/price-limits.ts";
import { formatWords } from "#app/features/pricing/rules/word-counts.ts";
import { APPROVAL_PART } from "#app/features/pricing/rules/approval-figures.ts";
import { customLimits, includedWords } from "#app/features/pricing/rules/custom-price.ts";
import { MATCHING_PART } from "#app/features/matching/rules/matching-figures.ts";
import type { EditorEvents } from "#app/features/editors/rules/editor-for-matching.ts";
import { qualityScore, statsOf } from "#app/features/matching/rules/score.ts";
import { headStartMs, unassignedTimes } from "#app/features/matching/rules/waves.ts";
import { type Decider, businessDaysAfter, whoDecides } from "#app/features/payments/rules/refund-decision.ts";
import { REFUND_PART } from "#app/features/payments/rules/refund-figures.ts";
import { lateCase, refundFor } from "#app/features/payments/rules/refund.ts";
import type { RefundCase, RefundFacts } from "#app/features/payments/rules/refund-table.ts";
import { LEVELS, LEVEL_LABELS, payFor, reviewPay } from "#app/features/pricing/rules/editor-pay.ts";
import { type EditorRecord, earnedLevel } from "#app/features/editors/rules/levels.ts";
import { LEVEL_PART } from "#app/features/editors/rules/level-figures.ts";
import { PAYOUT_PART } from "#app/features/payouts/rules/payout-figures.ts";
import { ANSWER_PART } from "#app/features/orders/rules/draft/answer-figures.ts";
import { SAMPLE_PART } from "#app/features/orders/rules/draft/sample-figures.ts";
import { partDone, revisionOffer } from "#app/features/orders/rules/draft/editor-shares.ts";
import { decideBy } from "#app/features/orders/rules/deadline/late-order.ts";
import { QA_PART } from "#app/features/orders/rules/review/qa-figures.ts";
import { answerDueAt, giveUpAt } from "#app/features/quotes/rules/promise.ts";
import { planPayout } from "#app/features/payouts/rules/cutoff.ts";
import { HOURS_PART, serviceHoursOf } from "#app/features/policy/rules/hours-figures.ts";
import { type ServiceHours, isServiceDay } from "#app/features/company/rules/service-hours.ts";
import { SUPPORT_PART } from "#app/features/support/rules/promise-figures.ts";
import { type Promised, dueAfter, promisesOf } from "#app/features/support/rules/sla.ts";
import { TICKET_PRIORITIES, TICKET_PRIORITY_WORDS } from "#app/features/support/rules/ticket.ts";

/** A sample: a case, and the policy's result for it before and after. */
type Sample = { what: string; before: string; after: string };
export type SampleGroup = { title: string; samples: readonly Sample[] };

const DECIDERS: Record<Decider, string> = { support: "Support", admin: "An admin", "two admins": "Two admins" };

/** The lines of a group, as one version of the policy has them. */
type Lines = (figures: Figures) => readonly (readonly [what: string, says: string])[];

const SAMPLES: readonly Pick<PriceInput, "service" | "turnaround" | "billableWords" | "addOns" | "estimatePdf">[] = [
  { service: "proofreading", turnaround: "7d", billableWords: 800, addOns: {}, estimatePdf: false },
  { service: "proofreading", turnaround: "24h", billableWords: 5_000, addOns: {}, estimatePdf: false },
  {
    service: "copyediting",
    turnaround: "7d",
    billableWords: 5_000,
    addOns: { journalFormatting: true, referenceStyling: 40 },
    estimatePdf: false,
  },
  { service: "copyediting", turnaround: "7d", billableWords: 30_000, addOns: {}, estimatePdf: false },
  {
    service: "copyediting",
    turnaround: "14d",
    billableWords: 60_000,
    addOns: { secondReader: true },
    estimatePdf: false,
  },
  {
    service: "substantive",
    turnaround: "3d",
    billableWords: 8_000,
    addOns: { figuresAndTables: 6 },
    estimatePdf: true,
  },
  {
    service: "expert",
    turnaround: "48h",
    billableWords: 4_500,
    addOns: eachAddOn((code) => (ADD_ONS[code].unit ? 10 : true)) as AddOns,
    estimatePdf: false,
  },
];

const prices: Lines = (figures) => {
  const policy = PRICING_PART.of(figures);
  return SAMPLES.map((sample) => {
    const input: PriceInput = { ...sample, consentOverflow: true };
    const { service, billableWords, turnaround } = sample;
    const extras = [...includedWords(sample, policy), ...(sample.addOns.secondReader ? ["second reader"] : [])];
    const work = `${SERVICE_LABELS[service]}, ${formatWords(billableWords)}, ${TURNAROUND_LABELS[turnaround]}`;
    return [
      extras.length > 0 ? `${work}, with ${extras.join(", ")}` : work,
      priceProblem(input, policy) ? "Not offered" : formatMoney(priceOrder(input, policy).totalMinor, CURRENCY),
    ];
  });
};

const REFUNDS: readonly { what: string; row?: RefundCase; lateMs?: number; partDoneBp?: number }[] = [
  { what: "Delivered an hour late, 24 hours", lateMs: HOUR },
  { what: "Delivered 5 hours late, 24 hours", lateMs: 5 * HOUR },
  { what: "Delivered 12 hours late, 24 hours", lateMs: 12 * HOUR },
  { what: "Canceled right after an editor accepted", row: "cancel-after-acceptance" },
  { what: "Canceled with 40% done", row: "cancel-after-acceptance", partDoneBp: 4_000 },
  { what: "Canceled with 90% done", row: "cancel-after-acceptance", partDoneBp: 9_000 },
  { what: "Late revision closed", row: "late-revision" },
  { what: "Quality complaint upheld, problems remained", row: "quality-minor" },
  { what: "Canceled 2 hours late, before delivery", row: "cancel-late" },
];
const SAMPLE_PAID = { currency: CURRENCY, paidMinor: 20_000, editorPayMinor: 11_000 };

const refunds: Lines = (figures) => {
  const table = REFUND_PART.of(figures);
  return REFUNDS.flatMap(({ what, row, lateMs = 0, partDoneBp = 0 }): (readonly [string, string])[] => {
    const facts: RefundFacts = {
      ...SAMPLE_PAID,
      table,
      refundedMinor: 0,
      compensatedMinor: 0,
      editorFault: true,
      delivered: !row?.startsWith("cancel"),
      partDoneBp,
      withdrawalRight: false,
    };
    const found = row ?? lateCase(lateMs, DAY, table);
    const refund = found && refundFor(found, facts);
    const client = [what, refund ? formatMoney(refund.clientMinor, CURRENCY) : "Nothing"] as const;
    if (lateMs === 0) return [client];
    const editorMinor = refund ? refund.editorMinor : facts.editorPayMinor;
    return [
      client,
      [
        `${what}: the editor at fault gets, of ${formatMoney(SAMPLE_PAID.editorPayMinor, SAMPLE_PAID.currency)}`,
        formatMoney(editorMinor, CURRENCY),
      ],
    ];
  });
};

/** An order of 5,000 words in 7 days, paid at this moment and accepted at once. */
const PAID = new Date(0);
const WINDOW = 7 * DAY;
const RECORD_AGE = 90 * DAY;
const lives: Lines = (figures) => {
  const policy = DEADLINE_PART.of(figures);
  const { supportAt, clientChoiceAt } = unassignedTimes(PAID, WINDOW, MATCHING_PART.of(figures));
  const since = (at: Date) => formatDuration(at.getTime());
  const free = [...Array(49).keys()].filter((half) =>
    cancelIsFree({ paidAt: PAID, acceptedAt: PAID, openedAt: null }, after(PAID, (half * HOUR) / 2), policy),
  );
  return [
    ["No editor: support is told", `after ${since(supportAt)}`],
    ["No editor: the client can choose a refund", `after ${since(clientChoiceAt)}`],
    ["Canceled, files not opened: free", `for at least ${formatDuration((free.at(-1)! * HOUR) / 2)}`],
    ["Not started: staff are told", `after ${since(editorFlags(PAID, after(PAID, WINDOW), policy).unstartedAt)}`],
    ["A question isn't answered: work continues", `after ${since(queryTimes(PAID, policy).giveUpAt)}`],
    ["An extra charge: can be paid", `for ${formatDuration(policy.answer.chargeMs)}`],
    ["A later date: can be answered", `for ${formatDuration(policy.answer.dateMs)}`],
    ["Another change: can be answered", `for ${formatDuration(policy.answer.changeMs)}`],
    ["An editor takes over late: has", formatDuration((WINDOW * policy.takeover.editBp) / 10_000)],
    ["Very late: staff decide", `within ${since(decideBy(PAID, WINDOW, policy))}`],
    ["On hold", `at most ${formatDuration(policy.hold.mostMs)}`],
    ["A late revision: goes to another editor", `after ${formatDuration(policy.lateRevision.passOnMs)}`],
    ["A late revision: can be closed", `after ${formatDuration(policy.lateRevision.closableMs)}`],
    ["A late revision: is closed", `after ${formatDuration(policy.lateRevision.closesMs)}`],
    ["Delivered: accepted automatically", `after ${since(autoAcceptAt(PAID, 5_000, policy))}`],
    ["30,000 words delivered: accepted automatically", `after ${since(autoAcceptAt(PAID, 30_000, policy))}`],
    ["Delivered: free revisions", `${policy.revision.rounds} within ${since(revisionUntilAt(PAID, 5_000, policy))}`],
    ["A revision takes", formatDuration(revisionTurnaroundMs("7d", WINDOW, policy))],
    ["A revision of a 24-hour order takes", formatDuration(revisionTurnaroundMs("24h", DAY, policy))],
  ];
};

/** The search for an editor of orders paid at this moment, and how three editors rank for one. */
const searches: Lines = (figures) => {
  const policy = MATCHING_PART.of(figures);
  const only = (windowMs: number): string => `for ${formatDuration(headStartMs(windowMs, policy))}`;
  const event = (value: number) => ({ at: PAID, value });
  const none = { qa: [], ratings: [], onTime: [], responses: [], repeats: [] };
  const score = (events: Partial<EditorEvents>, fit = 1, fairness = 1): string => {
    const stats = statsOf({ ...none, ...events }, PAID, policy);
    return `${Math.round(qualityScore(stats, after(PAID, RECORD_AGE), policy).score * fit * fairness * 100)} of 100 points`;
  };
  const ten = (value: number) => Array.from({ length: 10 }, () => event(value));
  return [
    ["A newcomer", score({})],
    ["10 reviews of 90 points, 90 days ago", score({ qa: ten(0.9) })],
    ["10 ratings of 5 stars, 90 days ago", score({ ratings: ten(1) })],
    ["10 orders on time, 90 days ago", score({ onTime: ten(1) })],
    ["10 invites not answered, 90 days ago", score({ responses: ten(0) })],
    ["10 clients who came back, 90 days ago", score({ repeats: ten(1) })],
    ["A newcomer, another subfield", score({}, policy.sameFieldFitBp / 10_000)],
    ["A newcomer with a full week", score({}, 1, policy.leastFairnessBp / 10_000)],
    ["Preferred editor invited alone, 7 days", only(WINDOW)],
    ["Preferred editor invited alone, 6 hours", only(6 * HOUR)],
    ["Editors invited before the others", `${policy.waves[0]}, then ${policy.waves[1]}`],
    ["An invite is open, 7 days", `for ${formatDuration(policy.inviteExpiryMs["7d"])}`],
    ["An invite is open, 24 hours", `for ${formatDuration(policy.inviteExpiryMs["24h"])}`],
    ["An invite is open, 6 hours", `for ${formatDuration(policy.inviteExpiryMs["6h"])}`],
    ["Sample for invited editors", `up to ${formatWords(SAMPLE_PART.of(figures).words)}`],
  ];
};

/** Three editors whose record is the same under every policy. */
const EDITORS: readonly { what: string; record: EditorRecord }[] = [
  { what: "8 reviews passed", record: { qaPassed: 8, delivered: 9, counted: 9, late: 0, rating: 4.8 } },
  {
    what: "15 reviews passed, 40 orders, 4.7 stars",
    record: { qaPassed: 15, delivered: 40, counted: 40, late: 0, rating: 4.7 },
  },
  { what: "60 orders, 4.5 stars, 3% late", record: { qaPassed: 20, delivered: 60, counted: 60, late: 2, rating: 4.5 } },
];
const CUTOFF = after(PAID, 10 * DAY);
const editors: Lines = (figures) => {
  const levels = LEVEL_PART.of(figures);
  const payouts = PAYOUT_PART.of(figures);
  const pays = (amountMinor: number, ageMs: number, debtMinor = 0): string => {
    const plan = planPayout(
      {
        currency: "USD",
        earnings: [{ id: "sample", amountMinor, availableAt: after(CUTOFF, -ageMs) }],
        disputed: [],
        debtMinor,
        kycApproved: true,
        bank: { changedAt: PAID, usableAt: PAID, confirmed: true },
      },
      CUTOFF,
      CUTOFF,
      payouts,
    );
    return plan.payable ? formatMoney(plan.amountMinor, CURRENCY) : "Carried over";
  };
  return [
    ...EDITORS.map(({ what, record }) => [what, LEVEL_LABELS[earnedLevel("trial", record, levels)]] as const),
    ["$20.00 available for 10 days", pays(2_000, 10 * DAY)],
    ["$100.00 available for 2 days", pays(10_000, 2 * DAY)],
    ["$100.00 with a debt of $80.00", pays(10_000, 10 * DAY, 8_000)],
    ["New bank details are used", `after ${formatDuration(payouts.bankFrozenMs)}`],
  ];
};

/** Pay for sample orders: the editor by level, the second reader, and a reviewer. */
const earnings: Lines = (figures) => {
  const policy = PRICING_PART.of(figures);
  const deadlines = DEADLINE_PART.of(figures);
  const sample = { billableWords: 5_000, estimatePdf: false, consentOverflow: true, turnaround: "7d" } as const;
  const priced = (service: "copyediting" | "expert", secondReader: boolean) =>
    priceOrder({ ...sample, service, addOns: secondReader ? { secondReader } : {} }, policy);
  const [plain, read, expert] = [priced("copyediting", false), priced("copyediting", true), priced("expert", false)];
  const money = (amountMinor: number): string => formatMoney(amountMinor, CURRENCY);
  const agreedMinor = 8_250;
  const left = { words: 4_500, billableWords: 5_000, hasCopy: true };
  return [
    ...LEVELS.map(
      (level) =>
        [
          `Copyediting for ${money(plain.listMinor)}, ${LEVEL_LABELS[level].toLowerCase()} editor`,
          money(payFor(plain, level, policy.pay).editorMinor),
        ] as const,
    ),
    ...(["Copyediting with a second reader", "Expert"] as const).flatMap((what, i) => {
      const price = [read, expert][i]!;
      const pay = payFor(price, "senior", policy.pay, "senior");
      return [
        [`${what} for ${money(price.listMinor)}, senior editor`, money(pay.editorMinor)],
        [`${what} for ${money(price.listMinor)}, senior second reader`, money(pay.secondReaderMinor)],
      ] as const;
    }),
    [
      `Handed back with 90% done, of ${money(agreedMinor)}`,
      money(partDone({ keptBp: 0 }, agreedMinor, left, deadlines).payMinor),
    ],
    [`Revision by another editor, of ${money(agreedMinor)}`, money(revisionOffer(agreedMinor, deadlines))],
    [`Review of an order for ${money(plain.listMinor)}`, money(reviewPay(plain.listMinor, policy.pay))],
    [
      `Copyediting for ${money(plain.listMinor)}, the lowest price with a discount`,
      money(discountFloor("copyediting", plain.editorBasisMinor, policy)),
    ],
  ];
};

/** Who decides on a refund, and what support may offer and charge. */
const approvals: Lines = (figures) => {
  const policy = APPROVAL_PART.of(figures);
  const decides = (amountMinor: number, paidMinor: number): string =>
    DECIDERS[whoDecides({ amountMinor, paidMinor, decidedBeforeMinor: 0 }, policy)];
  const work = {
    service: "copyediting",
    billableWords: 5_000,
    addOns: {},
    estimatePdf: false,
    windowMs: WINDOW,
  } as const;
  const pricing = PRICING_PART.of(figures);
  const { leastMinor, mostMinor } = customLimits(work, "support", pricing, policy);
  return [
    ["Refund of $50.00 for an order of $150.00", decides(5_000, 15_000)],
    ["Refund of $90.00 for an order of $200.00", decides(9_000, 20_000)],
    ["Refund of $90.00 for an order of $150.00", decides(9_000, 15_000)],
    ["Refund of $300.00 for an order of $800.00", decides(30_000, 80_000)],
    ["Refund of $700.00 for an order of $1,000.00", decides(70_000, 100_000)],
    [
      "Custom quote by support, copyediting, 5,000 words, 7 days",
      `${formatMoney(leastMinor, CURRENCY)} to ${formatMoney(mostMinor, CURRENCY)}`,
    ],
    ["Extra charge by staff", `at most ${formatMoney(policy.charge.mostMinor, CURRENCY)}`],
  ];
};

/** How much of 100 orders is reviewed on average, and after which ratings. */
const reviews: Lines = (figures) => {
  const { firstOrders, sampleOneIn, lowRating, ...qa } = QA_PART.of(figures);
  const about = (reviewed: number): string => `about ${Math.round(reviewed)} reviewed`;
  return [
    ["100 orders of a new editor", about(firstOrders + (100 - firstOrders) / sampleOneIn)],
    ["100 orders of an experienced editor", about(100 / sampleOneIn)],
    ...[2, 3, 4].map((stars) => [`Rated ${stars} stars`, stars <= lowRating ? "Reviewed" : "Not reviewed"] as const),
    ...[72, 80, 88].map((total) => [`Scored ${total} of 100`, total >= qa.passMark ? "Passed" : "Sent back"] as const),
    ["Rated low: reviewed", `within ${formatDuration(qa.afterDeliveryMs)}`],
    ["A score can be appealed", `for ${formatDuration(qa.appeal.openMs)}`],
    ["An appeal is decided", `within ${formatDuration(qa.appeal.dueMs)}`],
  ];
};

/** A Friday at 4 PM in Berlin, an hour before support closes by the hours the product comes with. */
const FRIDAY = new Date("2026-11-27T15:00:00Z");
const hoursIn = (figures: Figures): ServiceHours => serviceHoursOf(HOURS_PART.of(figures));
const ticketsFrom =
  (at: Date): Lines =>
  (figures) => {
    const promises = SUPPORT_PART.of(figures);
    const hours = hoursIn(figures);
    const by = (promised: Promised): string =>
      formatInstant(dueAfter(at, promised, hours), hours.timeZone, { now: at, deadline: true });
    return TICKET_PRIORITIES.flatMap((priority) => {
      const { firstResponse, resolution } = promisesOf(priority, promises, hours);
      const word = TICKET_PRIORITY_WORDS[priority];
      return [
        [`${word}: first response`, `by ${by(firstResponse)}`],
        [`${word}: resolution`, `by ${by(resolution)}`],
      ] as const;
    });
  };

/** When a quote request and a complaint of the same moment are answered. */
const answersFrom =
  (at: Date): Lines =>
  (figures) => {
    const hours = hoursIn(figures);
    const { quote, complaint } = ANSWER_PART.of(figures);
    const by = (due: Date): string => formatInstant(due, hours.timeZone, { now: at, deadline: true });
    return [
      ["Quote request: answered", `by ${by(answerDueAt(at, { quote, hours }))}`],
      ["Quote request: closed unanswered", by(giveUpAt(at, { quote, hours }))],
      ["Offer that needs an editor: they answer", `by ${by(after(at, quote.askMs))}`],
      ["Complaint: decided", `by ${by(businessDaysAfter(at, complaint.decideDays, hours))}`],
    ];
  };

/**
 * The last day that's open in both before the first day on which only one of them is closed, or null. As midnight in
 * UTC, in ms.
 */
function dayBeforeClosure(before: ServiceHours, after: ServiceHours): number | null {
  const differs = [...before.closures, ...after.closures]
    .flatMap(({ firstMs, lastMs }) => Array.from({ length: (lastMs - firstMs) / DAY + 1 }, (_, i) => firstMs + i * DAY))
    .filter((day) => isServiceDay(day, before) !== isServiceDay(day, after));
  if (differs.length === 0) return null;
  const first = Math.min(...differs);
  // A year is enough to look back over any closures, and an end in any case.
  for (let day = first - DAY; day > first - 365 * DAY; day -= DAY)
    if (isServiceDay(day, before) && isServiceDay(day, after)) return day;
  return null;
}

/**
 * What arrives when a change shows: an hour before support closes for a holiday that one version knows, or on a Friday.
 */
function arrivals(before: Figures, after: Figures): { title: string; lines: Lines }[] {
  const hours = hoursIn(before);
  const day = dayBeforeClosure(hours, hoursIn(after));
  const wall = new Date(day === null ? 0 : day + hours.closesAtMinute * MINUTE - HOUR).toISOString().slice(0, 16);
  const at = day === null ? FRIDAY : instantOf(wall, hours.timeZone)!;
  const same = day === null && JSON.stringify(hours) === JSON.stringify(hoursIn(after));
  const when = same
    ? "on a Friday an hour before support closes"
    : formatInstant(at, hours.timeZone, { deadline: true });
  return [
    { title: `Sample tickets, opened ${when}`, lines: ticketsFrom(at) },
    { title: `Sample quote request and complaint, sent ${when}`, lines: answersFrom(at) },
  ];
}

const GROUPS: readonly { title: string; lines: Lines }[] = [
  { title: "Sample orders, list price", lines: prices },
  { title: "Sample refunds for an order of $200.00", lines: refunds },
  { title: "The life of a sample order, 7 days", lines: lives },
  { title: "Sample searches for an editor", lines: searches },
  { title: "Sample editors and payouts", lines: editors },
  { title: "Sample earnings", lines: earnings },
  { title: "Sample decisions", lines: approvals },
  { title: "Sample reviews", lines: reviews },
];

/** The samples under two versions of the policy: only the groups in which something differs. */
export const sampleEffects = (before: Figures, after: Figures): SampleGroup[] =>
  [...GROUPS, ...arrivals(before, after)].flatMap(({ title, lines }) => {
    const next = lines(after);
    const samples = lines(before).map(([what, says], i): Sample => ({ what, before: says, after: next[i]![1] }));
    return samples.some((it) => it.before !== it.after) ? [{ title, samples }] : [];
  });
