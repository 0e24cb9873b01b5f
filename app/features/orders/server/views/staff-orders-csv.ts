import { type Actor, isStaff } from "#app/platform/rules/core/actor.ts";
import { refused } from "#app/platform/rules/core/errors.ts";
import { decimalMoney } from "#app/platform/rules/core/money.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { csvResponse } from "#app/platform/server/core/csv-response.ts";
import { SERVICE_LABELS, TURNAROUND_LABELS, isService, isTurnaround } from "#app/features/pricing/rules/policy.ts";
import { STATUS_WORDS } from "../../rules/flow.ts";
import { type StaffRow, listOrdersForStaff } from "./list-orders.ts";

/** The most rows of one file. */
const CSV_ROWS = 50_000;

/** GET /api/csv/orders: all orders as staff have narrowed them. */
export async function staffOrdersCsv(request: Request, { actor }: { actor: Actor }): Promise<Response> {
  if (!isStaff(actor)) throw refused("Only staff can see all orders.");
  const search = new URL(request.url).searchParams;
  const text = (name: string) => search.get(name) ?? undefined;
  const { rows } = await listOrdersForStaff(
    actor,
    { status: text("status"), q: text("q"), show: text("show"), sort: text("sort"), page: 1 },
    now(),
    CSV_ROWS,
  );
  return csvResponse<StaffRow>(
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
      { header: "Begun", value: (r) => r.createdAt },
      { header: "Due", value: (r) => r.dueAt },
      { header: "Delivered", value: (r) => r.deliveredAt },
    ],
    rows,
  );
}
