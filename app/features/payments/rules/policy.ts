import { ABSORBED } from "#app/features/orders/rules/change/word-difference.ts";
import { MINUTE } from "#app/platform/rules/core/time.ts";

/** How much is refunded to a client and deducted from the editor. Shares are in basis points (1 bp = 0.01%). */
export type RefundPolicy = {
  cancel: { leastWithheldBp: number; mostWithheldBp: number };
  /** For canceling an order that is late and not delivered: up to the limit of `late.some`, and beyond it. */
  cancelLate: { someBp: number; beyondBp: number };
  /** Delivered later than this counts as late. */
  graceMs: number;
  /** Increasing lateness limits, as shares of the client's window. The last row has no limit. */
  late: {
    some: { upToBp: number; clientBp: number; editorLosesBp: number };
    much: { upToBp: number; clientBp: number; editorLosesBp: number };
  };
  /** For a revision that is closed because it's very late. */
  lateRevision: { clientBp: number };
  quality: { minorBp: number; majorBp: number };
  /** A difference in words that is ignored. Both limits apply. */
  absorbed: { words: number; bp: number };
};

export const REFUND_POLICY: RefundPolicy = {
  cancel: { leastWithheldBp: 1_000, mostWithheldBp: 7_000 },
  cancelLate: { someBp: 5_000, beyondBp: 10_000 },
  graceMs: 30 * MINUTE,
  late: {
    some: { upToBp: 2_500, clientBp: 2_000, editorLosesBp: 1_000 },
    much: { upToBp: 10_000, clientBp: 5_000, editorLosesBp: 2_500 },
  },
  lateRevision: { clientBp: 2_500 },
  quality: { minorBp: 5_000, majorBp: 10_000 },
  absorbed: ABSORBED,
};
