import { sql } from "kysely";
import type { CommandContext } from "#app/platform/server/core/command.ts";
import { json } from "#app/platform/server/core/database.ts";
import { type VatCheck, billingOf, plainVatId } from "../../rules/billing.ts";
import { lockProfile } from "./find-own-profile.ts";

/**
 * Saves the answer from VIES with the VAT ID it's about. If VIES is unavailable, an earlier valid answer stays.
 * @returns false if the person has entered another ID in the meantime
 */
export async function saveVatCheck(ctx: CommandContext, uid: string, check: VatCheck): Promise<boolean> {
  const profile = await lockProfile(ctx.tx, uid);
  if (plainVatId(billingOf(profile.kept).vatId) !== check.vatId) return false;
  if (check.answer === "unavailable" && profile.vatCheck?.answer === "valid") return true;
  await ctx.tx
    .updateTable("users")
    .set({ billing: sql`coalesce(billing, '{}'::jsonb) || ${json({ vatCheck: check })}::jsonb` })
    .where("uid", "=", uid)
    .execute();
  await ctx.fact("account.vat_checked", {
    subjectId: uid,
    topics: [`user:${uid}`],
    data: { uid, answer: check.answer, requestId: check.requestId },
  });
  return true;
}
