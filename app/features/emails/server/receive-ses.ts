import { z } from "zod";
import { invalid, notFound } from "#app/platform/rules/core/errors.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { config } from "#app/platform/server/core/config.ts";
import { database } from "#app/platform/server/core/database.ts";
import { log } from "#app/platform/server/core/log.ts";
import { readJsonBody } from "#app/platform/server/requests/read-body.ts";
import { recordMailEvent } from "#app/platform/server/mail/mail-events.ts";
import { readSesMessage } from "../rules/provider-events.ts";
import { checkSnsSignature, confirmSubscription } from "./sns-signature.ts";

const Message = z
  .record(z.string().max(40), z.unknown())
  .transform((it) =>
    Object.fromEntries(Object.entries(it).filter((pair): pair is [string, string] => typeof pair[1] === "string")),
  );

/**
 * POST /api/webhooks/ses: bounces and complaints of Amazon SES, through an SNS topic. The topic's question whether we
 * want its messages is answered too. @throws not-found without SES_TOPIC_ARNS; invalid without Amazon's signature
 */
export async function receiveSes(request: Request): Promise<Response> {
  const { sesTopics } = config().mail;
  if (sesTopics.length === 0) throw notFound("page");
  const parsed = Message.safeParse(await readJsonBody(request));
  if (!parsed.success) throw invalid("message", "This isn't a message of Amazon SNS.");
  const message = parsed.data;
  await checkSnsSignature(message, sesTopics);
  if (message["Type"] === "SubscriptionConfirmation") {
    await confirmSubscription(message);
    log.info("subscribed to the mail provider's reports");
    return Response.json({ received: true });
  }
  const events = readSesMessage(jsonOf(message["Message"] ?? ""));
  await database()
    .transaction()
    .execute(async (tx) => {
      for (const { at, ...event } of events)
        await recordMailEvent(tx, {
          ...event,
          key: `ses:${message["MessageId"]}:${event.address}`,
          source: "ses",
          at: at ?? now(),
        });
    });
  return Response.json({ received: true });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
