import { addDays, dayOf } from "#app/platform/rules/core/day.ts";
import { type Actor, uidOf } from "#app/platform/rules/core/actor.ts";
import { may } from "#app/platform/rules/core/duties.ts";
import { refused } from "#app/platform/rules/core/errors.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { can, decidesFor, monthStart } from "#app/features/organizations/rules/organization.ts";
import { findOrganization } from "#app/features/organizations/server/find-organization.ts";
import { contractWords } from "#app/features/pricing/rules/contract-price.ts";
import { orderedInYear } from "#app/features/orders/server/views/ordered-in-year.ts";
import { contractsOf } from "#app/features/pricing/server/find-contract.ts";
import { listRate } from "#app/features/pricing/rules/currency-prices.ts";
import { IN_DOLLARS, fromDollars } from "#app/features/pricing/rules/priced-in.ts";
import { formatMoney, sum } from "#app/platform/rules/core/money.ts";
import { database } from "#app/platform/server/core/database.ts";
import { pricingAt } from "#app/features/pricing/server/read-pricing.ts";
import { approvalsAt } from "#app/features/pricing/server/read-approvals.ts";
import { creditLeft, creditName, creditPhase } from "../../rules/credit.ts";

import { headOf } from "../balance/read-organization.ts";
import { creditLinesOf, usedOf } from "./find-credit.ts";
import { listYearsOfOrganization } from "../invoices/year-statement.ts";
import { disputableLines, disputesOf } from "./line-disputes.ts";
import { accountOf, overdueMinor } from "./statements.ts";
import { expectedMinor, writeOffsOf } from "./write-offs.ts";

/** An organization's statements, and its terms and purchase orders, for those who manage it and the finance team. */
export async function readCredit(actor: Actor, id: string | undefined) {
  const it = await findOrganization(actor, id);
  if (!can.seeCosts(actor, it)) throw refused("Only an organization's owners and managers see its statements.");
  const at = now();
  const [account, lines, { credit }, pricing, contracts, years, writeOffs, orderedMinor, disputes] = await Promise.all([
    accountOf(it.id),
    creditLinesOf(it.id),
    approvalsAt(at),
    pricingAt(at),
    contractsOf(it.id),
    listYearsOfOrganization(it.id),
    writeOffsOf(it.id),
    orderedInYear({ organizationId: it.id, currency: it.currency }, at),
    disputesOf(it.id),
  ]);
  const { standing, unbilledMinor, statements } = account;
  const used = await usedOf(lines, standing);
  const rate = listRate(pricing, it.currency) ?? IN_DOLLARS;
  const decides = (duty: "money" | "prices") => decidesFor(actor, it, duty, "decide") === true;
  return {
    head: headOf(actor, it),
    years,
    period: lastMonth(at),
    decides: decides("money"),
    decidesPrices: decides("prices"),
    /** In the calendar year (UTC) so far, less refunds. */
    orderedMinor,
    contracts: contracts
      .filter((one) => one.state !== "proposed" || may(actor, "prices"))
      .map((one) => ({
        id: one.id,
        prices: contractWords(one, it.currency),
        percents: one.percents,
        turnarounds: one.turnarounds,
        steps: one.steps,
        state: one.state,
        startsAt: one.startsAt.toISOString(),
        endsAt: one.endsAt?.toISOString() ?? null,
        reason: one.reason,
        mine: one.proposedBy !== null && one.proposedBy === uidOf(actor),
      })),
    // If it isn't sold anymore, nothing is decided in it.
    twoAbove: formatMoney(fromDollars(credit.twoAboveMinor, rate), rate.currency),
    owedMinor: standing.owedMinor,
    // The organization owes it as before: what the books expect is for those who keep them.
    writtenOff: may(actor, "money")
      ? {
          minor: standing.writtenOffMinor,
          expectedMinor: expectedMinor(account),
          all: writeOffs.map(({ id: writeOffId, amountMinor, reason, state, proposedBy, proposedAt }) => ({
            id: writeOffId,
            amountMinor,
            reason,
            state,
            mine: proposedBy !== null && proposedBy === uidOf(actor),
            proposedAt,
          })),
        }
      : null,
    unbilledMinor,
    overdueMinor: sum(statements.map((one) => overdueMinor(one, at))),
    disputes,
    disputable: can.manage(actor, it) ? await disputableLines(statements, database()) : [],
    statements: statements.map((one) => ({
      id: one.id,
      number: one.number,
      amountMinor: one.amountMinor,
      openMinor: one.openMinor,
      isWrittenOff: may(actor, "money") && one.openMinor > 0 && one.writtenOffMinor === one.openMinor,
      isDisputed: one.openMinor > 0 && one.disputedMinor === one.openMinor,
      isOverdue: overdueMinor(one, at) > 0,
      issuedAt: one.issuedAt,
      dueAt: one.dueAt,
    })),
    lines: lines.map((line) => ({
      id: line.id,
      kind: line.kind,
      name: creditName(line),
      phase: creditPhase(line, dayOf(at)),
      state: line.state,
      limitMinor: line.limitMinor,
      leftMinor: creditLeft(line, used.get(line.id) ?? 0),
      currency: line.currency,
      netDays: line.netDays,
      firstDay: line.firstDay,
      lastDay: line.lastDay,
      note: line.note,
      reason: line.reason,
      hasFile: line.file !== null,
      askedAt: line.askedAt.toISOString(),
      revision: line.revision,
      /** The first of two people can't be the second. */
      mine: line.proposedBy !== null && line.proposedBy === uidOf(actor),
    })),
  };
}
export type CreditPage = Awaited<ReturnType<typeof readCredit>>;

/** The first and the last day of the UTC month before. */
function lastMonth(at: Date): { from: string; to: string } {
  const to = addDays(dayOf(monthStart(at)), -1);
  return { from: dayOf(monthStart(new Date(to))), to };
}
