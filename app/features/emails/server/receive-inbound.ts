import type { Person } from "#app/platform/rules/core/actor.ts";
import { NOBODY, SYSTEM } from "#app/platform/rules/core/actor.ts";
import { Problem, notFound, refused } from "#app/platform/rules/core/errors.ts";
import { type CommandContext, transact } from "#app/platform/server/core/command.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { config } from "#app/platform/server/core/config.ts";
import { type Tx, database } from "#app/platform/server/core/database.ts";
import { log } from "#app/platform/server/core/log.ts";
import { recordMailEvent } from "#app/platform/server/mail/mail-events.ts";
import { type ReplyThread, findReplyThread } from "#app/platform/server/mail/reply-address.ts";
import { ATTACHMENT_LIMITS } from "#app/features/messages/rules/attachment.ts";
import { type Uploader, storeAttachment } from "#app/features/messages/server/attachments.ts";
import { answerQuery } from "#app/features/messages/server/answer-query.ts";
import { postMessage } from "#app/features/messages/server/post-message.ts";
import { findEmailRecipient } from "#app/features/notifications/server/find-email-recipient.ts";
import { replyToken } from "#app/features/support/server/reply-token.ts";
import { replyToTicket } from "#app/features/support/server/reply-to-ticket.ts";
import { getTicket } from "#app/features/support/server/ticket-row.ts";
import { replyByToken, uploaderOfToken, whereItGoesOn } from "#app/features/support/server/visitor-ticket.ts";
import { addressIn } from "../rules/provider-events.ts";
import { isAutomatic, readDeliveryReport, replyTokenIn } from "../rules/inbound.ts";
import { replyText } from "../rules/reply-text.ts";
import { postInboundAnswer } from "./answer-inbound.ts";
import { findAskedQuery } from "./find-asked-query.ts";
import { type InboundEmail, readInbound } from "./read-inbound.ts";
import { hasPassword, wrongPassword } from "./webhook-password.ts";

type Outcome = "posted" | "refused" | "ignored" | "report";

/**
 * POST /api/webhooks/inbound-email: a reply to one of our emails joins the order or ticket that it belongs to; a
 * delivery report marks the email that it's about. Each email is handled once, by its Message-ID. One that can't be
 * added is answered, so that nobody waits for us.
 * @throws not-found where replies aren't received; invalid for what isn't an email
 */
export async function receiveInbound(request: Request): Promise<Response> {
  const { inbound } = config().mail;
  if (!inbound) throw notFound("page");
  if (!hasPassword(request, inbound.secret)) return wrongPassword();
  const email = await readInbound(request);
  const known = await database()
    .selectFrom("inbound_emails")
    .select("outcome")
    .where("id", "=", email.id)
    .executeTakeFirst();
  const outcome = known?.outcome ?? (await handle(email, inbound.domain));
  return Response.json({ received: true, outcome, known: known !== undefined });
}

async function handle(email: InboundEmail, domain: string): Promise<Outcome> {
  if (email.report) return takeReport(email, email.report);
  const isOurs = email.from === addressIn(config().mail.from) || email.from.endsWith(`@${domain}`);
  if (!email.from.includes("@") || isOurs || isAutomatic(email.headers, email.from))
    return settle(email, "ignored", "automatic");
  const token = replyTokenIn(email.recipients, domain);
  const thread = token ? await findReplyThread(token) : null;
  // Most mail to addresses that we never gave out is spam with a forged sender, so it isn't answered.
  if (!thread) return settle(email, "ignored", "unknown address");
  try {
    return await addReply(email, thread);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    log.info("reply by email not added", { code: error.code });
    return settle(email, "refused", error.code, (tx) =>
      postInboundAnswer(
        tx,
        { inboundId: email.id, from: email.from },
        {
          heading: "We couldn't add your reply",
          said: [error.message, error.advice || "Sign in and reply on the page of your order or ticket."],
        },
      ),
    );
  }
}

/** Writes down what became of an email, once. @param also in the same transaction, if it's the first time */
async function settle(
  email: InboundEmail,
  outcome: Outcome,
  reason: string,
  also?: (tx: Tx) => Promise<unknown>,
): Promise<Outcome> {
  return transact(SYSTEM, async ({ tx }) => {
    if (await takeOnce(tx, email, outcome, reason)) await also?.(tx);
    return outcome;
  });
}

/** @param thread the conversation it became part of, whose emails refer to it from now on */
async function takeOnce(
  tx: Tx,
  email: InboundEmail,
  outcome: Outcome,
  reason: string,
  thread: string | null = null,
): Promise<boolean> {
  const reference = thread ? { thread, address: email.from, messageId: email.messageId } : {};
  const row = await tx
    .insertInto("inbound_emails")
    .values({ id: email.id, outcome, reason, at: now(), ...reference })
    .onConflict((c) => c.column("id").doNothing())
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

async function takeReport(email: InboundEmail, report: { status: string; original: string }): Promise<Outcome> {
  const found = readDeliveryReport(report.status, report.original);
  // The id in it is random, and the email went to this address: nobody else can write such a report.
  const mail =
    found && (await database().selectFrom("mail").select("to").where("id", "=", found.mailId).executeTakeFirst());
  if (!found || mail?.to.toLowerCase() !== found.address) return settle(email, "ignored", "report");
  return settle(email, "report", found.kind, (tx) =>
    recordMailEvent(tx, { ...found, key: `report:${email.id}`, source: "report", at: now() }),
  );
}

const WRONG_SENDER = () =>
  refused(
    "Your email came from an address that doesn't belong to this conversation, so we didn't add it.",
    "Write from the address that our email was sent to, or sign in and reply on the page.",
  );

/** @throws invalid if it can't be read: the mail server must not send it again and again */
function textOf(email: InboundEmail): string {
  try {
    return replyText(email);
  } catch (error) {
    log.error("couldn't read the text of an email", error);
    throw new Problem(
      "invalid",
      "unreadable",
      "We couldn't read the text of your email.",
      "Send it again as plain text, or sign in and write on the page.",
    );
  }
}

/** Adds a reply to its thread. @throws Problem in words for the person who wrote */
async function addReply(email: InboundEmail, thread: ReplyThread): Promise<Outcome> {
  const writer = await writerOf(email, thread);
  const text = textOf(email);
  if (!text && email.files.length === 0)
    throw new Problem(
      "invalid",
      "empty",
      "We found no text in your reply besides what it quotes.",
      "Write above the quoted text and send it again, or sign in and reply on the page.",
    );
  const { ids, refusals } = await keepFiles(writer.uploader, email.files);
  const body = text || "Sent by email, without text.";
  return transact(writer.actor, async (ctx): Promise<Outcome> => {
    const joins = "orderId" in thread ? thread.orderId : await currentTicket(ctx.tx, thread.ticketId);
    if (!(await takeOnce(ctx.tx, email, "posted", "", joins))) return "posted";
    await writer.write(ctx, { body, attachmentIds: ids, clientKey: `email-${email.id.slice(0, 40)}` });
    if (refusals.length > 0)
      await postInboundAnswer(
        ctx.tx,
        { inboundId: email.id, from: email.from },
        {
          heading: "Some of your files weren't added",
          said: ["We added your message to the conversation, but not all of its files:", ...refusals],
        },
      );
    return "posted";
  });
}

type Written = { body: string; attachmentIds: string[]; clientKey: string };
type Writer = {
  actor: Person | typeof NOBODY;
  uploader: Uploader;
  write(ctx: CommandContext, it: Written): Promise<unknown>;
};

/**
 * Who may write to this thread by email: the person or visitor it was made for, from their own address.
 * @throws refused
 */
async function writerOf(email: InboundEmail, thread: ReplyThread): Promise<Writer> {
  if ("uid" in thread) {
    const person = await findEmailRecipient(database(), thread.uid);
    if (!person || person.email.toLowerCase() !== email.from) throw WRONG_SENDER();
    return {
      actor: person,
      uploader: { uid: person.uid },
      write: async (ctx, it) =>
        "orderId" in thread
          ? writeOnOrder(ctx, email, thread.orderId, it)
          : replyToTicket.inside(ctx, { ticketId: await currentTicket(ctx.tx, thread.ticketId), ...it }),
    };
  }
  if (thread.address !== email.from || !("ticketId" in thread)) throw WRONG_SENDER();
  const token = replyToken(thread.ticketId);
  return {
    actor: NOBODY,
    uploader: await uploaderOfToken(token),
    write: (ctx, it) => replyByToken.inside(ctx, { token, ...it }),
  };
}

/** A reply to the email with an editor's question answers it; any other reply is a message. */
async function writeOnOrder(ctx: CommandContext, email: InboundEmail, orderId: string, it: Written): Promise<unknown> {
  const queryId = await findAskedQuery(ctx.tx, orderId, email.inReplyTo);
  return queryId ? answerQuery.inside(ctx, { orderId, queryId, ...it }) : postMessage.inside(ctx, { orderId, ...it });
}

/** The ticket that a conversation continues on: emails from before a merge have the address of the first one. */
const currentTicket = async (tx: Tx, ticketId: string): Promise<string> =>
  (await whereItGoesOn(tx, await getTicket(ticketId, tx))).id;

/** Stores the files that may be sent, and says why others weren't. */
async function keepFiles(by: Uploader, files: InboundEmail["files"]): Promise<{ ids: string[]; refusals: string[] }> {
  const ids: string[] = [];
  const refusals: string[] = [];
  for (const file of files) {
    const name = file.name.slice(0, 100);
    if (ids.length === ATTACHMENT_LIMITS.each) {
      refusals.push(`${name}: a message can have up to ${ATTACHMENT_LIMITS.each} files.`);
      continue;
    }
    try {
      ids.push((await storeAttachment(by, file)).id);
    } catch (error) {
      if (!(error instanceof Problem) || error.kind === "full") throw error;
      refusals.push(`${name}: ${error.message} ${error.advice}`.trim());
    }
  }
  return { ids, refusals: refusals.slice(0, 20) };
}
