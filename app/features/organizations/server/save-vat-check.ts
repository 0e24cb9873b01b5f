import { sql } from "kysely";
import { type VatCheck, billingOf, plainVatId, vatCheckOf } from "#app/features/accounts/rules/billing.ts";
import type { CommandContext } from "#app/platform/server/core/command.ts";
import { json } from "#app/platform/server/core/database.ts";
import { lockOrganization } from "./find-organization.ts";

/** Saves the answer from VIES about an organization's VAT ID, as for a person's. */
export async function saveOrganizationVatCheck(ctx: CommandContext, id: string, check: VatCheck): Promise<void> {
  const { billing } = await lockOrganization(ctx.tx, ctx.actor, id);
  if (plainVatId(billingOf(billing).vatId) !== check.vatId) return;
  if (check.answer === "unavailable" && vatCheckOf(billing)?.answer === "valid") return;
  await ctx.tx
    .updateTable("organizations")
    .set({ billing: sql`billing || ${json({ vatCheck: check })}::jsonb` })
    .where("id", "=", id)
    .execute();
  await ctx.fact("organization.vat_checked", {
    subjectId: id,
    data: { organizationId: id, answer: check.answer, requestId: check.requestId },
  });
}
