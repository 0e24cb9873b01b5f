import type { Selectable } from "kysely";
import type { HeldEmailsTable } from "#db/schema.ts";
import { NOBODY, type Person } from "#app/platform/rules/core/actor.ts";
import { Problem } from "#app/platform/rules/core/errors.ts";
import { countAttempt, networkOf } from "#app/features/accounts/server/sign-in/count-attempt.ts";
import { readLinkToken } from "#app/platform/server/core/link-token.ts";
import { replyToken } from "#app/features/support/server/chat/reply-token.ts";
import { type CommandContext, transact } from "#app/platform/server/core/command.ts";
import { type Reader, database } from "#app/platform/server/core/database.ts";
import type { ReplyThread } from "#app/platform/server/mail/reply-address.ts";
import { CONFIRM_DAYS, CONFIRM_LINK } from "./hold-email.ts";
import { clientKeyOf, currentThread, findWriter } from "./inbound-writer.ts";
import { findPersonByAddress, openForPerson, openForVisitor } from "./open-by-email.ts";

type Held = Selectable<HeldEmailsTable>;

const gone = () =>
  new Problem(
    "gone",
    "confirmation_over",
    `This link no longer works. It's valid for ${CONFIRM_DAYS} days.`,
    "Send us your email again.",
  );

function idOf(token: string): string {
  const read = readLinkToken(CONFIRM_LINK, "heldEmail", token);
  if (!read)
    throw new Problem(
      "not-found",
      "link",
      "This link is incomplete or wrong.",
      "Open it from our email again, or copy the whole link.",
    );
  if (read.expired) throw gone();
  return read.id;
}

const find = async (token: string, db: Reader): Promise<Held> => {
  const row = await db.selectFrom("held_emails").selectAll().where("id", "=", idOf(token)).executeTakeFirst();
  if (!row) throw gone();
  return row;
};

/** Where somebody reads the conversation that their email joined. */
function placeOf(held: Held): string {
  if (held.orderId) return "/dashboard";
  if (held.uid) return "/support";
  return held.becameTicketId ? `/contact/reply/${replyToken(held.becameTicketId)}` : "/contact";
}

const shown = (held: Held) => ({
  subject: held.subject,
  body: held.body,
  files: held.files,
  isReply: held.orderId !== null || held.ticketId !== null,
  confirmed: held.confirmedAt !== null,
  place: held.confirmedAt ? placeOf(held) : null,
});
export type ShownEmail = ReturnType<typeof shown>;

/** A held email, for the person who has the link. @throws not-found, or gone after its time */
export const readHeldEmail = async (token: string): Promise<ShownEmail> => shown(await find(token, database()));

/** The conversation it was sent to, or null for an email to support. */
function threadOf(held: Held): ReplyThread | null {
  const who = held.uid ? { uid: held.uid } : { address: held.address };
  if (held.orderId) return { orderId: held.orderId, ...who };
  return held.ticketId ? { ticketId: held.ticketId, ...who } : null;
}

type Adding = {
  actor: Person | typeof NOBODY;
  /** The account whose conversation it is from now on. */
  uid: string | null;
  /** @returns the conversation's id */
  add(ctx: CommandContext): Promise<string>;
};

/** Who writes it, and how: it joins its conversation, or opens a ticket. */
async function addingOf(held: Held): Promise<Adding> {
  const written = { body: held.body, attachmentIds: [], clientKey: clientKeyOf(held.inboundId) };
  const thread = threadOf(held);
  if (thread) {
    const writer = await findWriter(thread, held.address);
    return {
      actor: writer.actor,
      uid: held.uid,
      async add(ctx) {
        const id = await currentThread(ctx.tx, thread);
        await writer.write(ctx, id, written, held.inReplyTo);
        return id;
      },
    };
  }
  // They may have created an account since.
  const person = await findPersonByAddress(held.address);
  return person
    ? { actor: person, uid: person.uid, add: (ctx) => openForPerson(ctx, { subject: held.subject, ...written }) }
    : { actor: NOBODY, uid: null, add: (ctx) => openForVisitor(ctx, held) };
}

/**
 * Somebody confirms by the link in our email that they wrote it: it joins its conversation, or opens a ticket, once.
 * @throws not-found, gone; whatever its conversation refuses it for
 */
export async function confirmEmail(token: string, request: Request): Promise<void> {
  const held = await find(token, database());
  await countAttempt("/contact/reply", held.id, networkOf(request.headers));
  if (held.confirmedAt) return;
  const adding = await addingOf(held);
  await transact(adding.actor, async (ctx) => {
    const mine = await ctx.tx
      .updateTable("held_emails")
      .set({ confirmedAt: ctx.now, body: "", uid: adding.uid })
      .where("id", "=", held.id)
      .where("confirmedAt", "is", null)
      .returning("id")
      .executeTakeFirst();
    if (!mine) return;
    const thread = await adding.add(ctx);
    if (!held.orderId)
      await ctx.tx.updateTable("held_emails").set({ becameTicketId: thread }).where("id", "=", held.id).execute();
    await ctx.tx
      .updateTable("inbound_emails")
      .set({
        outcome: held.orderId || held.ticketId ? "posted" : "opened",
        thread,
        address: held.address,
        messageId: held.messageId,
      })
      .where("id", "=", held.inboundId)
      .execute();
  });
}
