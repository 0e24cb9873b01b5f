/** The money that came in for an order: its payments, followed to the bank, with their refunds and disputes. */
import { after } from "#app/platform/rules/core/time.ts";
import { DISPUTE_STATUS_WORDS } from "#app/features/payments/rules/dispute.ts";
import { type BookChain, type BookStep, STATEMENT_MS, iso, keysOf, pdf, same, step } from "./open-book-steps.ts";
import type { BookDispute, BookFacts, BookPayment, BookRefund, BookTransaction } from "./open-book-facts.ts";

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
    what: p.creditLineId === null ? "Paid" : "Placed on credit",
    state: "done",
    amountMinor: p.amountMinor,
    at: iso(p.succeededAt),
    detail: p.cardLabel ?? "",
    link: pdf(p.invoiceId, `Invoice ${p.invoiceNumber}`),
    entries,
  });
  if (p.method === "balance") return [paid, ...statementSteps(p, now)];
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
    detail: moved.feeMinor === 0 ? "The card provider charged none." : "",
    entries: keysOf(facts, (e) => e.key === `fee:${moved.id}`),
  });
  return [paid, fee, ...toTheBank(`${p.id}:charge`, moved, now)];
}

/** An order on credit, followed to the monthly statement that lists it and to what pays that. */
function statementSteps(p: BookPayment, now: Date): BookStep[] {
  if (p.creditLineId === null) return [];
  const stated = { key: `${p.id}:statement`, what: "Monthly statement" };
  const { statementId, statementNumber, statementDueAt: due, statementSettledAt: settled } = p;
  if (!statementId || !due) return [step({ ...stated, state: "waiting" }, ["Waiting for the month to end (UTC)."])];
  const link = { to: `/api/statements/${statementId}/pdf`, label: `Statement ${statementNumber}` };
  const settling = { key: `${p.id}:settled`, what: "Statement paid" };
  return [
    step({ ...stated, state: "done", link }),
    settled
      ? step({ ...settling, state: "done", at: iso(settled) })
      : step({ ...settling, state: due < now ? "late" : "waiting" }, ["Waiting for the organization to pay, due", due]),
  ];
}

/** A transaction at the provider followed to our bank: the payout that has it, and the bank line of that payout. */
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
          detail: r.failure ?? "The card's bank returned it.",
        },
        ["Waiting for an admin to retry it on the refunds page."],
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
  // Money withheld in a dispute is followed there.
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
        what: t.amountMinor < 0 ? "Withheld" : "Returned",
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
