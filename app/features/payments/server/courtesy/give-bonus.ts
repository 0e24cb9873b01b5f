import type { CommandContext } from "#app/platform/server/core/command.ts";
import type { Order } from "#app/features/orders/server/views/find-order.ts";
import { policyOfVersion } from "#app/features/policy/server/read-policy.ts";
import { bonusOf } from "../../rules/refund-to.ts";
import { creditGiven } from "../../rules/ledger/order-entries.ts";
import { postEntry } from "../ledger/post-entry.ts";
import type { Refund } from "../refunds/find-refund.ts";
import { addCredit, courtesyOf, lockCredit } from "./courtesy-balance.ts";

/** Courtesy credit on top of a refund that its client took on their balance, by the policy that the order was sold with. */
export async function giveBonus(ctx: CommandContext, order: Order, refund: Refund): Promise<void> {
  const uid = order.userId;
  const amountMinor = bonusOf(
    refund.amountMinor,
    courtesyOf(await policyOfVersion(order.policyVersion, ctx.tx)).bonusBp,
  );
  if (uid === null || amountMinor === 0) return;
  await lockCredit(ctx.tx, uid);
  const { currency } = refund;
  const given = { uid, cause: "balance" as const, amountMinor, currency };
  const { creditId, expiresAt } = await addCredit(ctx, { ...given, orderId: order.id });
  await postEntry(ctx, {
    key: `credit_given:${creditId}`,
    causeType: "credit",
    causeId: creditId,
    memo: `Courtesy credit for a refund of order ${order.number} on the balance`,
    currency,
    ...creditGiven(uid, amountMinor),
  });
  await ctx.fact("courtesy.given", {
    subjectId: uid,
    data: { uid, creditId, amountMinor, currency, cause: given.cause, expiresAt: expiresAt.toISOString() },
    topics: [`user:${uid}`, "staff"],
  });
}
