/** The refund table: its figures with their defaults, their form, and which combinations are contradictory. */
import { ABSORBED } from "#app/features/orders/rules/change/word-difference.ts";
import { minutes, policyPart, row, share } from "#app/features/policy/rules/policy-part.ts";

export const REFUND_PART = policyPart(
  "refunds",
  {
    cancel: {
      leastWithheldBp: share(1_000, "Kept on canceling, at least", [0, 5_000]),
      mostWithheldBp: share(7_000, "Kept on canceling, at most", [0, 10_000]),
    },
    /** For canceling an order that is late and not delivered: up to the limit of `late.some`, and beyond it. */
    cancelLate: { someBp: share(5_000, "Refund, canceled while late", [100, 10_000]), beyondBp: 10_000 },
    /** Delivered later than this counts as late. */
    graceMs: minutes(30, "Grace after the due date", [0, 120]),
    /** Increasing lateness limits, as shares of the client's window. */
    late: {
      some: {
        upToBp: share(2_500, "Limit of the lower refund for lateness", [500, 9_000]),
        clientBp: share(2_000, "Refund, late up to the limit", [100, 10_000]),
        editorLosesBp: share(1_000, "Editor loses, late up to the limit", [0, 5_000]),
      },
      much: {
        upToBp: 10_000,
        clientBp: share(5_000, "Refund, late beyond the limit", [100, 10_000]),
        editorLosesBp: share(2_500, "Editor loses, late beyond the limit", [0, 8_000]),
      },
    },
    /** For a revision that is closed because it's very late. */
    lateRevision: { clientBp: share(2_500, "Refund, late revision closed", [100, 10_000]) },
    quality: { minorBp: share(5_000, "Refund, quality complaint", [100, 10_000]), majorBp: 10_000 },
    /** A difference in words that is ignored. Both limits apply. */
    absorbed: ABSORBED,
  },
  ({ cancel, cancelLate, graceMs, late, lateRevision, quality }) => [
    {
      id: "refunds",
      title: "Refunds",
      summary: "What clients get back, and what editors lose. An order keeps the table it was priced under.",
      tables: [
        {
          title: "Refunds by case",
          intro:
            "In percent of the price. Lateness is refunded automatically, once per order, and the client keeps the work.",
          columns: ["Refund (%)"],
          rows: [
            row("Late, up to the limit below", late.some.clientBp),
            row("Later than that", late.much.clientBp),
            row("Canceled while late, up to the limit below", cancelLate.someBp),
            row("Revision closed because it's late", lateRevision.clientBp),
            row("Quality complaint upheld, problems remained", quality.minorBp),
          ],
        },
        {
          title: "When an order is late",
          intro: "Time on hold doesn't count. Beyond the full turnaround, all of it is refunded.",
          columns: ["Figure"],
          rows: [
            row("Grace after the due date (minutes)", graceMs),
            row("Limit of the lower refund (% of the turnaround)", late.some.upToBp),
          ],
        },
        {
          title: "What editors lose for being late",
          intro: "Of their pay, if they missed their own deadline. Beyond the full turnaround, it's all of it.",
          hint: "The editor agreement names these. A higher share needs 14 days' notice, as lower pay does.",
          columns: ["Share (%)"],
          rows: [
            row("Late, up to the limit above", late.some.editorLosesBp),
            row("Later than that", late.much.editorLosesBp),
          ],
        },
        {
          title: "Canceling after an editor accepted",
          intro: "We keep the share of the work that's done, within these limits.",
          columns: ["Share kept (%)"],
          rows: [row("At least", cancel.leastWithheldBp), row("At most", cancel.mostWithheldBp)],
        },
      ],
    },
  ],
  ({ late, cancel, cancelLate }, fault) => {
    if (late.much.clientBp < late.some.clientBp)
      fault(
        "late.much.clientBp",
        `Very late orders are refunded less than late ones. Enter at least ${late.some.clientBp / 100}%.`,
      );
    else if (cancelLate.someBp < late.some.clientBp)
      fault(
        "cancelLate.someBp",
        `Canceling a late order refunds less than waiting for it. Enter at least ${late.some.clientBp / 100}%.`,
      );
    if (late.much.editorLosesBp < late.some.editorLosesBp)
      fault(
        "late.much.editorLosesBp",
        `Editors lose less when they're very late. Enter at least ${late.some.editorLosesBp / 100}%.`,
      );
    if (cancel.mostWithheldBp < cancel.leastWithheldBp)
      fault(
        "cancel.mostWithheldBp",
        `The most we keep on canceling is below the least. Enter at least ${cancel.leastWithheldBp / 100}%.`,
      );
  },
);

export const REFUND_POLICY = REFUND_PART.defaults;
