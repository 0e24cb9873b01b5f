import { NOBODY, type Person } from "#app/platform/rules/core/actor.ts";
import { Problem, refused } from "#app/platform/rules/core/errors.ts";
import type { CommandContext } from "#app/platform/server/core/command.ts";
import { type Tx, database } from "#app/platform/server/core/database.ts";
import type { ReplyThread } from "#app/platform/server/mail/reply-address.ts";
import { ATTACHMENT_LIMITS } from "#app/features/messages/rules/attachment.ts";
import { answerQuery } from "#app/features/messages/server/answer-query.ts";
import { type Uploader, storeAttachment } from "#app/features/messages/server/attachments.ts";
import { postMessage } from "#app/features/messages/server/post-message.ts";
import { findEmailRecipient } from "#app/features/notifications/server/find-email-recipient.ts";
import { replyToken } from "#app/features/support/server/chat/reply-token.ts";
import { replyToTicket } from "#app/features/support/server/tickets/reply-to-ticket.ts";
import { getTicket } from "#app/features/support/server/tickets/ticket-row.ts";
import { replyByToken, uploaderOfToken, whereItGoesOn } from "#app/features/support/server/chat/visitor-ticket.ts";
import { findAskedQuery } from "./find-asked-query.ts";

export type Written = { body: string; attachmentIds: string[]; clientKey: string };

export type Writer = {
  actor: Person | typeof NOBODY;
  uploader: Uploader;
  /**
   * Adds it to the conversation.
   * @param id the conversation that it joins now (`currentThread`) @param inReplyTo the Message-ID of what it answers
   */
  write(ctx: CommandContext, id: string, it: Written, inReplyTo: string | null): Promise<unknown>;
};

export const wrongSender = () =>
  refused(
    "Your email came from an address that doesn't belong to this conversation, so we didn't add it.",
    "Write from the address that our email was sent to, or sign in and reply on the page.",
  );

/** What an email is known by where it's written, so that it's added once. @param id its Message-ID */
export const clientKeyOf = (id: string): string => `email-${id.slice(0, 40)}`;

/** The conversation that an email joins now: emails from before a merge have the address of the first ticket. */
export const currentThread = async (tx: Tx, thread: ReplyThread): Promise<string> =>
  "orderId" in thread ? thread.orderId : (await whereItGoesOn(tx, await getTicket(thread.ticketId, tx))).id;

/**
 * Who may write to this conversation by email: the person or visitor it was made for, from their own address.
 * @throws refused
 */
export async function findWriter(thread: ReplyThread, from: string): Promise<Writer> {
  if ("uid" in thread) {
    const person = await findEmailRecipient(database(), thread.uid);
    if (!person || person.email.toLowerCase() !== from) throw wrongSender();
    return {
      actor: person,
      uploader: { uid: person.uid },
      async write(ctx, id, it, inReplyTo) {
        if ("ticketId" in thread) return replyToTicket.inside(ctx, { ticketId: id, ...it });
        // A reply to the email with an editor's question answers it; any other reply is a message.
        const queryId = await findAskedQuery(ctx.tx, id, inReplyTo);
        return queryId
          ? answerQuery.inside(ctx, { orderId: id, queryId, ...it })
          : postMessage.inside(ctx, { orderId: id, ...it });
      },
    };
  }
  if (thread.address !== from || !("ticketId" in thread)) throw wrongSender();
  const token = replyToken(thread.ticketId);
  return {
    actor: NOBODY,
    uploader: await uploaderOfToken(token),
    write: (ctx, _id, it) => replyByToken.inside(ctx, { token, ...it }),
  };
}

/** Stores the files that may be sent, and says why others weren't. */
export async function keepFiles(
  by: Uploader,
  files: readonly { name: string; bytes: Uint8Array }[],
): Promise<{ ids: string[]; refusals: string[] }> {
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
