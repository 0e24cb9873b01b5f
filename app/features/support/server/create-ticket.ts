import type { Insertable } from "kysely";
import type { TicketsTable } from "#db/schema.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import type { Deed } from "#app/platform/server/core/command.ts";
import type { Uploader } from "#app/features/messages/server/attachments.ts";
import { takeNumber } from "#app/features/payments/server/take-number.ts";
import type { Clocks } from "../rules/sla.ts";
import { clockColumns } from "./move-ticket.ts";
import { type Ticket, ticketFact } from "./ticket-row.ts";
import { writeItem } from "./write-ticket-item.ts";

type Opened = Pick<Insertable<TicketsTable>, "channel" | "ownerRole" | "subject" | "category" | "priority"> &
  Partial<
    Pick<
      Insertable<TicketsTable>,
      "ownerUid" | "visitorName" | "visitorEmail" | "visitorKeyHash" | "contactMessageId" | "orderId" | "clientKey"
    >
  >;

/** The first number is "T-1001". */
const BEFORE_FIRST = 1_000;

/**
 * Creates a ticket with its first message. Its clocks start when that was written. @param words.at set if it was written before it became a ticket
 */
export async function createTicket(
  deed: Deed,
  it: Opened,
  words: {
    body: string;
    attachmentIds?: readonly string[] | undefined;
    by: Uploader | null;
    at?: Date;
    clientKey?: string | undefined;
  },
): Promise<Ticket> {
  const at = words.at ?? deed.now;
  const clocks: Clocks = {
    priority: it.priority,
    clocksFromAt: at,
    firstRespondedAt: null,
    pauses: [],
    pausedAt: null,
    ended: false,
  };
  const id = newId("ticket");
  const number = `T-${BEFORE_FIRST + (await takeNumber(deed.tx, "T"))}`;
  const ticket = await deed.tx
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
      updatedAt: deed.now,
      ...clockColumns(clocks, { firstResponseDueAt: null, firstRespondedAt: null, flags: {} }, deed.now),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await writeItem(deed, ticket, {
    kind: "message",
    authorRole: it.ownerRole,
    authorId: it.ownerUid ?? null,
    body: words.body,
    attachmentIds: words.attachmentIds,
    by: words.by,
    at,
    clientKey: words.clientKey,
  });
  await ticketFact(deed, ticket, "ticket.opened", {
    category: ticket.category,
    priority: ticket.priority,
    channel: ticket.channel,
  });
  return ticket;
}
