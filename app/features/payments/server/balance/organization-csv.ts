import type { Actor } from "#app/platform/rules/core/actor.ts";
import { csvMoney } from "#app/platform/rules/core/money.ts";
import { csvResponse } from "#app/platform/server/requests/csv-response.ts";
import { can } from "#app/features/organizations/rules/organization.ts";
import { findOrganization } from "#app/features/organizations/server/find-organization.ts";
import { STATUS_WORDS } from "#app/features/orders/rules/flow.ts";
import { SERVICE_LABELS } from "#app/features/pricing/rules/policy.ts";
import { type PaidOrder, paidOrders } from "./read-organization.ts";

const MOST = 10_000;

/** GET /api/csv/organizations/:id/orders: what it paid for. Members get their own orders alone. */
export async function organizationOrdersCsv(
  _request: Request,
  { actor, params }: { actor: Actor; params: Record<string, string> },
): Promise<Response> {
  const it = await findOrganization(actor, params.id);
  const rows = await paidOrders(it.id, { uid: can.seeCosts(actor, it) ? null : it.uid, limit: MOST });
  return csvResponse<PaidOrder>(`${it.name} orders`, columnsIn(it.currency), rows);
}

const columnsIn = (currency: string) => [
  { header: "Order", value: (r: PaidOrder) => r.number },
  { header: "Title", value: (r: PaidOrder) => r.title },
  { header: "Member", value: (r: PaidOrder) => r.by },
  { header: "Service", value: (r: PaidOrder) => SERVICE_LABELS[r.service] },
  { header: "Status", value: (r: PaidOrder) => STATUS_WORDS[r.status] },
  { header: "Placed at", value: (r: PaidOrder) => r.paidAt },
  { header: "Due at", value: (r: PaidOrder) => r.dueAt },
  { header: `Cost (${currency})`, value: (r: PaidOrder) => csvMoney(r.costMinor, currency) },
  { header: "Cost center", value: (r: PaidOrder) => r.costCenter },
  { header: "PO number", value: (r: PaidOrder) => r.poNumber },
  { header: "Invoice", value: (r: PaidOrder) => r.invoice?.number ?? null },
];
