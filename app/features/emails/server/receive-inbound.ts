import { SYSTEM } from "#app/platform/rules/core/actor.ts";
import { Problem, notFound } from "#app/platform/rules/core/errors.ts";
import { transact } from "#app/platform/server/core/command.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { config } from "#app/platform/server/core/config.ts";
import { type Tx, database } from "#app/platform/server/core/database.ts";
import { log } from "#app/platform/server/core/log.ts";
import { recordMailEvent } from "#app/platform/server/mail/mail-events.ts";
import { type ReplyThread, findReplyThread } from "#app/platform/server/mail/reply-address.ts";
import { mailIdIn } from "#app/platform/server/mail/thread-headers.ts";
import { addressIn } from "../rules/provider-events.ts";
import { isAutomatic, readDeliveryReport, replyTokenIn } from "../rules/inbound.ts";
import { postInboundAnswer } from "./answer-inbound.ts";
import { holdEmail } from "./hold-email.ts";
import { clientKeyOf, currentThread, findWriter, keepFiles } from "./inbound-writer.ts";
import { findPersonByAddress, openForPerson } from "./open-by-email.ts";
import { type Proof, proveSender } from "./prove-sender.ts";
import { readReply } from "./parse-email.ts";
import { type InboundEmail, readInbound } from "./read-inbound.ts";
import { hasPassword, wrongPassword } from "./webhook-password.ts";

type Outcome = "posted" | "refused" | "ignored" | "report" | "opened" | "held";

/**
 * POST /api/webhooks/inbound-email: a reply to one of our emails joins the order or ticket that it belongs to; an
 * email to support opens a ticket; a delivery report marks the email that it's about. Each email is handled once, by its
 * Message-ID. One whose sender isn't proved is held until they confirm it, and one that can't be added is answered.
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
  const { from, support } = config().mail;
  const isOurs =
    email.from === addressIn(from) || email.from === support || email.from.endsWith(`@${domain}`) || isOwn(email);
  if (!email.from.includes("@") || isOurs || isAutomatic(email.headers, email.from))
    return settle(email, "ignored", "automatic");
  const toSupport = support !== null && email.recipients.some((it) => addressIn(it) === support);
  const token = replyTokenIn(email.recipients, domain);
  const thread = token ? await findReplyThread(token) : toSupport ? await findAnsweredThread(email) : null;
  // Most mail to addresses that we never gave out is spam with a forged sender, so it isn't answered.
  if (!thread && !toSupport) return settle(email, "ignored", "unknown address");
  const proof = await proveSender(email);
  try {
    return thread ? await addReply(email, thread, proof) : await openTicketBy(email, proof);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    log.info("email not added", { code: error.code });
    return settle(email, "refused", error.code, async (tx) => {
      // Somebody who forged the address would make us write to its owner.
      if (proof !== "passed") return;
      await postInboundAnswer(
        tx,
        { inboundId: email.id, from: email.from },
        {
          heading: thread ? "We couldn't add your reply" : "Your email didn't reach our support",
          said: [error.message, error.advice || "Sign in and write on the page of your order or ticket."],
        },
      );
    });
  }
}

/** Whether it's one of our own emails that came back. */
const isOwn = (email: InboundEmail): boolean => email.messageId !== null && mailIdIn(email.messageId) !== null;

/** The conversation of the email of ours that this one answers, from the person we sent it to. */
async function findAnsweredThread(email: InboundEmail): Promise<ReplyThread | null> {
  const id = email.inReplyTo && mailIdIn(email.inReplyTo);
  if (!id) return null;
  const row = await database().selectFrom("mail").select(["to", "replyToken"]).where("id", "=", id).executeTakeFirst();
  return row?.replyToken && row.to.toLowerCase() === email.from ? findReplyThread(row.replyToken) : null;
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

const WITHOUT_TEXT = "Sent by email, without text.";

/** Adds a reply to its thread, or asks its sender whether it's theirs. @throws Problem in words for the person who wrote */
async function addReply(email: InboundEmail, thread: ReplyThread, proof: Proof): Promise<Outcome> {
  const writer = await findWriter(thread, email.from);
  const text = await readReply(email);
  if (!text && email.files.length === 0)
    throw new Problem(
      "invalid",
      "empty",
      "We found no text in your reply besides what it quotes.",
      "Write above the quoted text and send it again, or sign in and reply on the page.",
    );
  const body = text || WITHOUT_TEXT;
  if (proof !== "passed") {
    const uid = "uid" in thread ? thread.uid : null;
    return settle(email, "held", proof, (tx) => holdEmail(tx, email, { text: body, proof, thread, uid }));
  }
  const { ids, refusals } = await keepFiles(writer.uploader, email.files);
  return transact(writer.actor, async (ctx): Promise<Outcome> => {
    const id = await currentThread(ctx.tx, thread);
    if (!(await takeOnce(ctx.tx, email, "posted", "", id))) return "posted";
    await writer.write(ctx, id, { body, attachmentIds: ids, clientKey: clientKeyOf(email.id) }, email.inReplyTo);
    await tellRefusals(ctx.tx, email, refusals);
    return "posted";
  });
}

/** Opens a ticket with an email to support, or asks its sender to confirm it. @throws Problem for the person who wrote */
async function openTicketBy(email: InboundEmail, proof: Proof): Promise<Outcome> {
  const person = await findPersonByAddress(email.from);
  const body = (await readReply(email)) || email.text.trim() || WITHOUT_TEXT;
  if (!person || proof !== "passed")
    return settle(email, "held", person ? proof : "stranger", (tx) =>
      holdEmail(tx, email, { text: body, proof, thread: null, uid: person?.uid ?? null }),
    );
  const { ids, refusals } = await keepFiles({ uid: person.uid }, email.files);
  return transact(person, async (ctx): Promise<Outcome> => {
    const ticket = await openForPerson(ctx, {
      subject: email.subject,
      body,
      attachmentIds: ids,
      clientKey: clientKeyOf(email.id),
    });
    await takeOnce(ctx.tx, email, "opened", "", ticket);
    await tellRefusals(ctx.tx, email, refusals);
    return "opened";
  });
}

async function tellRefusals(tx: Tx, email: InboundEmail, refusals: readonly string[]): Promise<void> {
  if (refusals.length === 0) return;
  await postInboundAnswer(
    tx,
    { inboundId: email.id, from: email.from },
    {
      heading: "Some of your files weren't added",
      said: ["We added your message to the conversation, but not all of its files:", ...refusals],
    },
  );
}
