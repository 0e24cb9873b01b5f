import { z } from "zod";
import { may, only } from "#app/platform/rules/core/duties.ts";
import { conflict, notFound } from "#app/platform/rules/core/errors.ts";
import { isId } from "#app/platform/rules/core/ids.ts";
import { type Tx } from "#app/platform/server/core/database.ts";
import { command } from "#app/platform/server/core/command.ts";
import { ADMIN_CODES } from "../../rules/return-codes.ts";
import { lockRun } from "./move-run.ts";
import { type Payout, closeRun, returnPayout, settlePayout } from "./payout-lines.ts";

/** A payout, locked with its run, the run first. @throws not-found */
async function lockPayout(tx: Tx, id: string): Promise<Payout> {
  const known = isId("payout", id)
    ? await tx.selectFrom("payouts").select("runId").where("id", "=", id).executeTakeFirst()
    : undefined;
  if (!known) throw notFound("payout");
  await lockRun(tx, known.runId);
  return tx.selectFrom("payouts").selectAll().where("id", "=", id).forUpdate().executeTakeFirstOrThrow();
}

const unsent = () =>
  conflict(
    "payout_unsent",
    "This payout isn't with the bank.",
    "Download the bank file first. Reload the page to see the payout's status.",
  );

/**
 * An admin saw on the statement that the bank paid one payout of a run. Safe to repeat.
 * @throws conflict if it was returned
 */
export const markPaid = command({
  input: z.object({ payoutId: z.string() }),
  load: ({ payoutId }, { tx }) => lockPayout(tx, payoutId),
  allow: (actor) => may(actor, "money") || only("money", "mark payouts as paid"),
  run: async ({ thing: payout, ...ctx }): Promise<void> => {
    if (payout.status === "rejected" || payout.status === "returned")
      throw conflict(
        "payout_returned",
        "The bank returned this payout.",
        "Its earnings are in the next run. Reload the page to see it.",
      );
    if ((await settlePayout(ctx, payout)) === "unsent") throw unsent();
    await closeRun(ctx, payout.runId);
  },
});

/** An admin learned that the bank rejected one payout of a run, or sent its money back. Safe to repeat. */
export const markReturned = command({
  input: z.object({
    payoutId: z.string(),
    how: z.enum(["rejected", "returned"], "Choose what the bank did."),
    code: z.enum(ADMIN_CODES, "Choose the bank's reason."),
  }),
  load: ({ payoutId }, { tx }) => lockPayout(tx, payoutId),
  allow: (actor) => may(actor, "money") || only("money", "mark payouts as returned"),
  run: async ({ thing: payout, input, ...ctx }): Promise<void> => {
    if ((await returnPayout(ctx, payout, input.how, input.code)) === "unsent") throw unsent();
    await closeRun(ctx, payout.runId);
  },
});
