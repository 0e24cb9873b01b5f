import { sql } from "kysely";
import type { CommandContext } from "#app/platform/server/core/command.ts";
import { depositDisputed } from "../../rules/ledger/deposit-entries.ts";
import type { SeenDispute } from "../disputes/read-dispute.ts";
import { postEntry } from "../ledger/post-entry.ts";
import { type Deposit, lockDeposit } from "./find-deposit.ts";
import { aboutAccount, tellMoved, toldOf } from "./tell-account.ts";

/**
 * Books what a card's bank took of a deposit in a dispute, and what it returned, each movement once. The money is off the
 * balance as long as the bank has it. Evidence is sent in the provider's dashboard. Safe to repeat.
 */
export async function settleDepositDispute(ctx: CommandContext, known: Deposit, seen: SeenDispute): Promise<string> {
  let locked = await lockDeposit(ctx.tx, known);
  const { deposit } = locked;
  let changed = 0;
  for (const movement of seen.movements) {
    const { kind, lines } = depositDisputed(locked.account, movement.amountMinor, movement.feeMinor);
    const posted = await postEntry(ctx, {
      key: `dispute:${seen.providerDisputeId}:${movement.id}`,
      kind,
      causeType: "deposit",
      causeId: deposit.id,
      memo: movement.amountMinor < 0 ? "Taken back by the card's bank" : "Returned by the card's bank",
      currency: seen.currency,
      lines,
    });
    if (!posted) continue;
    changed += movement.amountMinor;
    await ctx.tx
      .updateTable("deposits")
      .set({ withheldMinor: sql<number>`"withheldMinor" - ${movement.amountMinor}` })
      .where("id", "=", deposit.id)
      .execute();
    locked = await lockDeposit(ctx.tx, known);
  }
  if (changed === 0) return "nothing new";
  if (changed > 0) {
    await tellMoved(ctx, locked, changed);
    return "returned by the bank";
  }
  const dueAt = seen.evidenceDueAt?.toISOString() ?? null;
  await ctx.fact("deposit.disputed", { ...toldOf(locked), data: { ...aboutAccount(locked, 0 - changed), dueAt } });
  return "taken by the bank";
}
