import { BECAME } from "#app/features/documents/rules/check/report/report.ts";
import { reportDocx } from "#app/features/documents/rules/check/report/report-docx.ts";
import type { Actor } from "#app/platform/rules/core/actor.ts";
import { contentDisposition } from "../../rules/draft/file-name.ts";
import { titleFromName } from "../../rules/order-title.ts";
import { DOCX_TYPE } from "../uploads/count-file.ts";
import { type ReportedFinding, readCheck } from "./read-check.ts";

/** What became of a finding, and why it was kept. */
const statusOf = ({ became, keptFor }: ReportedFinding): string => {
  const shown = became ?? (keptFor === null ? null : "kept");
  if (shown === null) return "";
  return keptFor ? `${BECAME[shown]}: ${keptFor}` : BECAME[shown];
};

/** GET /api/files/:id/check: the report of a file's check as a Word file, for anyone who may download the file. */
export async function getCheckReport(
  _request: Request,
  { actor, params }: { actor: Actor; params: Record<string, string> },
): Promise<Response> {
  const { report } = await readCheck(actor, params.id ?? "");
  const bytes = reportDocx(
    report.name,
    report.findings.map((one) => ({ ...one, status: statusOf(one) })),
  );
  return new Response(new Uint8Array(bytes), {
    headers: {
      "content-type": DOCX_TYPE,
      "content-length": String(bytes.length),
      "content-disposition": contentDisposition(`${titleFromName(report.name)} (consistency check).docx`),
      "content-security-policy": "sandbox; default-src 'none'",
      "x-content-type-options": "nosniff",
      "cache-control": "private, no-store",
    },
  });
}
