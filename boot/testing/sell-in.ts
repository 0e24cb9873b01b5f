import type { Currency } from "#app/platform/rules/core/money.ts";
import { NOON } from "#boot/testing/world.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { database, json } from "#app/platform/server/core/database.ts";
import { importRates } from "#app/features/payments/server/invoices/import-rates.ts";
import { CAST, personOf } from "#db/seed/cast.ts";

/** What a dollar of the price list is in the currencies that tests sell in. */
const TEST_RATES = { EUR: 9_200, JPY: 1_550_000 } as const satisfies Partial<Record<Currency, number>>;

/** Sells in euros and yen: a version of the policy in effect, and reference rates before and in November 2026. */
export async function sellInCurrencies(): Promise<void> {
  await database()
    .insertInto("policy_versions")
    .values({
      id: newId("policyVersion"),
      version: 2,
      status: "approved",
      figures: json(
        Object.fromEntries(Object.entries(TEST_RATES).map(([code, rate]) => [`pricing.perDollar.${code}`, rate])),
      ),
      basedOn: 1,
      reason: "Other currencies",
      effectiveAt: new Date(NOON.getTime() - 60_000),
      draftedBy: CAST.ada.uid,
      draftedAt: NOON,
      decidedBy: CAST.ben.uid,
      decidedAt: NOON,
    })
    .execute();
  const text = ["Date,USD,JPY,GBP,", "2026-11-20,1.0900,161.50,0.8650,", "2026-10-30,1.0800,160.00,0.8600,", ""].join(
    "\n",
  );
  await importRates(personOf("ada"), { fileName: "eurofxref-hist.csv", bytes: new TextEncoder().encode(text) });
}
