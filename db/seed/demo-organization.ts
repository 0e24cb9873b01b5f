import { now, setClock } from "#app/platform/server/core/clock.ts";
import { createOrganization } from "#app/features/organizations/server/change-organization.ts";
import { acceptInvitation, inviteMember, openInvitations } from "#app/features/organizations/server/members.ts";
import { choosePayer } from "#app/features/orders/server/drafts/choose-payer.ts";
import { askToSpend } from "#app/features/payments/server/balance/spending-requests.ts";
import { askForTerms, decideCredit, sendPurchaseOrder } from "#app/features/payments/server/credit/credit-lines.ts";
import { creditLinesOf } from "#app/features/payments/server/credit/find-credit.ts";
import { issueStatements } from "#app/features/payments/server/credit/statements.ts";
import { DAY, after } from "#app/platform/rules/core/time.ts";
import { startTopUp } from "#app/features/payments/server/balance/top-ups.ts";
import { Stage } from "./demo-stage.ts";
import { ada, amara, mei, priya } from "./demo-people.ts";
import { MANUSCRIPTS } from "./manuscripts.ts";
import { specimenPdf } from "./specimen.ts";

/**
 * Mei-Ling's department on terms: the statement of one month is overdue, and the next one is open. And a publisher of
 * Amara's with a purchase order.
 */
export async function seedCredit(base: Date): Promise<{ departmentId: string }> {
  const ecology = { field: "life-sciences", subfield: "ecology", service: "proofreading", turnaround: "7d" } as const;
  const stage = new Stage(base);
  try {
    stage.daysAgo(66);
    const { organizationId: departmentId } = await createOrganization(mei, {
      organization: "Department of Forest Ecology",
      address: "Highland University\n12 Botanic Lane, Singapore 259569",
      country: "SG",
      state: "",
      vatId: "",
      invoiceEmail: "finance@forest-ecology.test",
      clientKey: "demo-department",
    });
    await askForTerms(mei, {
      organizationId: departmentId,
      limit: "2,000",
      netDays: 30,
      note: "About two papers a month.",
    });
    const { id, revision } = (await creditLinesOf(departmentId))[0]!;
    await decideCredit(ada, {
      creditLineId: id,
      approve: true,
      limit: "1,500",
      netDays: 30,
      lastDay: "",
      reason: "",
      revision,
    });
    stage.paidBy(departmentId, id);
    for (const [daysAgo, manuscript] of [
      [65, MANUSCRIPTS.hedgerows],
      [31, MANUSCRIPTS.canopy],
    ] as const) {
      await stage.daysAgo(daysAgo).finished(mei, priya, manuscript, ecology, 5);
      const ordered = after(base, -daysAgo * DAY);
      const next = Date.UTC(ordered.getUTCFullYear(), ordered.getUTCMonth() + 1, 1, 0, 5);
      // The work may have gone on beyond the end of the month.
      const at = new Date(Math.max(next, stage.now.getTime()));
      setClock(at);
      await issueStatements(at);
    }
    stage.daysAgo(6);
    const { organizationId: pressId } = await createOrganization(amara, {
      organization: "Harmattan Academic Press",
      address: "4 Ring Road East, Accra",
      country: "GH",
      state: "",
      vatId: "",
      invoiceEmail: "payables@harmattan-press.test",
      clientKey: "demo-publisher",
    });
    await sendPurchaseOrder(amara, {
      organizationId: pressId,
      poNumber: "PO-7714",
      limit: "4,000",
      lastDay: after(base, 180 * DAY)
        .toISOString()
        .slice(0, 10),
      note: "For the series on dry-season farming.",
      bytes: specimenPdf(["Purchase order PO-7714", "Harmattan Academic Press", "Editing, up to USD 4,000.00"]),
    });
    const order = (await creditLinesOf(pressId))[0]!;
    await decideCredit(ada, {
      creditLineId: order.id,
      approve: true,
      limit: "4,000",
      netDays: 30,
      lastDay: order.lastDay ?? "",
      reason: "",
      revision: order.revision,
    });
    return { departmentId };
  } finally {
    setClock(null);
  }
}

/** What the lab transfers in advance. */
export const LAB_PREPAYS_MINOR = 200_000;

/** Amara's lab, with Mei-Ling as a member. @returns the pro forma invoice that its transfer names */
export async function seedLab(): Promise<{ organizationId: string; number: string }> {
  const { organizationId } = await createOrganization(amara, {
    organization: "Volta Basin Research Group",
    address: "Department of Geography\n1 University Road, Legon, Accra",
    country: "GH",
    state: "",
    vatId: "",
    invoiceEmail: "accounts@volta-basin.test",
    clientKey: "demo-lab",
  });
  await inviteMember(amara, { organizationId, email: mei.email, role: "member", month: "400", order: "50" });
  const [invitation] = await openInvitations(organizationId, now());
  await acceptInvitation(mei, { invitationId: invitation!.id });
  const { number } = await startTopUp(amara, { organizationId, amount: String(LAB_PREPAYS_MINOR / 100) });
  return { organizationId, number };
}

/** Once its transfer is on the bank's statement: an order paid from the balance, and one above Mei-Ling's limit. */
export async function seedLabOrders(organizationId: string, base: Date): Promise<void> {
  const ecology = { field: "life-sciences", subfield: "ecology" } as const;
  const stage = new Stage(base);
  try {
    await stage
      .daysAgo(13)
      .paidBy(organizationId)
      .finished(mei, priya, MANUSCRIPTS.hedgerows, { ...ecology, service: "proofreading", turnaround: "7d" }, 5);
    stage.daysAgo(1);
    const orderId = await stage.quoted(mei, MANUSCRIPTS.canopy, {
      field: "earth-environment",
      subfield: "climate-science",
      service: "substantive",
      turnaround: "3d",
    });
    await choosePayer(mei, { orderId, organizationId, titleHidden: false });
    await askToSpend(mei, { orderId, note: "The journal wants it back within a week." });
  } finally {
    setClock(null);
  }
}
