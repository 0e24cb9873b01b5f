import type { Actor } from "#app/platform/rules/core/actor.ts";
import { decimalMoney } from "#app/platform/rules/core/money.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { readListQuery } from "#app/platform/rules/core/list-query.ts";
import { listCsv } from "#app/platform/server/lists/list-csv.ts";
import { SERVICE_LABELS, TURNAROUND_LABELS, isService, isTurnaround } from "#app/features/pricing/rules/policy.ts";
import { STATUS_WORDS } from "../../rules/flow.ts";
import { STAFF_LIST } from "../../rules/staff-list.ts";
import { type StaffRow, staffOrderList } from "./list-staff-orders.ts";

/** GET /api/csv/orders: all orders, as filtered by staff. */
export async function staffOrdersCsv(request: Request, { actor }: { actor: Actor }): Promise<Response> {
  return listCsv<StaffRow>(
    `orders-${now().toISOString().slice(0, 10)}`,
    [
      { header: "Order", value: (r) => r.number },
      { header: "Manuscript", value: (r) => r.title },
      { header: "Status", value: (r) => STATUS_WORDS[r.status] },
      { header: "Late", value: (r) => r.late },
      { header: "Attention", value: (r) => [...r.flags, r.reassign].filter(Boolean).join(", ") },
      { header: "Author", value: (r) => r.clientName },
      { header: "Editor", value: (r) => r.editorName },
      { header: "Service", value: (r) => (isService(r.service) ? SERVICE_LABELS[r.service] : "") },
      { header: "Turnaround", value: (r) => (isTurnaround(r.turnaround) ? TURNAROUND_LABELS[r.turnaround] : "") },
      { header: "Words", value: (r) => r.words },
      { header: "Total", value: (r) => (r.totalMinor === null ? null : decimalMoney(r.totalMinor)) },
      { header: "Currency", value: (r) => r.currency },
      { header: "Created", value: (r) => r.createdAt },
      { header: "Due", value: (r) => r.dueAt },
      { header: "Delivered", value: (r) => r.deliveredAt },
    ],
    staffOrderList(actor, readListQuery(new URL(request.url).searchParams, STAFF_LIST), now()),
  );
}
