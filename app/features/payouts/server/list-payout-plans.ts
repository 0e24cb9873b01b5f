import { type Actor, isAdmin } from "#app/platform/rules/actor.ts";
import { refused } from "#app/platform/rules/errors.ts";
import { sum } from "#app/platform/rules/money.ts";
import { database } from "#app/platform/server/database.ts";
import { lastCutoff, nextCutoff } from "../rules/cutoff.ts";
import { type EditorBalance, listEditorBalances, planFor } from "./list-earnings.ts";

/** An editor's balances and what a run prepared now would pay them, with the reasons where it would pay nothing. */
export type EditorPlan = EditorBalance & {
  payable: boolean;
  planMinor: number;
  debtMinor: number;
  earnings: number;
  reasons: string[];
};

export type PayoutOverview = {
  editors: EditorPlan[];
  /** The cut-off that a run prepared now closes, and the one after it. ISO. */
  cutoffAt: string;
  nextCutoffAt: string;
  currency: string;
  /** What a run prepared by this admin now would pay in all. */
  totalMinor: number;
  payees: number;
};

/** Every editor who ever earned, for an admin who may prepare a run. Nobody prepares a payout to themselves. @throws refused */
export async function listPayoutPlans(actor: Actor, now: Date): Promise<PayoutOverview> {
  if (!isAdmin(actor)) throw refused("Only an admin sees what editors are owed.");
  const db = database();
  const cutoffAt = lastCutoff(now);
  const editors: EditorPlan[] = [];
  for (const balance of await listEditorBalances(db)) {
    const plan = await planFor(balance.uid, cutoffAt, now, db);
    const own = balance.uid === actor.uid;
    editors.push({
      ...balance,
      payable: plan.payable && !own,
      planMinor: plan.amountMinor,
      debtMinor: plan.debtMinor,
      earnings: plan.earningIds.length,
      reasons: own ? ["You cannot prepare a payout to yourself: another admin has to.", ...plan.reasons] : plan.reasons,
    });
  }
  const payable = editors.filter((e) => e.payable);
  return {
    editors,
    cutoffAt: cutoffAt.toISOString(),
    nextCutoffAt: nextCutoff(now).toISOString(),
    currency: payable[0]?.currency ?? editors[0]?.currency ?? "USD",
    totalMinor: sum(payable.map((e) => e.planMinor)),
    payees: payable.length,
  };
}
