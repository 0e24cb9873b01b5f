import { describe, expect, it } from "vitest";
import { payoutFlow, runFlow } from "./flow.ts";
import { type OnItsWay, payoutSteps } from "./payout-steps.ts";

const day = (n: number): Date => new Date(Date.UTC(2026, 10, n));
const way = (it: Partial<OnItsWay>): string =>
  payoutSteps({ status: "prepared", createdAt: day(1), approvedAt: null, sentAt: null, paidAt: null, ...it })
    .map(({ step, state, at }) => `${step} ${state}${at ? ` ${at.getUTCDate()}` : ""}`)
    .join(", ");
const [approvedAt, sentAt, paidAt, returnedAt] = [day(2), day(3), day(4), day(5)];

describe("a payout's way to the bank's statement", () => {
  it.each([
    [{}, "prepared done 1, approved next, file open, paid open"],
    [{ status: "approved", approvedAt }, "prepared done 1, approved done 2, file next, paid open"],
    [{ status: "sent", approvedAt, sentAt }, "prepared done 1, approved done 2, file done 3, paid next"],
    [{ status: "paid", approvedAt, sentAt, paidAt }, "prepared done 1, approved done 2, file done 3, paid done 4"],
    [
      { status: "returned", approvedAt, sentAt, paidAt, returnedAt },
      "prepared done 1, approved done 2, file done 3, paid back 5",
    ],
    [{ status: "cancelled" }, "prepared done 1, approved stopped, file stopped, paid stopped"],
    // Reopened after its approval.
    [{ status: "prepared", approvedAt }, "prepared done 1, approved next, file open, paid open"],
  ] as const)("is %o: %s", (it, expected) => {
    expect(way(it)).toBe(expected);
  });

  it("ends on the statement, where somebody looks at statements", () => {
    const paid = { status: "paid", approvedAt, sentAt, paidAt } as const;
    expect(way({ ...paid, statementAt: null })).toMatch(/paid done 4, statement next$/);
    expect(way({ ...paid, statementAt: day(6) })).toMatch(/paid done 4, statement done 6$/);
  });

  it("has a beginning in every state", () => {
    for (const status of [...payoutFlow.states, ...runFlow.states]) expect(way({ status })).toMatch(/^prepared done 1/);
  });
});
