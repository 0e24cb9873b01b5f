/**
 * The open book of an order: each payment followed to the bank line it arrived in, and each earning to the bank line it was paid with.
 * What hasn't happened yet says what it's waiting for. Amounts are in minor units, negative when money leaves us.
 */
import { formatMoney } from "#app/platform/rules/core/money.ts";
import { DAY, after } from "#app/platform/rules/core/time.ts";
import type { DisputeKind, DisputeStatus } from "#app/features/payments/rules/dispute.ts";
import { DISPUTE_STATUS_WORDS } from "#app/features/payments/rules/dispute.ts";
import type { ProviderPayoutStatus, ProviderTransactionKind } from "#app/features/payments/rules/provider-account.ts";
import { explainEarning } from "#app/features/payouts/rules/explain-earning.ts";
import type { EarningState, PayoutState } from "#app/features/payouts/rules/flow.ts";
import { paidWords, rateWords } from "#app/features/payouts/rules/exchange.ts";
import { reasonOf } from "#app/features/payouts/rules/return-codes.ts";

export type BookPayment = {
  id: string;
  status: "starting" | "open" | "succeeded" | "expired" | "failed";
  amountMinor: number;
  currency: string;
  cardLabel: string | null;
  surplus: boolean;
  paymentIntentId: string | null;
  /** Why an extra charge was made; null for the order itself. */
  charge: string | null;
  createdAt: Date;
  succeededAt: Date | null;
  invoiceId: string | null;
  invoiceNumber: string | null;
};
export type BookRefund = {
  id: string;
  paymentId: string;
  status: "requested" | "sent" | "succeeded" | "failed";
  amountMinor: number;
  currency: string;
  failure: string | null;
  basis: readonly string[];
  providerRefundId: string | null;
  createdAt: Date;
  settledAt: Date | null;
  noteId: string | null;
  noteNumber: string | null;
};
export type BookDispute = {
  id: string;
  paymentId: string;
  providerDisputeId: string;
  kind: DisputeKind;
  status: DisputeStatus;
  amountMinor: number;
  feeMinor: number;
  currency: string;
  openedAt: Date;
  closedAt: Date | null;
};
/** A movement at the card provider, with the payout that carried it and the bank line that payout arrived in. */
export type BookTransaction = {
  id: string;
  kind: ProviderTransactionKind;
  amountMinor: number;
  feeMinor: number;
  currency: string;
  sourceId: string | null;
  paymentIntentId: string | null;
  paymentId: string | null;
  refundId: string | null;
  entryKey: string | null;
  madeAt: Date;
  availableAt: Date;
  payoutId: string | null;
  payoutMinor: number | null;
  payoutStatus: ProviderPayoutStatus | null;
  payoutMadeAt: Date | null;
  arrivesAt: Date | null;
  /** The provider's transaction that is the payout, which names its journal entry. */
  payoutTransactionId: string | null;
  lineId: string | null;
  lineAt: Date | null;
  lineMinor: number | null;
  lineKey: string | null;
  statement: string | null;
};
export type BookEarning = {
  id: string;
  editorName: string;
  editorId: string;
  status: EarningState;
  part: string;
  reviewId: string | null;
  amountMinor: number;
  basisMinor: number;
  shareBp: number;
  readerShareBp: number;
  reason: string;
  currency: string;
  createdAt: Date;
  availableAt: Date | null;
};
export type BookPayout = {
  id: string;
  earningId: string;
  status: PayoutState;
  amountMinor: number;
  debtMinor: number;
  currency: string;
  /** What the bank is asked to pay and the frozen rate, of a payout in euros. */
  paidCurrency: string | null;
  paidMinor: number | null;
  rateMicros: number | null;
  rateOn: string | null;
  rateSource: string | null;
  endToEndId: string;
  createdAt: Date;
  paidAt: Date | null;
  returnedAt: Date | null;
  returnCode: string | null;
  runId: string;
  runNumber: string;
  approvedAt: Date | null;
  sentAt: Date | null;
  invoiceId: string | null;
  invoiceNumber: string | null;
};
export type BookBankLine = {
  id: string;
  payoutId: string;
  amountMinor: number;
  currency: string;
  bookedAt: Date;
  entryKey: string | null;
  statement: string;
};
/** A journal entry, and what it is about. */
export type BookEntry = { key: string; causeType: string; causeId: string; kind: string };

export type BookFacts = {
  /** The order's payment is with the bank. */
  disputed: boolean;
  /** The next cut-off of payouts. */
  cutoffAt: Date;
  payments: readonly BookPayment[];
  refunds: readonly BookRefund[];
  disputes: readonly BookDispute[];
  transactions: readonly BookTransaction[];
  earnings: readonly BookEarning[];
  payouts: readonly BookPayout[];
  lines: readonly BookBankLine[];
  entries: readonly BookEntry[];
};

export type BookState = "done" | "waiting" | "late" | "stopped";
export type BookStep = {
  key: string;
  what: string;
  state: BookState;
  /** What moved; null where nothing has, or nothing does. */
  amountMinor: number | null;
  /** ISO: when it happened. */
  at: string | null;
  /** Only its day is known, in UTC: a bank's statement has no times. */
  day: boolean;
  detail: string;
  /** What it's waiting for, with the day it's expected if there is one (ISO). */
  waits: { says: string; at: string | null } | null;
  link: { to: string; label: string } | null;
  /** Keys of the journal entries it was booked with. */
  entries: readonly string[];
};
export type BookChain = {
  key: string;
  title: string;
  amountMinor: number;
  currency: string;
  steps: readonly BookStep[];
};

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;
const step = (
  of: Pick<BookStep, "key" | "what" | "state"> & Partial<Omit<BookStep, "waits">>,
  waits: [says: string, at?: Date | null] | null = null,
): BookStep => ({
  amountMinor: null,
  at: null,
  day: false,
  detail: "",
  link: null,
  entries: [],
  ...of,
  waits: waits ? { says: waits[0], at: iso(waits[1] ?? null) } : null,
});
const pdf = (id: string | null, label: string): BookStep["link"] =>
  id ? { to: `/api/invoices/${id}/pdf`, label } : null;

/** How long a bank statement may take before it's late. */
const STATEMENT_MS = 5 * DAY;

/** Every payment of the order, oldest first, with the refunds and disputes that came after it. */
export function moneyIn(facts: BookFacts, now: Date): BookChain[] {
  return facts.payments
    .filter((p) => p.status === "succeeded" || p.status === "open" || p.status === "starting")
    .map((p) => {
      const moved = facts.transactions.find(
        (t) => t.kind === "charge" && (t.paymentId === p.id || same(t.paymentIntentId, p.paymentIntentId)),
      );
      return {
        key: p.id,
        title: p.surplus ? "Surplus payment" : p.charge ? `Extra charge: ${p.charge}` : "Payment for the order",
        amountMinor: p.amountMinor,
        currency: p.currency,
        steps: [
          ...paymentSteps(p, moved, facts, now),
          ...facts.refunds.filter((r) => r.paymentId === p.id).flatMap((r) => refundSteps(r, facts, now)),
          ...facts.disputes.filter((d) => d.paymentId === p.id).flatMap((d) => disputeSteps(d, facts, now)),
        ],
      };
    });
}

const same = (one: string | null, other: string | null): boolean => one !== null && one === other;
const keysOf = (facts: BookFacts, is: (entry: BookEntry) => boolean): string[] =>
  facts.entries.filter(is).map((e) => e.key);

function paymentSteps(p: BookPayment, moved: BookTransaction | undefined, facts: BookFacts, now: Date): BookStep[] {
  if (p.status !== "succeeded")
    return [
      step({ key: `${p.id}:paid`, what: "Paid", state: "waiting" }, [
        "Waiting for the client to pay, since",
        p.createdAt,
      ]),
    ];
  const entries = keysOf(facts, (e) => e.causeType === "payment" && e.causeId === p.id);
  const paid = step({
    key: `${p.id}:paid`,
    what: "Paid",
    state: "done",
    amountMinor: p.amountMinor,
    at: iso(p.succeededAt),
    detail: p.cardLabel ?? "",
    link: pdf(p.invoiceId, `Invoice ${p.invoiceNumber}`),
    entries,
  });
  if (!moved)
    return [
      paid,
      step({ key: `${p.id}:fee`, what: "Card fee", state: "waiting" }, [
        "Waiting for the card provider to list the payment.",
      ]),
    ];
  const fee = step({
    key: `${p.id}:fee`,
    what: "Card fee",
    state: moved.entryKey === null ? "waiting" : "done",
    amountMinor: -moved.feeMinor,
    at: iso(moved.madeAt),
    detail: moved.feeMinor === 0 ? "The card provider took none." : "",
    entries: keysOf(facts, (e) => e.key === `fee:${moved.id}`),
  });
  return [paid, fee, ...toTheBank(`${p.id}:charge`, moved, now)];
}

/** A movement at the provider followed to our bank: the payout that has it, and the bank line of that payout. */
function toTheBank(key: string, moved: BookTransaction, now: Date): BookStep[] {
  const what = "Provider's payout";
  if (!moved.payoutId || !moved.payoutStatus)
    return [
      step(
        { key: `${key}:payout`, what, state: "waiting" },
        moved.availableAt > now
          ? ["The card provider can pay it out from", moved.availableAt]
          : ["Waiting for the card provider's next payout to our bank."],
      ),
    ];
  const entries = moved.payoutTransactionId ? [`provider:${moved.payoutTransactionId}`] : [];
  const share = { amountMinor: moved.amountMinor - moved.feeMinor, at: iso(moved.payoutMadeAt), entries };
  const link = { to: "/admin/reconciliation", label: moved.payoutId };
  if (moved.payoutStatus === "failed" || moved.payoutStatus === "canceled")
    return [
      step({ key: `${key}:payout`, what, state: "late", ...share, link, detail: "It didn't reach our bank." }, [
        "The money is at the card provider again. Waiting for its next payout.",
      ]),
    ];
  const sent = step({ key: `${key}:payout`, what, state: "done", ...share, link, detail: "Its share of the payout." });
  if (moved.lineId)
    return [
      sent,
      step({
        key: `${key}:line`,
        what: "Bank line",
        state: "done",
        amountMinor: moved.lineMinor,
        at: iso(moved.lineAt),
        day: true,
        detail: `The whole payout, on ${moved.statement ?? "a bank statement"}.`,
        entries: moved.lineKey ? [moved.lineKey] : [],
      }),
    ];
  const due = moved.arrivesAt ?? now;
  return [
    sent,
    step(
      { key: `${key}:line`, what: "Bank line", state: after(due, STATEMENT_MS) < now ? "late" : "waiting" },
      due > now ? ["On its way to our bank, due", due] : ["Waiting for the bank statement of", due],
    ),
  ];
}

function refundSteps(r: BookRefund, facts: BookFacts, now: Date): BookStep[] {
  const entries = keysOf(facts, (e) => e.causeType === "refund" && e.causeId === r.id);
  const of = { key: `${r.id}:refund`, what: "Refund", detail: r.basis[0] ?? "", entries };
  const note = pdf(r.noteId, `Credit note ${r.noteNumber}`);
  if (r.status === "failed")
    return [
      step(
        {
          ...of,
          state: "late",
          at: iso(r.settledAt ?? r.createdAt),
          detail: r.failure ?? "The card's bank sent it back.",
        },
        ["Waiting for an admin to try again on the page of refunds."],
      ),
    ];
  if (r.status !== "succeeded")
    return [
      step({ ...of, state: "waiting", amountMinor: -r.amountMinor, at: iso(r.createdAt) }, [
        r.status === "sent" ? "With the card's bank." : "Waiting to be sent to the card provider.",
      ]),
    ];
  const back = step({
    ...of,
    state: "done",
    amountMinor: -r.amountMinor,
    at: iso(r.settledAt),
    link: note,
  });
  const moved = facts.transactions.find(
    (t) => t.kind === "refund" && (same(t.sourceId, r.providerRefundId) || t.refundId === r.id),
  );
  // What the bank took in a dispute is followed there.
  return moved ? [back, ...toTheBank(`${r.id}:refund`, moved, now)] : [back];
}

function disputeSteps(d: BookDispute, facts: BookFacts, now: Date): BookStep[] {
  const open = d.status === "needs_response" || d.status === "under_review";
  const opened = step(
    {
      key: `${d.id}:dispute`,
      what: d.kind === "inquiry" ? "Inquiry by the card's bank" : "Dispute",
      state: open ? "waiting" : d.status === "lost" ? "late" : "done",
      at: iso(d.closedAt ?? d.openedAt),
      detail: DISPUTE_STATUS_WORDS[d.status],
      link: { to: `/admin/disputes/${d.id}`, label: "Open dispute" },
      entries: keysOf(facts, (e) => e.causeType === "dispute" && e.causeId === d.id && e.kind === "dispute_lost"),
    },
    open ? [d.status === "needs_response" ? "Waiting for our evidence." : "Waiting for the bank's decision."] : null,
  );
  const movements = facts.transactions
    .filter((t) => t.kind === "dispute" && t.sourceId === d.providerDisputeId)
    .toSorted((a, b) => a.madeAt.getTime() - b.madeAt.getTime())
    .flatMap((t) => [
      step({
        key: t.id,
        what: t.amountMinor < 0 ? "Withheld" : "Given back",
        state: "done",
        amountMinor: t.amountMinor - t.feeMinor,
        at: iso(t.madeAt),
        detail: t.feeMinor === 0 ? "" : "With the fee for the dispute.",
        entries: t.entryKey ? [t.entryKey] : [],
      }),
      ...toTheBank(t.id, t, now),
    ]);
  return [opened, ...movements];
}

const PART_WORDS: Readonly<Record<string, string>> = {
  reading: "second reading",
  review: "quality review",
  revision: "revision",
  new_words: "new words",
  part: "part done",
};

/** Every earning of the order, oldest first, with each payout it was in. */
export function moneyOut(facts: BookFacts, now: Date): BookChain[] {
  return facts.earnings.map((e) => {
    const part = e.reviewId ? "quality review" : PART_WORDS[e.part];
    const paidIn = facts.payouts
      .filter((p) => p.earningId === e.id)
      .toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
    return {
      key: e.id,
      title: part ? `${e.editorName}, ${part}` : e.editorName,
      amountMinor: -e.amountMinor,
      currency: e.currency,
      steps: [...earningSteps(e, facts), ...paidIn.flatMap((p) => payoutSteps(p, facts, now)), ...nextPayout(e, facts)],
    };
  });
}

/** How an earning came to be and changed; its other entries make it payable. */
const EARNED: ReadonlySet<string> = new Set([
  "earning_pending",
  "review_earned",
  "earning_reversed",
  "earning_reduced",
]);

function earningSteps(e: BookEarning, facts: BookFacts): BookStep[] {
  const entries = (earned: boolean) =>
    keysOf(facts, (x) => x.causeType === "earning" && x.causeId === e.id && EARNED.has(x.kind) === earned);
  const earned = step({
    key: `${e.id}:earned`,
    what: "Earned",
    state: e.status === "reversed" ? "stopped" : "done",
    amountMinor: -e.amountMinor,
    at: iso(e.createdAt),
    detail: e.status === "reversed" ? "Taken back after a refund." : `${explainEarning(e).replace(/\.$/, "")}.`,
    entries: entries(true),
  });
  if (e.status === "reversed") return [earned];
  return [
    earned,
    e.availableAt
      ? step({
          key: `${e.id}:available`,
          what: "Payable",
          state: "done",
          at: iso(e.availableAt),
          entries: entries(false),
        })
      : step({ key: `${e.id}:available`, what: "Payable", state: "waiting" }, [
          "Waiting for the author to accept the delivery.",
        ]),
  ];
}

/** What an earning that is in no payout is waiting for. */
function nextPayout(e: BookEarning, { disputed, cutoffAt }: BookFacts): BookStep[] {
  if (e.status !== "available" && e.status !== "returned") return [];
  return [
    step(
      { key: `${e.id}:next`, what: e.status === "returned" ? "Next payout" : "Payout", state: "waiting" },
      disputed
        ? ["On hold until the bank has decided about the payment."]
        : ["Waiting for a payout run. The next cut-off is on", cutoffAt],
    ),
  ];
}

function payoutSteps(p: BookPayout, facts: BookFacts, now: Date): BookStep[] {
  const entries = (kind: string) =>
    keysOf(facts, (e) => e.causeType === "payout" && e.causeId === p.id && e.kind === kind);
  const started = step({
    key: `${p.id}:run`,
    what: "Payout",
    state: p.status === "cancelled" ? "stopped" : "done",
    amountMinor: -p.amountMinor,
    at: iso(p.createdAt),
    detail:
      p.status === "cancelled"
        ? "Taken out of its run before it was sent."
        : `The editor's whole payout${p.debtMinor > 0 ? ", after a debt was deducted" : ""}, reference ${p.endToEndId}.${
            p.paidCurrency === null ? "" : ` Paid as ${paidWords(p)} at ${rateWords(p)}.`
          }`,
    link: { to: `/admin/payouts/bank-batch?run=${p.runId}`, label: p.runNumber },
    entries:
      p.status === "cancelled"
        ? keysOf(facts, (e) => e.causeType === "payout" && e.causeId === p.id)
        : entries("payout_started"),
  });
  if (p.status === "cancelled") return [started];
  if (p.status === "prepared")
    return [
      started,
      step({ key: `${p.id}:sent`, what: "Sent to the bank", state: "waiting" }, [
        "Waiting for a second admin to approve the run.",
      ]),
    ];
  const invoice = pdf(p.invoiceId, `Self-billed invoice ${p.invoiceNumber}`);
  if (p.status === "approved")
    return [
      started,
      step({ key: `${p.id}:sent`, what: "Sent to the bank", state: "waiting", link: invoice }, [
        "Waiting for an admin to download the bank file.",
      ]),
    ];
  const sent = step({ key: `${p.id}:sent`, what: "Sent to the bank", state: "done", at: iso(p.sentAt), link: invoice });
  if (p.status === "sent")
    return [
      started,
      sent,
      step({ key: `${p.id}:settled`, what: "Paid by the bank", state: "waiting" }, [
        "Waiting for the bank's report, or for an admin to mark it as paid.",
      ]),
    ];
  const came = p.status === "rejected" || p.status === "returned";
  const settled = step({
    key: `${p.id}:settled`,
    what:
      p.status === "rejected"
        ? "Rejected by the bank"
        : p.status === "returned"
          ? "Returned by the bank"
          : "Paid by the bank",
    state: came ? "late" : "done",
    amountMinor: p.status === "paid" ? -p.amountMinor : null,
    at: iso(p.returnedAt ?? p.paidAt),
    detail: p.returnCode ? sentence(reasonOf(p.returnCode).says) : "",
    entries: [...entries("payout_paid"), ...entries("payout_returned")],
  });
  return [started, sent, settled, ...bankLines(p, facts, now)];
}

const sentence = (says: string): string => `${says.charAt(0).toUpperCase()}${says.slice(1)}.`;

function bankLines(p: BookPayout, facts: BookFacts, now: Date): BookStep[] {
  const lines = facts.lines.filter((l) => l.payoutId === p.id);
  const shown = lines.map((l) =>
    step({
      key: l.id,
      what: "Bank line",
      state: "done",
      amountMinor: l.amountMinor,
      at: iso(l.bookedAt),
      day: true,
      detail: `${l.amountMinor < 0 ? "Left" : "Came back to"} our account, on ${l.statement}.${
        p.paidCurrency === null || Math.abs(l.amountMinor) === p.amountMinor
          ? ""
          : ` The bank exchanged it at its own rate: ${formatMoney(l.amountMinor + (l.amountMinor < 0 ? p.amountMinor : -p.amountMinor), l.currency)}.`
      }`,
      entries: [...(l.entryKey ? [l.entryKey] : []), ...keysOf(facts, (e) => e.key === `exchange:${l.id}`)],
    }),
  );
  // A payout that the bank never carried out isn't on a statement.
  const expected = p.status === "paid" ? 1 : p.status === "returned" ? 2 : 0;
  if (lines.length >= expected) return shown;
  const since = p.returnedAt ?? p.paidAt ?? now;
  return [
    ...shown,
    step({ key: `${p.id}:line`, what: "Bank line", state: after(since, STATEMENT_MS) < now ? "late" : "waiting" }, [
      "Waiting for the bank statement of",
      since,
    ]),
  ];
}

/** What the order came to, from its journal: what the client paid, where it went, and what is left of it. */
export type BookSums = {
  paidMinor: number;
  refundedMinor: number;
  withheldMinor: number;
  taxMinor: number;
  feesMinor: number;
  editorsMinor: number;
  leftMinor: number;
};
/** @param lines of the order's own entries, debits positive */
export function bookSums(
  facts: Pick<BookFacts, "payments" | "refunds">,
  lines: readonly { account: string; amountMinor: number }[],
): BookSums {
  const of = (...accounts: string[]) =>
    lines.reduce((sum, l) => (accounts.includes(l.account) ? sum + l.amountMinor : sum), 0);
  const sumOf = (rows: readonly { amountMinor: number }[]) => rows.reduce((sum, r) => sum + r.amountMinor, 0);
  const paidMinor = sumOf(facts.payments.filter((p) => p.status === "succeeded"));
  const refundedMinor = sumOf(facts.refunds.filter((r) => r.status === "succeeded"));
  const withheldMinor = of("disputed");
  const taxMinor = 0 - of("tax_payable");
  const feesMinor = of("provider_fees", "dispute_fees");
  const editorsMinor = of("editor_cost", "review_cost", "goodwill");
  return {
    paidMinor,
    refundedMinor,
    withheldMinor,
    taxMinor,
    feesMinor,
    editorsMinor,
    leftMinor: paidMinor - refundedMinor - withheldMinor - taxMinor - feesMinor - editorsMinor,
  };
}
