import { listFile } from "#app/platform/server/lists/list-file.ts";
import { AUDIT_LIST } from "../../rules/audit/audit-list.ts";
import { auditList } from "./list-audit.ts";

/** GET /api/csv/audit: the filtered audit trail. Admins only. */
export const auditCsv = listFile(AUDIT_LIST, auditList);
