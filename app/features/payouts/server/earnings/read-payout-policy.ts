import type { PaymentSystem } from "#app/features/payments/rules/bank-days.ts";
import { normalizeIban } from "#app/platform/rules/core/iban.ts";
import { config } from "#app/platform/server/core/config.ts";
import { type PayoutScheme, systemsOf } from "../../rules/scheme.ts";
import type { Reader } from "#app/platform/server/core/database.ts";
import { type CutoffMonth, holidaysOf, lastCutoff, monthsAround, nextCutoff, periodOf } from "../../rules/cutoff.ts";
import { partOfPolicy, policyAt } from "#app/features/policy/server/read-policy.ts";
import type { PayoutPolicy } from "../../rules/policy.ts";
import { PAYOUT_PART } from "../../rules/payout-figures.ts";

const payouts = partOfPolicy(PAYOUT_PART.of);

/** The rules of payouts that apply at a moment. A run follows those of its cut-off, whenever it's prepared. */
export const payoutsAt = async (at: Date, db?: Reader): Promise<PayoutPolicy> => payouts(await policyAt(at, db));

/** The months around a moment. A month keeps the cut-off day it started with, so no cut-off that was shown moves. */
async function cutoffMonths(at: Date, db?: Reader): Promise<CutoffMonth[]> {
  const months: CutoffMonth[] = [];
  for (const beginsAt of monthsAround(at))
    months.push({ beginsAt, cutoffDay: (await payoutsAt(beginsAt, db)).cutoffDay });
  return months;
}

/** The day of this month with a cut-off, besides the last. */
export const cutoffDayAt = async (at: Date, db?: Reader): Promise<number> => (await cutoffMonths(at, db))[1]!.cutoffDay;

/** The next cut-off at or after a moment, 23:59 UTC of its day. */
export const nextCutoffAt = async (at: Date, db?: Reader): Promise<Date> => nextCutoff(at, await cutoffMonths(at, db));

/** The latest cut-off before a moment: the one whose payouts can be prepared. */
export const lastCutoffAt = async (at: Date, db?: Reader): Promise<Date> => lastCutoff(at, await cutoffMonths(at, db));

/** The period that a cut-off closes. */
export const periodOfCutoff = async (cutoffAt: Date, db?: Reader): Promise<{ from: Date; to: Date }> =>
  periodOf(cutoffAt, await cutoffMonths(cutoffAt, db));

/** Days on which banks don't pay, as known at this moment, "YYYY-MM-DD". */
export const bankHolidaysAt = async (at: Date, db?: Reader): Promise<string[]> => holidaysOf(await payoutsAt(at, db));

/** The payment systems that payouts from our own account go through. */
export const ownSystems = (scheme: PayoutScheme): PaymentSystem[] =>
  systemsOf(scheme, normalizeIban(config().debtor.iban).slice(0, 2));
