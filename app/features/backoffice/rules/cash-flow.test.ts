import { expect, test } from "vitest";
import { type MovedByKind, cashFlow } from "./cash-flow.ts";

const moved = (kind: string, ...lines: [MovedByKind["account"], number][]): MovedByKind[] =>
  lines.map(([account, minor]) => ({ kind, account, minor }));

test("every change of the money is explained by what moved it", () => {
  const months = [
    [
      ...moved("payment_received", ["provider", 11_900], ["deferred_revenue", -10_000], ["tax_payable", -1_900]),
      ...moved("provider_fee", ["provider", -375], ["provider_fees", 375]),
      ...moved("order_delivered", ["deferred_revenue", 10_000], ["revenue", -10_000]),
      ...moved("bank_moved", ["bank", -1_200], ["unassigned", 1_200]),
    ],
    [
      ...moved("provider_payout", ["provider", -11_525], ["in_transit", 11_525]),
      ...moved("provider_payout_arrived", ["in_transit", -11_525], ["bank", 11_525]),
      ...moved("payout_paid", ["editor_in_payout", 5_500], ["bank", -5_500]),
      ...moved("assigned", ["unassigned", -1_200], ["other_costs", 700], ["tax_payable", 500]),
      ...moved("manual", ["other_costs", 300], ["accrued_costs", -300]),
    ],
  ];
  const cash = cashFlow(
    months,
    [{}, { provider: 11_525, bank: -1_200, unassigned: 1_200 }],
    [{ provider: 11_525, bank: -1_200, unassigned: 1_200 }, { bank: 4_825 }],
  );
  expect(cash).toEqual({
    openingMinors: [0, 10_325],
    closingMinors: [10_325, 4_825],
    unexplainedMinors: [-1_200, 1_200],
    offMinor: 0,
    rows: [
      { key: "customers", label: "Paid by customers", minors: [11_900, 0], totalMinor: 11_900 },
      { key: "editors", label: "Paid to editors", minors: [0, -5_500], totalMinor: -5_500 },
      { key: "fees", label: "Card provider's fees", minors: [-375, 0], totalMinor: -375 },
      { key: "tax_payable", label: "Tax payable", minors: [0, -500], totalMinor: -500 },
      { key: "other_costs", label: "Other costs", minors: [0, -700], totalMinor: -700 },
    ],
  });
});

test("what no row explains is said", () => {
  expect(cashFlow([[]], [{}], [{ bank: 5 }]).offMinor).toBe(5);
  // One month doesn't make up for another.
  expect(cashFlow([[], []], [{}, { bank: 5 }], [{ bank: 5 }, {}]).offMinor).toBe(10);
  // A kind from before, which has no row, is shown by what it was booked against.
  expect(cashFlow([moved("old", ["bank", 5], ["equity", -5])], [{}], [{ bank: 5 }])).toMatchObject({
    offMinor: 0,
    rows: [{ label: "Owners' equity", totalMinor: 5 }],
  });
});
