import type { Actor } from "#app/platform/rules/core/actor.ts";
import { readListQuery } from "#app/platform/rules/core/list-query.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { listCsv } from "#app/platform/server/lists/list-csv.ts";
import { AUDIT_LIST } from "../../rules/audit/audit-list.ts";
import { type AuditRow, auditList } from "./list-audit.ts";

/** GET /api/csv/audit: the filtered audit trail. Admins only. */
export async function auditCsv(request: Request, { actor }: { actor: Actor }): Promise<Response> {
  return listCsv<AuditRow>(
    `audit-${now().toISOString().slice(0, 10)}`,
    [
      { header: "Time", value: (r) => r.at },
      { header: "Event", value: (r) => r.title },
      { header: "Details", value: (r) => r.detail },
      { header: "Kind", value: (r) => r.kind },
      { header: "By", value: (r) => r.actor?.name },
      { header: "By ID", value: (r) => r.actor?.uid },
      { header: "Role", value: (r) => r.actorRole },
      { header: "Viewing as them", value: (r) => r.impersonator?.name },
      { header: "Viewing as them ID", value: (r) => r.impersonator?.uid },
      { header: "About", value: (r) => r.about?.name },
      { header: "About ID", value: (r) => r.about?.uid },
      { header: "Order", value: (r) => r.order?.number },
      { header: "Order ID", value: (r) => r.order?.id },
      { header: "Object", value: (r) => r.object?.noun },
      { header: "Object ID", value: (r) => r.object?.id },
      { header: "Entry ID", value: (r) => r.id },
    ],
    await auditList(actor, readListQuery(new URL(request.url).searchParams, AUDIT_LIST)),
  );
}
