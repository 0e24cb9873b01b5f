import { dayOf } from "#app/platform/rules/core/day.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { database } from "#app/platform/server/core/database.ts";
import { monthAfter, monthOf } from "#app/features/backoffice/rules/books.ts";
import { closeMonth, oldestOpenMonth, proposeClosing } from "#app/features/backoffice/server/books/close-month.ts";
import { keepEntry } from "#app/features/backoffice/server/books/manual-entries.ts";
import type { AccountChoice } from "#app/features/payments/rules/ledger/account-choice.ts";
import { findOpenItems } from "#app/features/backoffice/server/books/find-open-items.ts";
import { personOf } from "./cast.ts";

/** Ben and Ada have closed every month of the books except the last complete one, like on the page of months. */
export async function seedMonths(at: Date): Promise<void> {
  for (;;) {
    const month = await oldestOpenMonth(database());
    if (month === null || monthAfter(month) >= monthOf(at)) return;
    const open = await findOpenItems(database(), month);
    const items = open.map(({ key, count }) => ({ key, count, reason: "Settled in the month after." }));
    await proposeClosing(personOf("ben"), { month, items });
    await closeMonth(personOf("ada"), { month });
  }
}

/** A cost that's taken back when its invoice comes, and an entry of Ben's that needs a second person. */
export async function seedEntries(at: Date): Promise<void> {
  const day = dayOf(at);
  const entry = (
    memo: string,
    cents: number,
    of: { takeBackOn: string; reason: string; debit: AccountChoice; credit: AccountChoice },
  ) =>
    keepEntry(personOf("ben"), {
      entryId: newId("manualEntry"),
      day,
      memo,
      reason: of.reason,
      takeBackOn: of.takeBackOn,
      lines: [
        { account: of.debit, amountMinor: cents },
        { account: of.credit, amountMinor: -cents },
      ],
      file: null,
    });
  await entry("Hosting, invoice not here yet", 18_400, {
    takeBackOn: `${monthAfter(monthOf(at))}-01`,
    reason: "The provider sends its invoice on the third of the next month.",
    debit: "other_costs",
    credit: "accrued_costs",
  });
  await entry("Insurance for the next twelve months", 144_000, {
    takeBackOn: "",
    reason: "Paid this month, for the year that begins next month.",
    debit: "prepaid_costs",
    credit: "other_costs",
  });
}
