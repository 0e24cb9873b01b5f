import { IMPORT_LIMITS } from "#app/features/backoffice/rules/import/import-kind.ts";
import type { BodyLimit } from "#boot/limit-body.ts";
import { STATEMENT_LIMITS } from "./features/backoffice/rules/bank-files/statement-fields.ts";
import { IMAGE_LIMITS } from "./features/blog/rules/image.ts";
import { ATTACHMENT_LIMITS } from "./features/messages/rules/attachment.ts";
import { INBOUND_BYTES } from "./features/emails/rules/inbound.ts";
import { MAX_REPORT_BYTES } from "./features/payouts/rules/bank-report.ts";
import { PDF_BYTES } from "./features/organizations/rules/pdf.ts";
import { RATE_LIMITS } from "./features/payments/rules/reference-rates.ts";
import { MAX_FILE_BYTES, MAX_FORM_FILE_BYTES } from "./features/orders/rules/draft/file-limits.ts";
import { SCAN_BYTES } from "#app/platform/rules/text/scan.ts";
import { segmentsOf } from "#app/platform/rules/requests/path.ts";
import { MINUTE, SECOND } from "#app/platform/rules/core/time.ts";

const KB = 1024;
const MB = 1024 * KB;

/** Forms and JSON: every page and endpoint that isn't in the table below. */
const USUAL: BodyLimit = { bytes: MB, ms: 30 * SECOND };
/** A plain form with files, read into memory: one file of the maximum size, plus text. */
const FORM_WITH_FILES: BodyLimit = { bytes: ATTACHMENT_LIMITS.bytes + 2 * MB, ms: 5 * MINUTE };

/** Limits per path, including everything below it. The first match counts. */
const LIMITS: readonly (readonly [path: string, limit: BodyLimit])[] = [
  ["/api/auth", { bytes: 64 * KB, ms: 30 * SECOND }],
  ["/api/webhooks/inbound-email", { bytes: INBOUND_BYTES, ms: 2 * MINUTE }],
  ["/api/webhooks", { bytes: MB, ms: 30 * SECOND }],
  ["/api/chat", { bytes: 64 * KB, ms: 30 * SECOND }],
  ["/api/call", { bytes: 256 * KB, ms: 30 * SECOND }],
  // An article's text, and a picture with some margin, which lets the page itself say when it's too large.
  ["/api/blog-posts", { bytes: 4 * MB, ms: 30 * SECOND }],
  ["/api/blog-images", { bytes: IMAGE_LIMITS.bytes + MB, ms: 2 * MINUTE }],
  ["/admin/blog", { bytes: 2 * MB, ms: 30 * SECOND }],
  ["/api/drafts", { bytes: 256 * KB, ms: 30 * SECOND }],
  ["/api/attachments", { bytes: ATTACHMENT_LIMITS.bytes, ms: 5 * MINUTE }],
  // A part of a resumable upload, up to the whole file, streams to storage. Decisions on changes are JSON.
  ["/api/files/*/decisions", { bytes: 2 * MB, ms: 30 * SECOND }],
  ["/api/files", { bytes: MAX_FILE_BYTES, ms: 15 * MINUTE, streamed: true }],
  ["/api/v1/uploads", { bytes: MAX_FILE_BYTES, ms: 15 * MINUTE, streamed: true }],
  ["/api/v1", { bytes: 256 * KB, ms: 30 * SECOND }],
  ["/api/uploads", { bytes: MAX_FILE_BYTES, ms: 15 * MINUTE, streamed: true }],
  ["/order/new/form", USUAL],
  ["/order/new", { bytes: MAX_FORM_FILE_BYTES + MB, ms: 5 * MINUTE }],
  ["/order", FORM_WITH_FILES],
  ["/editor/orders", FORM_WITH_FILES],
  ["/admin/orders", FORM_WITH_FILES],
  ["/editor/kyc", FORM_WITH_FILES],
  ["/admin/payouts/bank-reports", { bytes: MAX_REPORT_BYTES + MB, ms: 5 * MINUTE }],
  ["/admin/payouts/rates", { bytes: RATE_LIMITS.bytes + MB, ms: 5 * MINUTE }],
  ["/admin/accounts/entries/new", { bytes: SCAN_BYTES + MB, ms: 5 * MINUTE }],
  ["/admin/import", { bytes: 2 * IMPORT_LIMITS.bytes + MB, ms: 2 * MINUTE }],
  ["/admin/reconciliation", { bytes: STATEMENT_LIMITS.bytes + MB, ms: 5 * MINUTE }],
  ["/organizations/*/statements", { bytes: PDF_BYTES + MB, ms: 5 * MINUTE }],
  ["/organizations/*/settings", { bytes: PDF_BYTES + MB, ms: 5 * MINUTE }],
  ["/editor-signup", FORM_WITH_FILES],
  ["/contact/reply", FORM_WITH_FILES],
  ["/support", FORM_WITH_FILES],
  ["/editor/support", FORM_WITH_FILES],
  ["/admin/support", FORM_WITH_FILES],
  ["/support-desk", FORM_WITH_FILES],
];

/**
 * How much a request to this URL may send, and in what time.
 * @param url as in the request line; an unusual spelling gets the usual small limit
 */
export function bodyLimitOf(url: string): BodyLimit {
  const path = pathOf(url).replace(/\.data$/, "");
  return LIMITS.find(([of]) => fits(path, of))?.[1] ?? USUAL;
}

/** A request line's path in lower case, because routing ignores case too. */
export const pathOf = (url: string): string =>
  (/^[a-z]+:\/\/[^/?#]*([^?#]*)/i.exec(url)?.[1] ?? url.split(/[?#]/)[0]!).toLowerCase();

function fits(path: string, pattern: string): boolean {
  const asked = segmentsOf(path);
  return segmentsOf(pattern).every((part, i) => (part === "*" ? asked[i] !== undefined : part === asked[i]));
}
