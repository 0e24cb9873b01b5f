import { dayOf } from "#app/platform/rules/core/day.ts";
import { config } from "#app/platform/server/core/config.ts";
import { database } from "#app/platform/server/core/database.ts";
import { executionDay } from "../../rules/cutoff.ts";
import { freeze, rateWords } from "../../rules/exchange.ts";
import { meansOf, schemeOf } from "../../rules/scheme.ts";
import { findBank, planFor } from "./list-earnings.ts";
import { bankHolidaysAt, lastCutoffAt, nextCutoffAt, ownSystems, payoutsAt } from "./read-payout-policy.ts";
import { findLatestRate } from "../runs/reference-rates.ts";

export type NextPayout = {
  /** ISO instant of the cut-off, and the day of its bank file, "YYYY-MM-DD". */
  cutoffAt: string;
  fileDay: string;
  payable: boolean;
  reasons: string[];
  amountMinor: number;
  grossMinor: number;
  debtMinor: number;
  /** The editor's whole debt, and the most of a payout that is deducted for it, in basis points. */
  owedByEditorMinor: number;
  mostDebtBp: number;
  heldBack: string | null;
  /** Whether it isn't paid because of the minimum, and the editor can ask for it, which works once. */
  canAskSmall: boolean;
  vatMinor: number;
  earnings: number;
  currency: string;
  /** The amount in euros at the latest rate, for an editor paid in euros. The run's own rate decides. */
  euros: { paidMinor: number | null; rate: string | null } | null;
};

/**
 * An editor's next payout if nothing changes: from the last cut-off if its run is still due, or else at the next
 * cut-off.
 */
export async function findNextPayout(uid: string, now: Date): Promise<NextPayout> {
  const db = database();
  const past = await lastCutoffAt(now, db);
  const due = await planFor(uid, past, now, db);
  const cutoffAt = due.payable ? past : await nextCutoffAt(now, db);
  const scheme = schemeOf(await findBank(uid), meansOf(config().debtor));
  const plan = due.payable ? due : await planFor(uid, cutoffAt, cutoffAt, db);
  return {
    cutoffAt: cutoffAt.toISOString(),
    fileDay: executionDay(cutoffAt, now, ownSystems(scheme), await bankHolidaysAt(now, db)),
    payable: plan.payable,
    reasons: plan.reasons,
    amountMinor: plan.amountMinor,
    grossMinor: plan.grossMinor,
    debtMinor: plan.debtMinor,
    owedByEditorMinor: plan.owedByEditorMinor,
    mostDebtBp: (await payoutsAt(now, db)).debtBp,
    heldBack: plan.heldBack,
    canAskSmall: plan.belowMinimum && !(await hasAskedSmall(uid)),
    vatMinor: plan.vatMinor,
    earnings: plan.earningIds.length,
    currency: plan.currency,
    euros: scheme === "sepa" ? await eurosAt(plan.amountMinor, now) : null,
  };
}

async function hasAskedSmall(uid: string): Promise<boolean> {
  const editor = await database()
    .selectFrom("editors")
    .select("smallPayoutAskedAt")
    .where("uid", "=", uid)
    .executeTakeFirst();
  return editor?.smallPayoutAskedAt != null;
}

async function eurosAt(amountMinor: number, now: Date): Promise<NextPayout["euros"]> {
  const rate = await findLatestRate(dayOf(now));
  if (!rate) return { paidMinor: null, rate: null };
  const frozen = freeze(amountMinor, rate, now);
  return { paidMinor: frozen.paidMinor, rate: rateWords(frozen) };
}
