import { hasAccount } from "#app/features/accounts/server/people/forget-account.ts";
import type { CommandContext } from "#app/platform/server/core/command.ts";
import type { Order } from "#app/features/orders/server/views/find-order.ts";
import { type EntryLine, debit } from "../../rules/ledger/ledger.ts";
import { addCredit, freeCredit, lockCredit } from "./courtesy-balance.ts";

type Line = Omit<EntryLine, "amountMinor"> & { amountMinor: number };

/**
 * Whose credit a refund returns. Null if it's the bank that took the money back, or the client's account was erased:
 * then what they had spent is income.
 */
export async function creditReturnsTo(
  ctx: CommandContext,
  order: Pick<Order, "userId">,
  refund: { cause: string },
): Promise<string | null> {
  if (order.userId === null || refund.cause === "chargeback") return null;
  await lockCredit(ctx.tx, order.userId);
  return (await hasAccount(order.userId, ctx.tx)) ? order.userId : null;
}

/** Records the credit that the lines of a refund return: it's new credit, with a date of its own. */
export async function recordReturned(
  ctx: CommandContext,
  order: Pick<Order, "id" | "userId" | "currency">,
  lines: readonly Line[],
): Promise<void> {
  for (const { account, party, amountMinor } of lines)
    if (account === "courtesy_credits" && party && amountMinor < 0)
      await addCredit(ctx, {
        uid: party,
        cause: "refund",
        amountMinor: -amountMinor,
        currency: order.currency,
        orderId: order.id,
      });
}

/**
 * The lines that take a refund back, as far as they take credit: what its owner has spent or holds in the meantime is a
 * cost of ours. Credit is never below zero.
 */
export async function takeCreditBack<L extends Line>(
  ctx: CommandContext,
  order: Pick<Order, "currency">,
  lines: readonly L[],
): Promise<(L | EntryLine)[]> {
  const taken: (L | EntryLine)[] = [];
  for (const line of lines) {
    if (line.account !== "courtesy_credits" || !line.party) {
      taken.push(line);
      continue;
    }
    await lockCredit(ctx.tx, line.party);
    const most = Math.min(line.amountMinor, await freeCredit(line.party, order.currency, ctx.tx));
    taken.push(debit("courtesy_credits", most, line.party), debit("credit_cost", line.amountMinor - most));
  }
  return taken;
}
