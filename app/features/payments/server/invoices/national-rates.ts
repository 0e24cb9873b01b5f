/** The reference rates that documents state their taxes at, and documents that still need one. */
import { dayOf } from "#app/platform/rules/core/day.ts";
import { SYSTEM } from "#app/platform/rules/core/actor.ts";
import type { Fact } from "#app/platform/rules/core/fact.ts";
import { transact } from "#app/platform/server/core/command.ts";
import { type Reader, json } from "#app/platform/server/core/database.ts";
import type { InvoiceDocument } from "../../rules/invoices/invoice.ts";
import { type NationalTax, nationalTax, withRate } from "../../rules/invoices/national-tax.ts";
import { type Rate, rateForDay } from "../../rules/reference-rates.ts";

/** The rate for documents of a day, or null while it hasn't been imported. @param day "YYYY-MM-DD" */
export async function findRateForDay(day: string, db: Reader): Promise<Rate | null> {
  const latest = await db
    .selectFrom("reference_rates")
    .select(["rateOn as on", "micros", "others"])
    .where("rateOn", "<", day)
    .orderBy("rateOn", "desc")
    .limit(1)
    .executeTakeFirst();
  return rateForDay(latest ?? null, day);
}

/**
 * A document with its taxes in the currency in which they're declared. Without the rate of that day it's issued all the
 * same, and completed once the rate is imported.
 * @param day of the supply @param before what earlier credit notes took back of the same invoice
 */
export async function withNational<T extends InvoiceDocument>(
  db: Reader,
  document: T,
  day: string,
  before?: NationalTax["before"],
): Promise<T> {
  if (document.national) {
    // A copy of another document's, with the same amounts.
    const { addedOn: _then, ...national } = document.national;
    return { ...document, national };
  }
  if (nationalTax(document, day, null) === null) return document;
  const national = nationalTax(document, day, await findRateForDay(day, db), before);
  return national ? { ...document, national } : document;
}

/** Documents completed in one transaction. */
const AT_ONCE = 200;

/** Reaction to imported rates: documents that lacked one of them get it. Safe to repeat. */
export async function addMissingRates(fact: Fact): Promise<void> {
  if (fact.kind !== "rates.imported") return;
  for (let after = ""; ;) {
    const last = await transact(SYSTEM, async ({ tx, now }) => {
      const waiting = await tx
        .selectFrom("invoices")
        .select(["id", "document", "awaitsRateOf"])
        .where("awaitsRateOf", "is not", null)
        .where("id", ">", after)
        .orderBy("id")
        .limit(AT_ONCE)
        .forUpdate()
        .execute();
      for (const { id, document, awaitsRateOf } of waiting) {
        const rate = await findRateForDay(awaitsRateOf!, tx);
        if (!rate || !document.national) continue;
        const national = withRate(document, document.national, rate, dayOf(now));
        if (!national.rate) continue;
        await tx
          .updateTable("invoices")
          .set({ document: json({ ...document, national }), awaitsRateOf: null })
          .where("id", "=", id)
          .execute();
      }
      return waiting.length < AT_ONCE ? null : waiting.at(-1)!.id;
    });
    if (last === null) return;
    after = last;
  }
}
