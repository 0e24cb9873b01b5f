import type { Insertable } from "kysely";
import type { TicketsTable } from "#db/schema.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import type { CommandContext } from "#app/platform/server/core/command.ts";
import type { Uploader } from "#app/features/messages/server/attachments.ts";
import { takeNumber } from "#app/features/payments/server/invoices/take-number.ts";
import type { Clocks } from "../../rules/sla.ts";
import { clockColumns } from "./move-ticket.ts";
import { type Ticket, ticketFact } from "./ticket-row.ts";
import { writeItem } from "./write-ticket-item.ts";
import { termsAt } from "../desk/read-promises.ts";

type Opened = Pick<Insertable<TicketsTable>, "channel" | "ownerRole" | "subject" | "category" | "priority"> &
  Partial<
    Pick<
      Insertable<TicketsTable>,
      "ownerUid" | "visitorName" | "visitorEmail" | "visitorKeyHash" | "contactMessageId" | "orderId" | "clientKey"
    >
  >;

/** The first number is "T-1001". */
export const FIRST_TICKET = 1_000;

/**
 * Creates a ticket with its first message. Its clocks start when that was written.
 * @param words.at set if it was written before it became a ticket
 */
export async function createTicket(
  ctx: CommandContext,
  it: Opened,
  words: {
    body: string;
    attachmentIds?: readonly string[] | undefined;
    by: Uploader | null;
    at?: Date;
    clientKey?: string | undefined;
  },
): Promise<Ticket> {
  const at = words.at ?? ctx.now;
  const clocks: Clocks = {
    priority: it.priority,
    ...(await termsAt(at, ctx.tx)),
    clocksFromAt: at,
    firstRespondedAt: null,
    pauses: [],
    pausedAt: null,
    ended: false,
  };
  const id = newId("ticket");
  const number = `T-${FIRST_TICKET + (await takeNumber(ctx.tx, "T"))}`;
  const ticket = await ctx.tx
    .insertInto("tickets")
    .values({
      ...it,
      id,
      number,
      status: "open",
      unreadByAdmin: true,
      lastAt: at,
      lastRole: it.ownerRole,
      messages: 1,
      createdAt: at,
      updatedAt: ctx.now,
      ...clockColumns(clocks, { firstResponseDueAt: null, firstRespondedAt: null, flags: {} }, ctx.now),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await writeItem(ctx, ticket, {
    kind: "message",
    authorRole: it.ownerRole,
    authorId: it.ownerUid ?? null,
    body: words.body,
    attachmentIds: words.attachmentIds,
    by: words.by,
    at,
    clientKey: words.clientKey,
  });
  await ticketFact(ctx, ticket, "ticket.opened", {
    category: ticket.category,
    priority: ticket.priority,
    channel: ticket.channel,
  });
  return ticket;
}
