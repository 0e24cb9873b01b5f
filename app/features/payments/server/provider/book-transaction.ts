import { formatMoney } from "#app/platform/rules/core/money.ts";
import type { CommandContext } from "#app/platform/server/core/command.ts";
import type { Tx } from "#app/platform/server/core/database.ts";
import type { Entry } from "../../rules/ledger/ledger.ts";
import {
  providerAdjusted,
  providerFee,
  providerFeeBack,
  providerPayout,
  providerPayoutFailed,
} from "../../rules/ledger/provider-entries.ts";
import { entryKeys } from "../../rules/provider-account.ts";
import { postEntries, postEntry } from "../ledger/post-entry.ts";
import type { ProviderTransaction } from "./store-transaction.ts";

/** The entry that has a transaction's amount: one that an order's events posted, one that is still to come, or none. */
type Found = { key: string; orderId: string | null } | "to come" | "none";

/**
 * Finds the journal entry that a transaction belongs to, or posts one, and posts the card fee. The caller has locked
 * the row and its order.
 * @returns false until the thing it belongs to is booked
 */
export async function bookTransaction(ctx: CommandContext, row: ProviderTransaction): Promise<boolean> {
  const found = await findEntry(ctx.tx, row);
  if (found === "to come") return false;
  const orderId = found === "none" ? row.orderId : found.orderId;
  const key = found === "none" ? entryKeys.moved(row.id) : found.key;
  if (found === "none") await postMoved(ctx, row);
  else await postExchanged(ctx, row, found);
  // A dispute's fee is in the dispute's entry.
  if (row.feeMinor !== 0 && !(row.kind === "dispute" && found !== "none")) await postFee(ctx, row, orderId);
  await ctx.tx
    .updateTable("provider_transactions")
    .set({ entryKey: key, orderId, bookedAt: ctx.now })
    .where("id", "=", row.id)
    .execute();
  return true;
}

async function findEntry(tx: Tx, row: ProviderTransaction): Promise<Found> {
  switch (row.kind) {
    case "charge":
      return findPaid(tx, row);
    case "refund":
    case "refund_failure":
      return findRefunded(tx, row);
    case "dispute": {
      const entry = await entryOf(tx, `dispute:${row.sourceId}:${row.id}`);
      return entry ?? (row.orderId === null && !(await depositOf(tx, row)) ? "none" : "to come");
    }
    case "fee":
    case "other":
    case "payout":
    case "payout_failure":
      return "none";
  }
}

const entryOf = (tx: Tx, key: string) =>
  tx.selectFrom("journal_entries").select(["key", "orderId"]).where("key", "=", key).executeTakeFirst();

async function findPaid(tx: Tx, row: ProviderTransaction): Promise<Found> {
  const payment =
    row.paymentIntentId === null
      ? undefined
      : await tx
          .selectFrom("payments")
          .select(["id", "surplus"])
          .where("paymentIntentId", "=", row.paymentIntentId)
          .executeTakeFirst();
  if (payment) return (await entryOf(tx, `${payment.surplus ? "surplus" : "paid"}:${payment.id}`)) ?? "to come";
  const deposit = await depositOf(tx, row);
  if (deposit) return (await entryOf(tx, `deposit:${deposit.id}`)) ?? "to come";
  return row.orderId === null ? "none" : "to come";
}

/** The deposit that a transaction is about, by its payment intent or its metadata. */
const depositOf = (tx: Tx, { paymentIntentId, paymentId }: ProviderTransaction) =>
  tx
    .selectFrom("deposits")
    .select("id")
    .where((e) => e.or([e("paymentIntentId", "=", paymentIntentId ?? ""), e("id", "=", paymentId ?? "")]))
    .executeTakeFirst();

async function findRefunded(tx: Tx, row: ProviderTransaction): Promise<Found> {
  const refund = (await refundIn(tx, "refunds", row)) ?? (await refundIn(tx, "deposit_returns", row));
  if (!refund) {
    const isOurs = row.orderId !== null || (await depositOf(tx, row)) !== undefined;
    return !isOurs || (await neverArrived(tx, row)) ? "none" : "to come";
  }
  const sent = await entryOf(tx, `refund:${refund.id}:${row.sourceId}`);
  if (row.kind === "refund_failure") {
    const back = await entryOf(tx, `refund_failed:${refund.id}:${row.sourceId}`);
    if (back) return back;
    if (sent) return "to come";
  } else if (sent) return sent;
  // An attempt that failed before we knew about it has no entry, and neither will its failure.
  const over = refund.status === "failed" || (refund.providerRefundId ?? row.sourceId) !== row.sourceId;
  return over ? "none" : "to come";
}

const refundIn = (tx: Tx, table: "refunds" | "deposit_returns", { sourceId, refundId }: ProviderTransaction) =>
  tx
    .selectFrom(table)
    .select(["id", "status", "providerRefundId"])
    .where((e) => e.or([e("providerRefundId", "=", sourceId ?? ""), e("id", "=", refundId ?? "")]))
    .executeTakeFirst();

/**
 * Whether a refund made at the provider failed before we knew about it, so that it's never booked as a refund.
 */
async function neverArrived(tx: Tx, row: ProviderTransaction): Promise<boolean> {
  if (row.kind === "refund_failure") return true;
  const failure = await tx
    .selectFrom("provider_transactions")
    .select("id")
    .where("sourceId", "=", row.sourceId)
    .where("kind", "=", "refund_failure")
    .executeTakeFirst();
  return failure !== undefined;
}

function movedEntry(row: ProviderTransaction): { entry: Entry; memo: string } {
  const sum = formatMoney(Math.abs(row.amountMinor), row.currency);
  switch (row.kind) {
    case "payout":
      return { entry: providerPayout(-row.amountMinor), memo: `${sum} sent to our bank by the card provider` };
    case "payout_failure":
      return { entry: providerPayoutFailed(row.amountMinor), memo: `${sum} sent to our bank didn't arrive` };
    case "fee":
      return { entry: providerAdjusted(row.amountMinor, "provider_fees"), memo: "Card provider's fee" };
    case "charge":
    case "dispute":
    case "other":
    case "refund":
    case "refund_failure":
      return {
        entry: providerAdjusted(row.amountMinor, "unassigned"),
        memo: `${row.isTest ? "Test payment" : "Moved at the card provider"}: ${sum}`,
      };
  }
}

/**
 * The provider exchanged a payment or a refund into the currency of our balance: its amount there, instead of the one
 * that was booked. The difference to what that is worth is realized.
 */
async function postExchanged(ctx: CommandContext, row: ProviderTransaction, of: Exclude<Found, string>) {
  if (row.kind === "dispute") return;
  const booked = await ctx.tx
    .selectFrom("journal_lines as l")
    .innerJoin("journal_entries as e", "e.id", "l.entryId")
    .select(["l.amountMinor", "l.valueMinor", "l.currency"])
    .where("e.key", "=", of.key)
    .where("l.account", "=", "provider")
    .executeTakeFirst();
  if (!booked || booked.currency === row.currency) return;
  const sums = [formatMoney(booked.amountMinor, booked.currency), formatMoney(row.amountMinor, row.currency)];
  const entry = { kind: "provider_exchanged", orderId: of.orderId, causeType: "provider_transaction", causeId: row.id };
  const shared = { ...entry, memo: `The card provider exchanged ${sums.join(" into ")}`, happenedAt: row.madeAt };
  const value = (sign: 1 | -1) => (booked.valueMinor === null ? {} : { valueMinor: sign * booked.valueMinor });
  await postEntries(ctx, [
    {
      ...shared,
      key: entryKeys.exchanged(row.id, "from"),
      currency: booked.currency,
      lines: [
        { account: "provider", amountMinor: 0 - booked.amountMinor, ...value(-1) },
        { account: "exchange_differences", amountMinor: booked.amountMinor, ...value(1) },
      ],
    },
    {
      ...shared,
      key: entryKeys.exchanged(row.id, "into"),
      currency: row.currency,
      lines: [
        { account: "provider", amountMinor: row.amountMinor },
        { account: "exchange_differences", amountMinor: 0 - row.amountMinor },
      ],
    },
  ]);
}

async function postMoved(ctx: CommandContext, row: ProviderTransaction): Promise<void> {
  if (row.amountMinor === 0) return;
  const { entry, memo } = movedEntry(row);
  await postEntry(ctx, {
    key: entryKeys.moved(row.id),
    kind: entry.kind,
    orderId: row.orderId,
    causeType: "provider_transaction",
    causeId: row.id,
    memo: row.description === "" || row.kind === "payout" ? memo : `${memo} (${row.description})`,
    currency: row.currency,
    happenedAt: row.madeAt,
    lines: entry.lines,
  });
}

async function postFee(ctx: CommandContext, row: ProviderTransaction, orderId: string | null): Promise<void> {
  const { kind, lines } = row.feeMinor > 0 ? providerFee(row.feeMinor) : providerFeeBack(-row.feeMinor);
  await postEntry(ctx, {
    key: entryKeys.fee(row.id),
    kind,
    orderId,
    causeType: "provider_transaction",
    causeId: row.id,
    memo: row.feeMinor > 0 ? "Card fee" : "Card fee given back",
    currency: row.currency,
    happenedAt: row.madeAt,
    lines,
  });
}
