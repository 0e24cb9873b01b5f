/** The money that goes to an order's editors: each earning, followed to the bank line it was paid with. */
import { formatMoney } from "#app/platform/rules/core/money.ts";
import { after } from "#app/platform/rules/core/time.ts";
import { explainEarning } from "#app/features/payouts/rules/explain-earning.ts";
import { paidWords, rateWords } from "#app/features/payouts/rules/exchange.ts";
import { reasonOf } from "#app/features/payouts/rules/return-codes.ts";
import { type BookChain, type BookStep, STATEMENT_MS, iso, keysOf, pdf, step } from "./open-book-steps.ts";
import type { BookEarning, BookFacts, BookPayout } from "./open-book-facts.ts";

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

/** What an earning without a payout is waiting for. */
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
      key: `${p.id}:${l.id}`,
      what: "Bank line",
      state: "done",
      amountMinor: l.amountMinor,
      at: iso(l.bookedAt),
      day: true,
      detail: `${l.amountMinor < 0 ? "Left" : "Came back to"} our account${l.match === "payout_run" ? " with the whole run" : ""}, on ${l.statement}.${
        l.match === "payout_run" || p.paidCurrency === null || Math.abs(l.amountMinor) === p.amountMinor
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
