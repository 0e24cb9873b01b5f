import { z } from "zod";
import { CURRENCY, formatMoney } from "#app/platform/rules/core/money.ts";
import { conflict } from "#app/platform/rules/core/errors.ts";
import { command } from "#app/platform/server/core/command.ts";
import { can } from "#app/features/organizations/rules/organization.ts";
import { closeOrganizationRow } from "#app/features/organizations/server/change-organization.ts";
import { lockOrganization } from "#app/features/organizations/server/find-organization.ts";
import { balanceOf } from "./balance.ts";

/** Closes an organization. @throws conflict while it has money left, which is paid back first */
export const closeOrganization = command({
  input: z.object({ organizationId: z.string() }),
  load: ({ organizationId }, { tx, actor }) => lockOrganization(tx, actor, organizationId),
  allow: (actor, it) =>
    (it.isClosed && it.role === "owner") || can.own(actor, it) || "Only an organization's owners can close it.",
  async run({ thing: it, ...ctx }): Promise<void> {
    if (it.isClosed) return;
    const left = await balanceOf(it.id, ctx.tx);
    if (left > 0)
      throw conflict(
        "balance_left",
        `${formatMoney(left, CURRENCY)} is left on the balance.`,
        "Write to support to have it paid back to your bank account, then close the organization.",
      );
    await closeOrganizationRow(ctx, it);
  },
});
