import { database } from "#app/platform/server/core/database.ts";
import { monthAfter, monthOf } from "#app/features/backoffice/rules/books.ts";
import { closeMonth, oldestOpenMonth } from "#app/features/backoffice/server/books/close-month.ts";
import { findOpenItems } from "#app/features/backoffice/server/books/find-open-items.ts";
import { personOf } from "./cast.ts";

/** Ada has closed every month of the books except the last complete one, like on the page of months. */
export async function seedMonths(at: Date): Promise<void> {
  for (;;) {
    const month = await oldestOpenMonth(database());
    if (month === null || monthAfter(month) >= monthOf(at)) return;
    const seenOpen = (await findOpenItems(database(), month)).reduce((sum, item) => sum + item.count, 0);
    await closeMonth(personOf("ada"), { month, seenOpen, anyway: true });
  }
}
