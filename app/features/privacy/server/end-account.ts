import { forgetAccount } from "#app/features/accounts/server/people/forget-account.ts";
import { endEditor } from "#app/features/editors/server/forget-editor.ts";
import { forgetGifts } from "#app/features/payments/server/deposits/gifts.ts";
import { forgetReferrals } from "#app/features/payments/server/courtesy/referrals.ts";
import { forgetCredit } from "#app/features/payments/server/courtesy/watch-credit.ts";
import { forgetIntegrations } from "#app/features/integrations/server/forget-integrations.ts";
import { forgetReader } from "#app/features/notifications/server/forget-reader.ts";
import { endClient } from "#app/features/orders/server/retention/forget-client.ts";
import { forgetPayee } from "#app/features/payouts/server/bank/forget-payee.ts";
import type { CommandContext } from "#app/platform/server/core/command.ts";

/**
 * The steps that closing and erasing an account share: ends open work, disables signing in, and removes the name and
 * address.
 */
export async function endAccount(ctx: CommandContext, uid: string, email: string): Promise<void> {
  await endClient(ctx, uid, email);
  await endEditor(ctx, uid);
  await forgetPayee(ctx.tx, uid);
  await forgetReader(ctx.tx, uid);
  await forgetIntegrations(ctx.tx, uid);
  // Nobody can download the copies of the data now, so a clock rule deletes them.
  await ctx.tx
    .updateTable("data_requests")
    .set({ status: "expired", expiresAt: ctx.now })
    .where("uid", "=", uid)
    .where("kind", "=", "export")
    .where("status", "in", ["making", "ready"])
    .execute();
  await forgetCredit(ctx, uid);
  await forgetReferrals(ctx.tx, uid);
  await forgetGifts(ctx.tx, uid, email);
  await forgetAccount(ctx.tx, uid, email);
}
