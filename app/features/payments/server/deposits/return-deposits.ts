import { sql } from "kysely";
import type Stripe from "stripe";
import { z } from "zod";
import { PROVIDER, isClient, uidOf } from "#app/platform/rules/core/actor.ts";
import { conflict } from "#app/platform/rules/core/errors.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { type Currency, formatMoney } from "#app/platform/rules/core/money.ts";
import { type CommandContext, command, transact } from "#app/platform/server/core/command.ts";
import { database } from "#app/platform/server/core/database.ts";
import { enqueue } from "#app/platform/server/core/jobs.ts";
import { can } from "#app/features/organizations/rules/organization.ts";
import { lockOrganization } from "#app/features/organizations/server/find-organization.ts";
import { currencyTyped } from "../balance/organization-currency.ts";
import { returnBegun, returnRefused, returnSent } from "../../rules/ledger/deposit-entries.ts";
import type { Entry } from "../../rules/ledger/ledger.ts";
import { amountWithin } from "../../rules/top-up.ts";
import { type AccountOwner, lockAccount, rateFor } from "../balance/balance.ts";
import { postEntry } from "../ledger/post-entry.ts";
import { isProviderRefusal, stripe } from "../provider/stripe.ts";
import { type SeenRefund, seenRefundIn } from "../refunds/read-refund.ts";
import {
  type Deposit,
  type DepositReturn,
  type LockedDeposit,
  findDeposit,
  lockDeposit,
  returnableDeposits,
  returnableMinor,
} from "./find-deposit.ts";
import { aboutAccount, tellMoved, toldOf } from "./tell-account.ts";

export const SEND_RETURN_JOB = "send-deposit-return";

const Amount = z.object({ amount: z.string() });

/**
 * Pays unspent money back to the cards it came from, the newest deposit first. It's off the balance at once, and sent by
 * a job.
 * @throws refused; invalid amount; conflict (balance_short, not_by_card)
 */
export const returnFunds = command({
  input: Amount.extend({ organizationId: z.string() }),
  load: ({ organizationId }, { tx, actor }) => lockOrganization(tx, actor, organizationId),
  allow: (actor, it) =>
    can.manage(actor, it) || "Only an organization's owners and managers can have its funds paid back.",
  run: ({ input: { amount }, thing: it, ...ctx }): Promise<void> =>
    payBack(ctx, { organizationId: it.id, uid: null }, it, amount),
});

/** The same of a client's own balance. */
export const returnOwnFunds = command({
  input: Amount.extend({ currency: z.string() }),
  load: () => Promise.resolve(null),
  allow: (actor) => isClient(actor) || "Only clients have a balance.",
  async run({ input: { amount, ...typed }, ...ctx }): Promise<void> {
    const currency = await currencyTyped(typed.currency, ctx.now, ctx.tx);
    await payBack(ctx, { organizationId: null, uid: uidOf(ctx.actor) }, { name: "", currency }, amount);
  },
});

async function payBack(
  ctx: CommandContext,
  owner: AccountOwner,
  its: { name: string; currency: Currency },
  typed: string,
): Promise<void> {
  const { currency } = its;
  const bounds = { leastMinor: 1, mostMinor: Number.MAX_SAFE_INTEGER };
  const amount: number = amountWithin(typed, "returned", bounds, await rateFor(ctx, its));
  const { account } = await lockAccount(ctx.tx, owner, currency);
  const { prepaidMinor } = account.standing;
  if (amount > prepaidMinor)
    throw conflict(
      "balance_short",
      `The balance is ${formatMoney(prepaidMinor, currency)}.`,
      "Nothing was paid back. Choose at most that.",
    );
  let left = amount;
  for (const deposit of await returnableDeposits(owner, currency, ctx.tx)) {
    const amountMinor = Math.min(left, returnableMinor(deposit));
    if (amountMinor === 0) continue;
    const locked = await lockDeposit(ctx.tx, deposit);
    const requestedBy = uidOf(ctx.actor);
    await queueReturn(ctx, await beginReturn(ctx, locked, { amountMinor, requestedBy, providerRefundId: null }));
    left -= amountMinor;
  }
  if (left > 0)
    throw conflict(
      "not_by_card",
      `Only ${formatMoney(amount - left, currency)} of it came by card.`,
      owner.organizationId === null
        ? "Nothing was paid back. Choose at most that. The rest is for orders."
        : "Nothing was paid back. Choose at most that. Support pays back the rest by bank transfer.",
    );
}

/** Has it sent to the provider. */
export const queueReturn = (ctx: CommandContext, { id }: DepositReturn) =>
  enqueue(ctx.tx, SEND_RETURN_JOB, { returnId: id });

/** Takes a part of a deposit off its account, to be sent. */
export async function beginReturn(
  ctx: CommandContext,
  { deposit, account }: Pick<LockedDeposit, "deposit" | "account">,
  row: { amountMinor: number; requestedBy: string | null; providerRefundId: string | null },
): Promise<DepositReturn> {
  const id = newId("depositReturn");
  const { amountMinor } = row;
  await ctx.tx
    .updateTable("deposits")
    .set({ returnedMinor: sql<number>`"returnedMinor" + ${amountMinor}` })
    .where("id", "=", deposit.id)
    .execute();
  await post(ctx, deposit, `deposit_return:${id}`, returnBegun(account, id, amountMinor), "Paid back to the card");
  return ctx.tx
    .insertInto("deposit_returns")
    .values({
      id,
      depositId: deposit.id,
      currency: deposit.currency,
      status: row.providerRefundId === null ? "requested" : "sent",
      createdAt: ctx.now,
      ...row,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

const post = (ctx: CommandContext, deposit: Deposit, key: string, { kind, lines }: Entry, memo: string) =>
  postEntry(ctx, { key, kind, causeType: "deposit", causeId: deposit.id, memo, currency: deposit.currency, lines });

/** A return by its id. */
export const findReturn = (id: string) =>
  database().selectFrom("deposit_returns").selectAll().where("id", "=", id).executeTakeFirst();

/** The job that sends it to the provider. Its id is the idempotency key, so it's sent once. @throws to be retried */
export async function sendReturn(returnId: string): Promise<void> {
  const it = await findReturn(returnId);
  if (!it || (it.status !== "requested" && it.status !== "sent")) return;
  const deposit = await findDeposit(it.depositId);
  if (!deposit?.paymentIntentId) throw new Error(`Return ${returnId} has no payment to return`);
  let answer;
  try {
    answer = await stripe().refunds.create(
      {
        payment_intent: deposit.paymentIntentId,
        amount: it.amountMinor,
        metadata: { depositReturnId: returnId, depositId: deposit.id },
      },
      { idempotencyKey: returnId },
    );
  } catch (error) {
    if (!isProviderRefusal(error)) throw error;
    const failure = { providerRefundId: "", attempt: 1, state: "failed" as const, failure: error.message };
    await transact(PROVIDER, (ctx) => settleReturn(ctx, returnId, failure));
    return;
  }
  await transact(PROVIDER, (ctx) => settleReturn(ctx, returnId, seenRefundIn(answer)));
}

/** Updates a return to match the provider. Safe to repeat, out of order, and concurrently. */
export async function settleReturn(ctx: CommandContext, returnId: string, seen: SeenRefund): Promise<string> {
  const { depositId } = await ctx.tx
    .selectFrom("deposit_returns")
    .select("depositId")
    .where("id", "=", returnId)
    .executeTakeFirstOrThrow();
  const locked = await lockDeposit(ctx.tx, (await findDeposit(depositId, ctx.tx))!);
  const { deposit, account } = locked;
  const it = await ctx.tx
    .selectFrom("deposit_returns")
    .selectAll()
    .where("id", "=", returnId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (it.status === "failed") return "nothing new";
  const set = (status: DepositReturn["status"], failure: string | null = null) =>
    ctx.tx
      .updateTable("deposit_returns")
      .set({
        status,
        failure,
        ...(seen.providerRefundId === "" ? {} : { providerRefundId: seen.providerRefundId }),
        ...(status === "sent" ? {} : { settledAt: ctx.now }),
      })
      .where("id", "=", it.id)
      .execute();
  const { id, amountMinor } = it;
  if (seen.state === "failed") {
    const failure = seen.failure ?? "The refund failed.";
    await set("failed", failure);
    await ctx.tx
      .updateTable("deposits")
      .set({ returnedMinor: sql<number>`"returnedMinor" - ${amountMinor}` })
      .where("id", "=", deposit.id)
      .execute();
    if (it.status === "succeeded") {
      // The bank sent it back: the provider has it again.
      const key = `refund_failed:${id}:${it.providerRefundId}`;
      await post(ctx, deposit, key, returnSent(id, -amountMinor), "Came back from the card");
    }
    const entry = returnRefused(account, id, amountMinor);
    await post(ctx, deposit, `deposit_return_refused:${id}`, entry, "Not paid back: the card refused it");
    await ctx.fact("deposit.return_failed", {
      ...toldOf(locked),
      data: { ...aboutAccount(locked, amountMinor), reason: failure },
    });
    return "return failed";
  }
  if (it.status === "succeeded") return "nothing new";
  if (seen.state === "under way") {
    await set("sent");
    return it.status === "sent" ? "nothing new" : "sent";
  }
  await set("succeeded");
  await post(ctx, deposit, `refund:${id}:${seen.providerRefundId}`, returnSent(id, amountMinor), "Sent to the card");
  await tellMoved(ctx, locked, -amountMinor);
  return "returned";
}

/**
 * Books a refund that was made in the provider's dashboard as if it had been made here. What the organization has spent
 * of it, it owes. Safe to repeat.
 */
export async function adoptReturn(ctx: CommandContext, known: Deposit, refund: Stripe.Refund): Promise<string> {
  const locked = await lockDeposit(ctx.tx, known);
  const existing = await ctx.tx
    .selectFrom("deposit_returns")
    .select("id")
    .where("providerRefundId", "=", refund.id)
    .executeTakeFirst();
  const seen = { ...seenRefundIn(refund), attempt: 1 };
  if (existing) return settleReturn(ctx, existing.id, seen);
  const { deposit } = locked;
  if (seen.state === "failed" || deposit.status !== "succeeded") return "nothing new";
  if (refund.amount > deposit.amountMinor - deposit.returnedMinor) return "left to the return that is promised";
  const row = { amountMinor: refund.amount, requestedBy: null, providerRefundId: refund.id };
  const { id } = await beginReturn(ctx, locked, row);
  return settleReturn(ctx, id, seen);
}
