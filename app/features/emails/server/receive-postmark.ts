import { notFound } from "#app/platform/rules/core/errors.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { config } from "#app/platform/server/core/config.ts";
import { database } from "#app/platform/server/core/database.ts";
import { readJsonBody } from "#app/platform/server/requests/read-body.ts";
import { recordMailEvent } from "#app/platform/server/mail/mail-events.ts";
import { readPostmarkRecord } from "../rules/provider-events.ts";
import { hasPassword, wrongPassword } from "./webhook-password.ts";

/**
 * POST /api/webhooks/postmark: Postmark's bounces, spam complaints and unsubscribes. Postmark doesn't sign its calls;
 * it sends the password in the webhook's address.
 * @throws not-found without POSTMARK_WEBHOOK_SECRET
 */
export async function receivePostmark(request: Request): Promise<Response> {
  const { postmarkSecret } = config().mail;
  if (!postmarkSecret) throw notFound("page");
  if (!hasPassword(request, postmarkSecret)) return wrongPassword();
  const event = readPostmarkRecord(await readJsonBody(request));
  if (event)
    await database()
      .transaction()
      .execute((tx) => recordMailEvent(tx, { ...event, source: "postmark", at: event.at ?? now() }));
  return Response.json({ received: true });
}
