import type { Actor } from "#app/platform/rules/core/actor.ts";
import type { CsvColumn } from "#app/platform/rules/text/csv.ts";
import { readListQuery } from "#app/platform/rules/core/list-query.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { listCsv } from "#app/platform/server/lists/list-csv.ts";
import { DOCUMENT_KINDS, DOCUMENT_LABELS, KYC_WORDS } from "../../rules/kyc/kyc.ts";
import { KYC_LIST, KYC_QUEUE, type KycQueueRow, type KycRow, kycList, kycQueueList } from "./list-kyc.ts";

const searchOf = (request: Request): URLSearchParams => new URL(request.url).searchParams;
const today = (): string => now().toISOString().slice(0, 10);

/** GET /api/csv/kyc: editors with the status and last day of each document. Admins only. */
export async function kycCsv(request: Request, { actor }: { actor: Actor }): Promise<Response> {
  const columns: CsvColumn<KycRow>[] = [
    { header: "Editor", value: (r) => r.displayName },
    { header: "Email", value: (r) => r.email },
    { header: "Editor ID", value: (r) => r.uid },
    { header: "Status", value: (r) => KYC_WORDS[r.state] },
    ...DOCUMENT_KINDS.flatMap((kind): CsvColumn<KycRow>[] => {
      const line = (r: KycRow) => r.overview.lines.find((l) => l.kind === kind)!;
      return [
        { header: DOCUMENT_LABELS[kind], value: (r) => KYC_WORDS[line(r).state] },
        { header: `${DOCUMENT_LABELS[kind]} until`, value: (r) => line(r).document?.expiresOn },
      ];
    }),
    { header: "Waiting since", value: (r) => r.waitingSince },
    { header: "Next step", value: (r) => r.overview.nextForStaff },
  ];
  return listCsv(`kyc-${today()}`, columns, kycList(actor, readListQuery(searchOf(request), KYC_LIST), now()));
}

/** GET /api/csv/kyc-queue: documents to review. Staff only. */
export async function kycQueueCsv(request: Request, { actor }: { actor: Actor }): Promise<Response> {
  const columns: CsvColumn<KycQueueRow>[] = [
    { header: "Editor", value: (r) => r.displayName },
    { header: "Email", value: (r) => r.email },
    { header: "Editor ID", value: (r) => r.uid },
    { header: "Document", value: (r) => DOCUMENT_LABELS[r.kind] },
    { header: "Status", value: (r) => KYC_WORDS[r.status] },
    { header: "Sent", value: (r) => r.submittedAt },
  ];
  return listCsv(`kyc-queue-${today()}`, columns, kycQueueList(actor, readListQuery(searchOf(request), KYC_QUEUE)));
}
