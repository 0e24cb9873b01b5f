import { now } from "#app/platform/server/core/clock.ts";
import { listFile } from "#app/platform/server/lists/list-file.ts";
import { KYC_LIST, KYC_QUEUE } from "../../rules/lists/kyc-list.ts";
import { kycList, kycQueueList } from "./list-kyc.ts";

/** GET /api/csv/kyc: editors with the status and last day of each document. Admins only. */
export const kycCsv = listFile(KYC_LIST, (actor, query) => kycList(actor, query, now()));
/** GET /api/csv/kyc-queue: documents to review. Staff only. */
export const kycQueueCsv = listFile(KYC_QUEUE, kycQueueList);
