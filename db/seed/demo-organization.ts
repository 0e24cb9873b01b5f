import { now, setClock } from "#app/platform/server/core/clock.ts";
import { createOrganization } from "#app/features/organizations/server/change-organization.ts";
import { acceptInvitation, inviteMember, openInvitations } from "#app/features/organizations/server/members.ts";
import { choosePayer } from "#app/features/orders/server/drafts/choose-payer.ts";
import { askToSpend } from "#app/features/payments/server/balance/spending-requests.ts";
import { startTopUp } from "#app/features/payments/server/balance/top-ups.ts";
import { Stage } from "./demo-stage.ts";
import { amara, mei, priya } from "./demo-people.ts";
import { MANUSCRIPTS } from "./manuscripts.ts";

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
