import { sql } from "kysely";
import { handleAuth } from "#app/features/accounts/server/auth-endpoint.ts";
import { demoClock } from "#app/features/accounts/server/demo-clock.ts";
import { demoMailbox } from "#app/features/accounts/server/demo-mailbox.ts";
import { markFeed, readFeed } from "#app/features/notifications/server/feed.ts";
import { liveStream } from "#app/features/notifications/server/live-stream.ts";
import { describeFile, downloadFile } from "#app/features/orders/server/download-file.ts";
import { postChoices, postDraft } from "#app/features/orders/server/draft-endpoints.ts";
import { receiveUpload } from "#app/features/orders/server/receive-upload.ts";
import { getDocumentPdf } from "#app/features/payments/server/get-document.ts";
import { ownMoneyCsv } from "#app/features/payments/server/list-own-money.ts";
import { receiveEvent } from "#app/features/payments/server/receive-event.ts";
import { sandboxCheckout } from "#app/features/payments/server/sandbox-checkout.ts";
import { earningsCsv, editorPayoutsCsv, payoutRunCsv, payoutRunsCsv, selfBilledCsv } from "#app/features/payouts/server/csv-endpoints.ts";
import { bankFile } from "#app/features/payouts/server/send-run.ts";
import type { Actor } from "#app/platform/rules/actor.ts";
import { database } from "#app/platform/server/database.ts";
import { runClock } from "./jobs.ts";

export type EndpointArgs = { actor: Actor; params: Record<string, string> };
/** `open` endpoints check their caller themselves in another way than by session (webhooks by signature); all others still decide permission in the handler, for the thing at hand. */
export type Endpoint = {
  method: "GET" | "POST" | "ALL";
  /** Hono's path syntax. */
  path: string;
  handle(request: Request, args: EndpointArgs): Promise<Response> | Response;
  /** Exists only in the demo world. */
  demoOnly?: boolean;
  /** A GET that leaves HEAD to the endpoint after it: how far an upload has got is asked at the file's own address. */
  exceptHead?: boolean;
  /** Callers other than our own pages may POST here (card provider, bank): no same-origin check. */
  fromOutside?: boolean;
};

const healthz: Endpoint["handle"] = async () => {
  await sql`select 1`.execute(database());
  return Response.json({ ok: true });
};

// MAP 2: every URL that is not a page -> its handler.
export const endpoints: readonly Endpoint[] = [
  { method: "GET", path: "/healthz", handle: healthz },
  { method: "ALL", path: "/api/auth/*", handle: handleAuth },
  { method: "GET", path: "/auth/mailbox", handle: demoMailbox, demoOnly: true },
  { method: "POST", path: "/api/demo/clock", handle: demoClock(runClock), demoOnly: true },
  { method: "GET", path: "/api/live", handle: liveStream },
  { method: "GET", path: "/api/notifications", handle: readFeed },
  { method: "POST", path: "/api/notifications/read", handle: markFeed },
  { method: "POST", path: "/api/drafts", handle: postDraft },
  { method: "POST", path: "/api/drafts/:id", handle: postChoices },
  { method: "GET", path: "/api/files/:id/download", handle: downloadFile },
  { method: "GET", path: "/api/files/:id", handle: describeFile, exceptHead: true },
  { method: "ALL", path: "/api/files", handle: receiveUpload },
  { method: "ALL", path: "/api/files/*", handle: receiveUpload },
  { method: "POST", path: "/api/payout-runs/:runId/file", handle: bankFile },
  { method: "GET", path: "/api/csv/editor-payouts", handle: editorPayoutsCsv },
  { method: "GET", path: "/api/csv/payout-runs", handle: payoutRunsCsv },
  { method: "GET", path: "/api/csv/payout-runs/:runId", handle: payoutRunCsv },
  { method: "GET", path: "/api/csv/earnings", handle: earningsCsv },
  { method: "GET", path: "/api/csv/self-billed-invoices", handle: selfBilledCsv },
  { method: "GET", path: "/api/invoices/:id/pdf", handle: getDocumentPdf },
  { method: "GET", path: "/api/my-payments.csv", handle: ownMoneyCsv },
  { method: "POST", path: "/api/webhooks/stripe", handle: receiveEvent, fromOutside: true },
  { method: "ALL", path: "/checkout/sandbox/*", handle: sandboxCheckout, demoOnly: true },
];
