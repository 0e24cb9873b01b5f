import { dayOf } from "#app/platform/rules/core/day.ts";
import { formatMoney, minor, sum, type Minor } from "#app/platform/rules/core/money.ts";
import { type PaymentSystem, isBankDay } from "#app/features/payments/rules/bank-days.ts";
import type { RecipientTax } from "#app/features/tax/rules/supplier-tax.ts";
import { type TaxRule, taxAt, taxOn } from "#app/features/tax/rules/tax-rule.ts";
import { DAY, after, formatDays } from "#app/platform/rules/core/time.ts";
import type { PayoutPolicy } from "./policy.ts";
import { reasonOf } from "./return-codes.ts";

/** The end of a day in UTC: 23:59, its last second included. */
const endOfDay = (year: number, month: number, day: number): Date =>
  new Date(Date.UTC(year, month, day, 23, 59, 59, 999));

/** A month with its first cut-off. */
export type CutoffMonth = {
  /** Its first instant, in UTC. */
  beginsAt: Date;
  /** The day of the policy that applied then. */
  cutoffDay: number;
};

/**
 * The first instants of the month before, this month, and the next, in UTC: the cut-offs around a moment are theirs.
 */
export const monthsAround = (now: Date): Date[] =>
  [-1, 0, 1].map((m) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + m, 1)));

const cutoffsOf = (months: readonly CutoffMonth[]): Date[] =>
  months.flatMap(({ beginsAt, cutoffDay }) => {
    const [year, month] = [beginsAt.getUTCFullYear(), beginsAt.getUTCMonth()];
    // Day 0 of a month is the last day of the month before.
    return [endOfDay(year, month, cutoffDay), endOfDay(year, month + 1, 0)];
  });

/**
 * The next cut-off at or after an instant: the policy's day or the last day of the month, 23:59 UTC.
 * @param months those of `monthsAround`
 */
export const nextCutoff = (now: Date, months: readonly CutoffMonth[]): Date =>
  cutoffsOf(months).find((at) => at >= now)!;

/**
 * The latest cut-off before an instant: the one whose payouts can be prepared.
 * @param months those of `monthsAround`
 */
export const lastCutoff = (now: Date, months: readonly CutoffMonth[]): Date =>
  cutoffsOf(months).findLast((at) => at < now)!;

/** The period a cut-off closes: from the end of the one before. @param months those of `monthsAround` */
export const periodOf = (cutoffAt: Date, months: readonly CutoffMonth[]): { from: Date; to: Date } => ({
  from: after(lastCutoff(cutoffAt, months), 1),
  to: cutoffAt,
});

/** Bank holidays of a policy, as "YYYY-MM-DD". */
export const holidaysOf = ({ holidays }: Pick<PayoutPolicy, "holidays">): string[] =>
  holidays.flatMap((day) => (day === null ? [] : [dayOf(day * DAY)]));

/**
 * The day of the bank file, "YYYY-MM-DD": the next day after the cut-off on which all payment systems are open that the
 * payouts go through.
 * @param holidays further bank holidays, "YYYY-MM-DD"
 */
export function fileDay(cutoffAt: Date, systems: readonly PaymentSystem[], holidays: readonly string[]): string {
  for (let at = after(cutoffAt, DAY); ; at = after(at, DAY)) {
    const day = dayOf(at);
    if (systems.every((system) => isBankDay(system, day)) && !holidays.includes(day)) return day;
  }
}

/**
 * The day a run prepared at `now` asks the bank to pay, "YYYY-MM-DD": the file day of its cut-off, or the next business
 * day if that has passed.
 */
export function executionDay(
  cutoffAt: Date,
  now: Date,
  systems: readonly PaymentSystem[],
  holidays: readonly string[],
): string {
  const planned = fileDay(cutoffAt, systems, holidays);
  return planned >= dayOf(now) ? planned : fileDay(after(now, -DAY), systems, holidays);
}

export type PayoutFacts = {
  currency: string;
  /** Earnings that are available, returned ones included. */
  earnings: readonly { id: string; amountMinor: number; availableAt: Date }[];
  /** Available earnings of orders whose payment is disputed. They wait for the bank's decision. */
  disputed: readonly { number: string; amountMinor: number }[];
  /** The editor's debt from earnings reversed after payout, positive. */
  debtMinor: number;
  /** The editor asked for the next payout to have no minimum. */
  withoutMinimum?: boolean;
  kycApproved: boolean;
  /** Null without bank details. */
  bank: { changedAt: Date; usableAt?: Date | null; confirmed: boolean; refusedCode?: string | null } | null;
};

export type PayoutPlan = {
  payable: boolean;
  /** Why nothing is paid now, as sentences for the editor and for admins. Unpaid earnings carry over. */
  reasons: string[];
  earningIds: string[];
  grossMinor: Minor;
  /** The part deducted for debt, positive. */
  debtMinor: Minor;
  /** The whole debt. `debtMinor` of it is deducted now. */
  owedByEditorMinor: Minor;
  /** Whether it isn't paid because it's below the minimum. */
  belowMinimum: boolean;
  /** Why some earnings aren't part of this payout: a sentence, or null. */
  heldBack: string | null;
  /** VAT on the editor's invoice, and whether the tax office gives it back. */
  vatMinor: Minor;
  vatDeductible: boolean;
  /** What we owe on the invoice of an editor abroad. It isn't part of what the bank pays. */
  recipientTaxMinor: Minor;
  /** Whether that editor is in another EU country than we are. */
  editorInEu: boolean;
  /** The amount the bank pays. */
  amountMinor: Minor;
};

/** One editor's payout at a cut-off. @param now when the run is prepared */
export function planPayout(facts: PayoutFacts, cutoffAt: Date, now: Date, policy: PayoutPolicy): PayoutPlan {
  const settled = facts.earnings.filter((e) => after(e.availableAt, policy.settleMs) <= cutoffAt);
  const grossMinor = sum(settled.map((e) => e.amountMinor));
  const debtMinor = minor(Math.min(facts.debtMinor, Math.floor((grossMinor * policy.debtBp) / 10_000)));
  const amountMinor = minor(grossMinor - debtMinor);
  const money = (amount: number) => formatMoney(amount, facts.currency);
  const heldBack = sayDisputed(facts.disputed, money);
  const reasons: string[] = [];
  const belowMinimum = settled.length > 0 && amountMinor < policy.minimumMinor && facts.withoutMinimum !== true;
  if (settled.length === 0) {
    if (facts.earnings.length > 0 || heldBack === null)
      reasons.push(
        policy.settleMs > 0
          ? `No earnings have been available for ${formatDays(policy.settleMs)} at the cut-off.`
          : "No earnings are available at the cut-off.",
      );
  } else if (belowMinimum)
    reasons.push(
      debtMinor > 0
        ? `${money(grossMinor)} less ${money(debtMinor)} for a debt leaves ${money(amountMinor)}, below the ${money(policy.minimumMinor)} minimum, so it carries over.`
        : `${money(amountMinor)} is below the ${money(policy.minimumMinor)} minimum, so it carries over.`,
    );
  if (!facts.kycApproved) reasons.push("Not all identity documents have been approved yet.");
  if (!facts.bank) reasons.push("Bank details are missing.");
  else {
    if (!facts.bank.confirmed) reasons.push("The new bank details haven't been confirmed by email.");
    // The editor was told from when the bank details they confirmed are used.
    if ((facts.bank.usableAt ?? after(facts.bank.changedAt, policy.bankFrozenMs)) > now)
      reasons.push(`The bank details changed in the last ${formatDays(policy.bankFrozenMs)}.`);
    if (facts.bank.refusedCode)
      reasons.push(
        `The bank returned the last payout: ${reasonOf(facts.bank.refusedCode).says}. The bank details have to be entered again.`,
      );
  }
  const payable = reasons.length === 0 && settled.length > 0;
  return {
    payable,
    reasons: payable || heldBack === null ? reasons : [heldBack, ...reasons],
    earningIds: settled.map((e) => e.id),
    grossMinor,
    debtMinor,
    owedByEditorMinor: minor(facts.debtMinor),
    belowMinimum,
    heldBack,
    vatMinor: minor(0),
    vatDeductible: false,
    recipientTaxMinor: minor(0),
    editorInEu: false,
    amountMinor,
  };
}

/** Names the orders whose disputes hold earnings back, or null. */
function sayDisputed(disputed: PayoutFacts["disputed"], money: (amount: number) => string): string | null {
  if (disputed.length === 0) return null;
  const orders = [...new Set(disputed.map((earning) => earning.number))];
  const named = orders.length > 3 ? `${orders.length} orders` : orders.join(", ");
  const held = money(sum(disputed.map((earning) => earning.amountMinor)));
  return orders.length === 1
    ? `${held} for ${named} is on hold until the author's bank decides on a dispute.`
    : `${held} for ${named} is on hold until the authors' banks decide on disputes.`;
}

/** A plan with what the editor's invoice adds to it: VAT on top, or the reason why there can't be an invoice. */
export function invoicedPlan<P extends PayoutPlan>(
  plan: P,
  payee: { fault: string } | ({ fault: null } & PayeeTax),
): P {
  if (payee.fault !== null) return { ...plan, payable: false, reasons: [...plan.reasons, payee.fault] };
  const { vatMinor, recipientTaxMinor, editorInEu } = taxesOnInvoice(plan.amountMinor, payee);
  return {
    ...plan,
    vatMinor,
    vatDeductible: vatMinor > 0 && payee.deductible,
    recipientTaxMinor,
    editorInEu,
    amountMinor: minor(plan.amountMinor + vatMinor),
  };
}

type PayeeTax = { rule: TaxRule; deductible: boolean; recipientTax: RecipientTax | null };

/** The taxes on an editor's invoice: what it charges, and what we owe on it ourselves. @param netMinor without VAT */
export const taxesOnInvoice = (netMinor: number, { rule, recipientTax }: Omit<PayeeTax, "deductible">) => ({
  vatMinor: taxOn(netMinor, rule),
  recipientTaxMinor: recipientTax === null ? minor(0) : taxAt(netMinor, recipientTax),
  editorInEu: recipientTax?.inEu ?? false,
});
