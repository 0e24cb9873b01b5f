import { formatMoney, minor, type Minor } from "#app/platform/rules/core/money.ts";
import { clamp } from "#app/platform/rules/core/time.ts";
import type { ApprovalPolicy } from "#app/features/pricing/rules/approvals.ts";
import type { RefundPolicy } from "./policy.ts";
import { type RefundCase, type RefundFacts, priceOf, refundOfPrice, rowOf } from "./refund-table.ts";

export type Refund = {
  case: RefundCase;
  /** To refund now. */
  clientMinor: Minor;
  /** The editor's final pay for the order. */
  editorMinor: Minor;
  /** What we keep of this order before tax and fees, negative if we lose money on it. */
  companyMinor: Minor;
  /** Why, in plain sentences, for the client and for the record. */
  basis: string[];
};

/** The refund under a row of the table right now, at most what is left of the payment. */
export function refundFor(name: RefundCase, facts: RefundFacts): Refund {
  const left = Math.max(0, facts.paidMinor - facts.refundedMinor);
  if (name === "duplicate-payment") {
    const twice = minor(facts.duplicateMinor ?? 0);
    return {
      case: name,
      clientMinor: twice,
      editorMinor: minor(facts.editorPayMinor),
      companyMinor: minor(left - facts.editorPayMinor),
      basis: ["The order was paid twice.", "The second payment is refunded in full."],
    };
  }
  if (name === "fewer-words") {
    const now = facts.recalculated ?? { totalMinor: facts.paidMinor, editorPayMinor: facts.editorPayMinor };
    const clientMinor = minor(clamp(facts.paidMinor - now.totalMinor, 0, left));
    return {
      case: name,
      clientMinor,
      editorMinor: minor(now.editorPayMinor),
      companyMinor: minor(left - clientMinor - now.editorPayMinor),
      basis: ["The manuscript has fewer words than you paid for.", "The difference is refunded automatically."],
    };
  }
  const row = rowOf(name, facts, facts.table);
  const clientMinor = minor(clamp(refundOfPrice(priceOf(facts), row) - facts.compensatedMinor, 0, left));
  const basis = [...row.basis];
  if (facts.compensatedMinor > 0 && row.clientBp > 0)
    basis.push(
      `${formatMoney(facts.compensatedMinor, facts.currency)} has already been refunded and counts toward this.`,
    );
  return {
    case: name,
    clientMinor,
    editorMinor: minor(row.editorMinor),
    companyMinor: minor(left - clientMinor - row.editorMinor),
    basis,
  };
}

/**
 * Of the rows that apply, the one with the largest refund. Rows never add up. On a tie, the one with the higher editor
 * pay.
 * @throws RangeError when no row is given
 */
export function bestRefund(names: readonly RefundCase[], facts: RefundFacts): Refund {
  const refunds = names.map((name) => refundFor(name, facts));
  const [first, ...rest] = refunds;
  if (!first) throw new RangeError("No row of the refund table applies");
  return rest.reduce(
    (best, next) =>
      next.clientMinor > best.clientMinor ||
      (next.clientMinor === best.clientMinor && next.editorMinor > best.editorMinor)
        ? next
        : best,
    first,
  );
}

/** The row for a delay, or null. @param lateMs time after the client's due date, which moves with every pause */
export function lateCase(lateMs: number, windowMs: number, policy: RefundPolicy): RefundCase | null {
  if (lateMs <= policy.graceMs) return null;
  const bp = (lateMs * 10_000) / windowMs;
  if (bp <= policy.late.some.upToBp) return "late-some";
  return bp <= policy.late.much.upToBp ? "late-much" : "late-beyond";
}

/** Whether support may approve a refund. Above the limit an admin must. */
export const supportMayApprove = (clientMinor: number, paidMinor: number, { refund }: ApprovalPolicy): boolean =>
  clientMinor <= refund.supportMinor && clientMinor * 10_000 <= paidMinor * refund.supportBp;
