import { isDeepStrictEqual } from "node:util";
import type { Billing } from "#app/features/accounts/rules/billing.ts";
import type { CommandContext } from "#app/platform/server/core/command.ts";
import { type Reader, type Tx, json } from "#app/platform/server/core/database.ts";

/** Somebody who pays for an author's order, and what their invoice needs. */
export type Payer = {
  sharedQuoteId: string;
  billing: Billing;
  /** Where the invoice goes. */
  email: string;
  poNumber: string;
  costCenter: string;
};

/** The payer of a payment, or null if it's the author's own. */
export async function findPayer(paymentId: string, db: Reader): Promise<Payer | null> {
  const row = await db
    .selectFrom("payment_payers")
    .select(["sharedQuoteId", "billing", "email", "poNumber", "costCenter"])
    .where("paymentId", "=", paymentId)
    .executeTakeFirst();
  return row ?? null;
}

/** Whether a checkout can be continued: it's the same person's, with the same details. */
export const isSamePayer = (a: Payer | null, b: Payer | null): boolean => isDeepStrictEqual(a, b);

/** Stores who pays, with the payment. Never changed afterward: other details make another payment. */
export async function storePayer(ctx: Pick<CommandContext, "tx" | "now">, paymentId: string, payer: Payer) {
  await ctx.tx
    .insertInto("payment_payers")
    .values({ paymentId, ...payer, billing: json(payer.billing), createdAt: ctx.now })
    .execute();
}

/** Forgets what somebody entered for a payment that ended without money. */
export async function forgetPayer(tx: Tx, paymentId: string): Promise<void> {
  await tx.deleteFrom("payment_payers").where("paymentId", "=", paymentId).execute();
}
