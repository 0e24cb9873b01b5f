import { sql } from "kysely";
import { dayOf } from "#app/platform/rules/core/day.ts";
import { type Actor } from "#app/platform/rules/core/actor.ts";
import { may, only } from "#app/platform/rules/core/duties.ts";
import { refused } from "#app/platform/rules/core/errors.ts";
import { CURRENCY, sum } from "#app/platform/rules/core/money.ts";
import { config } from "#app/platform/server/core/config.ts";
import { type Reader, database } from "#app/platform/server/core/database.ts";
import { signsInWords } from "../../rules/look-alike.ts";
import { rateObjection } from "#app/features/payments/rules/reference-rates.ts";
import { meansOf, schemeOf } from "../../rules/scheme.ts";
import { findSamePerson } from "../bank/find-look-alikes.ts";
import { type EditorBalance, listEditorBalances, planForAll } from "./list-earnings.ts";
import { cutoffDayAt, lastCutoffAt, nextCutoffAt } from "./read-payout-policy.ts";
import { findLatestRate } from "../runs/reference-rates.ts";

/** An editor's balances and what a run prepared now would pay them, with the reasons if it would pay nothing. */
export type EditorPlan = EditorBalance & {
  payable: boolean;
  planMinor: number;
  debtMinor: number;
  /** The editor's whole debt. `debtMinor` of it would be deducted. */
  owedByEditorMinor: number;
  heldBack: string | null;
  vatMinor: number;
  earnings: number;
  reasons: string[];
};

export type PayoutOverview = {
  editors: EditorPlan[];
  /** The cut-off a run prepared now would close, and the next one. ISO. */
  cutoffAt: string;
  nextCutoffAt: string;
  /** The day of this month with a cut-off, besides the last. */
  cutoffDay: number;
  currency: string;
  /** The total a run prepared by this admin now would pay. */
  totalMinor: number;
  payees: number;
  /**
   * Why no run can be prepared now although somebody could be paid: no recent reference rate for those paid in euros.
   */
  rateObjection: string | null;
};

/**
 * Every editor with earnings, for an admin who may prepare a run. Admins can't prepare payouts to themselves.
 * @throws refused
 */
export async function listPayoutPlans(actor: Actor, now: Date): Promise<PayoutOverview> {
  if (!may(actor, "money")) throw refused(only("money", "view what editors are owed"));
  const db = database();
  const cutoffAt = await lastCutoffAt(now, db);
  const editors: EditorPlan[] = [];
  const balances = await listEditorBalances(db);
  const same = await findSamePerson(
    actor.uid,
    balances.map((b) => b.uid),
    db,
  );
  const plans = await planForAll([...new Set(balances.map((b) => b.uid))], cutoffAt, now, db);
  const twins = new Map(same.map((other) => [other.uid, other]));
  for (const balance of balances) {
    const plan = plans.get(balance.uid)!;
    const own = balance.uid === actor.uid;
    const twin = twins.get(balance.uid);
    const against = own
      ? "You can't prepare a payout to yourself, so someone else must do it."
      : twin
        ? `This account and yours look like the same person (${signsInWords(twin.signs)}), so someone else must prepare its payout.`
        : null;
    editors.push({
      ...balance,
      payable: plan.payable && against === null,
      planMinor: plan.amountMinor,
      debtMinor: plan.debtMinor,
      owedByEditorMinor: plan.owedByEditorMinor,
      heldBack: plan.heldBack,
      vatMinor: plan.vatMinor,
      earnings: plan.earningIds.length,
      reasons: against === null ? plan.reasons : [against, ...plan.reasons],
    });
  }
  const payable = editors.filter((e) => e.payable);
  const inEuros = await someInEuros(
    payable.map((e) => e.uid),
    db,
  );
  const today = dayOf(now);
  return {
    editors,
    cutoffAt: cutoffAt.toISOString(),
    nextCutoffAt: (await nextCutoffAt(now, db)).toISOString(),
    cutoffDay: await cutoffDayAt(now, db),
    currency: payable[0]?.currency ?? editors[0]?.currency ?? CURRENCY,
    totalMinor: sum(payable.map((e) => e.planMinor)),
    payees: payable.length,
    rateObjection: inEuros ? rateObjection(await findLatestRate(today, db), today) : null,
  };
}

/** Whether a run would pay some of these editors in euros. */
async function someInEuros(uids: readonly string[], db: Reader): Promise<boolean> {
  if (uids.length === 0) return false;
  const banks = await db
    .selectFrom("bank_details")
    .select(["routingNumber", "iban", "currency"])
    .where(sql<boolean>`uid = any(${[...uids]}::text[])`)
    .where("currency", "=", "EUR")
    .where("replacedAt", "is", null)
    .execute();
  const means = meansOf(config().debtor);
  return banks.some((bank) => schemeOf(bank, means) === "sepa");
}
