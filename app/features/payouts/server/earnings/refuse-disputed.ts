import { conflict } from "#app/platform/rules/core/errors.ts";
import type { CommandContext } from "#app/platform/server/core/command.ts";

/**
 * A run isn't approved or sent while it pays for an order that is disputed: that earning is being taken out of it.
 * @throws conflict
 */
export async function refuseDisputed({ tx }: Pick<CommandContext, "tx">, runId: string): Promise<void> {
  const disputed = await tx
    .selectFrom("payouts as p")
    .innerJoin("earnings as e", "e.payoutId", "p.id")
    .innerJoin("orders as o", "o.id", "e.orderId")
    .select("o.number")
    .where("p.runId", "=", runId)
    .where("e.status", "=", "in_payout")
    .where("o.disputedAt", "is not", null)
    .limit(1)
    .executeTakeFirst();
  if (disputed)
    throw conflict(
      "order_disputed",
      `The payment for ${disputed.number} is disputed, so its earning is being taken out of this run.`,
      "Reload the page in a minute and check the new total.",
    );
}
