import { newId } from "#app/platform/rules/core/ids.ts";
import { DAY, after } from "#app/platform/rules/core/time.ts";
import { database } from "#app/platform/server/core/database.ts";
import { isRateDay } from "#app/features/payments/rules/reference-rates.ts";
import { importRates } from "#app/features/payments/server/invoices/import-rates.ts";
import { ecbHistory } from "#app/features/payouts/testing/rate-samples.ts";
import { personOf } from "./cast.ts";

const DAYS = 60;

/**
 * Imports a table like the ECB's for the days before an instant. The rates are made up, and the file's name says so.
 */
export async function seedRates(at: Date): Promise<void> {
  const rates: Record<string, string> = {};
  for (let n = DAYS; n > 0; n--) {
    const on = after(at, -n * DAY)
      .toISOString()
      .slice(0, 10);
    const day = Date.parse(on) / DAY;
    if (isRateDay(on)) rates[on] = (1.08 + 0.012 * Math.sin(day / 9) + 0.003 * Math.sin(day * 1.7)).toFixed(4);
  }
  await importRates(personOf("ada"), {
    fileName: "demo-rates.csv",
    bytes: new TextEncoder().encode(ecbHistory(rates)),
  });
}

/** From now on, an editor is paid in a currency, to the same account. */
export async function seedPaidIn(uid: string, currency: "USD" | "EUR", at: Date): Promise<void> {
  const old = await database()
    .updateTable("bank_details")
    .set({ replacedAt: at })
    .where("uid", "=", uid)
    .where("replacedAt", "is", null)
    .returningAll()
    .executeTakeFirstOrThrow();
  await database()
    .insertInto("bank_details")
    .values({ ...old, id: newId("bank"), currency, replacedAt: null, createdAt: at, confirmedAt: at, usableAt: at })
    .execute();
}
