import { PROVIDER, type System } from "#app/platform/rules/core/actor.ts";
import { type CommandContext, transact } from "#app/platform/server/core/command.ts";
import { depositPaid } from "../../rules/ledger/deposit-entries.ts";
import { type SeenCheckout, readCheckout } from "../checkout/read-checkout.ts";
import { settleStatements } from "../credit/statements.ts";
import { postEntry } from "../ledger/post-entry.ts";
import { storeTransaction } from "../provider/store-transaction.ts";
import { type Deposit, lockDeposit } from "./find-deposit.ts";
import { sendGift } from "./gifts.ts";
import { tellMoved } from "./tell-account.ts";

export type DepositOutcome = "nothing new" | "paid" | "expired" | "open";
type Known = Pick<Deposit, "id" | "organizationId" | "uid" | "currency">;

/**
 * Updates a deposit to match its checkout at the provider. What arrived is on the account, whatever was asked for. Safe
 * to repeat, out of order, and concurrently.
 * @param seen read from the provider before this transaction
 */
export async function settleDeposit(ctx: CommandContext, known: Known, seen: SeenCheckout): Promise<DepositOutcome> {
  const locked = await lockDeposit(ctx.tx, known);
  const { deposit, gift } = locked;
  if (deposit.status === "succeeded") return "nothing new";
  if (seen.state === "paid") {
    const paid = await ctx.tx
      .updateTable("deposits")
      .set({
        status: "succeeded",
        amountMinor: seen.amountMinor,
        currency: seen.currency,
        paymentIntentId: seen.paymentIntentId,
        cardLabel: seen.cardLabel,
        cardFingerprint: seen.cardFingerprint,
        url: null,
        failure: null,
        succeededAt: ctx.now,
        checkedAt: ctx.now,
      })
      .where("id", "=", deposit.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    const { kind, lines } = depositPaid(locked.account, seen.amountMinor);
    await postEntry(ctx, {
      key: `deposit:${deposit.id}`,
      kind,
      causeType: "deposit",
      causeId: deposit.id,
      memo: `${gift ? "Gift, paid" : "Added"} by card${seen.cardLabel ? ` (${seen.cardLabel})` : ""}`,
      currency: seen.currency,
      lines,
    });
    if (seen.moved) await storeTransaction(ctx, seen.moved, null);
    if (gift) await sendGift(ctx, gift, paid);
    else await tellMoved(ctx, { ...locked, deposit: paid }, seen.amountMinor);
    if (deposit.organizationId !== null) await settleStatements(ctx, [deposit.organizationId]);
    return "paid";
  }
  const over = seen.state === "expired" || seen.state === "released";
  await ctx.tx
    .updateTable("deposits")
    .set({ ...(over ? { status: "expired" as const, url: null } : {}), checkedAt: ctx.now })
    .where("id", "=", deposit.id)
    .execute();
  return over ? "expired" : "open";
}

/** Asks the provider about a deposit's checkout and applies the answer. Never call it inside a transaction. */
export async function checkDeposit(deposit: Known, sessionId: string, actor: System = PROVIDER) {
  const seen = await readCheckout(sessionId);
  return transact(actor, (ctx) => settleDeposit(ctx, deposit, seen));
}

/** The same before an event that follows it, unless it's paid already. */
export async function settledDeposit(deposit: Deposit): Promise<void> {
  if (deposit.status === "succeeded") return;
  // The session's ID is stored right after the checkout opens, so let the job try again.
  if (deposit.checkoutSessionId === null) throw new Error("The deposit this is about hasn't begun yet.");
  await checkDeposit(deposit, deposit.checkoutSessionId);
}
