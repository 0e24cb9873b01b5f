import { z } from "zod";
import { formatMoney } from "#app/platform/rules/core/money.ts";
import { conflict } from "#app/platform/rules/core/errors.ts";
import { command } from "#app/platform/server/core/command.ts";
import { can } from "#app/features/organizations/rules/organization.ts";
import { closeOrganizationRow } from "#app/features/organizations/server/change-organization.ts";
import { lockOrganization } from "#app/features/organizations/server/find-organization.ts";
import { receivableMinor } from "../../rules/ledger/ledger.ts";
import { standingOf } from "./balance.ts";

/** Closes an organization. @throws conflict while it owes money, or has money left, which is paid back first */
export const closeOrganization = command({
  input: z.object({ organizationId: z.string() }),
  load: ({ organizationId }, { tx, actor }) => lockOrganization(tx, actor, organizationId),
  allow: (actor, it) =>
    (it.isClosed && it.role === "owner") || can.own(actor, it) || "Only an organization's owners can close it.",
  async run({ thing: it, ...ctx }): Promise<void> {
    if (it.isClosed) return;
    const standing = await standingOf(it.id, ctx.tx);
    const { prepaidMinor: left, owedMinor } = standing;
    if (receivableMinor(standing) > 0)
      throw conflict(
        "owes",
        `${formatMoney(owedMinor, it.currency)} isn't paid yet.`,
        "Pay the open statements first, then close the organization.",
      );
    if (left > 0)
      throw conflict(
        "balance_left",
        `${formatMoney(left, it.currency)} is left on the balance.`,
        "Have it paid back first: what came by card on the balance page, the rest by support. Then close the organization.",
      );
    await closeOrganizationRow(ctx, it);
  },
});
