import type { Selectable } from "kysely";
import type { TicketsTable } from "#db/schema.ts";
import type { Actor } from "#app/platform/rules/core/actor.ts";
import { notFound } from "#app/platform/rules/core/errors.ts";
import type { FactData } from "#app/platform/rules/core/fact.ts";
import { isId } from "#app/platform/rules/core/ids.ts";
import type { CommandContext } from "#app/platform/server/core/command.ts";
import { type Reader, type Tx, database } from "#app/platform/server/core/database.ts";
import { canTicket } from "../../rules/ticket.ts";

export type Ticket = Selectable<TicketsTable>;

/** A ticket by id. The caller checks permission. @throws not-found */
export async function getTicket(id: string, db: Reader = database()): Promise<Ticket> {
  const ticket = isId("ticket", id)
    ? await db.selectFrom("tickets").selectAll().where("id", "=", id).executeTakeFirst()
    : undefined;
  if (!ticket) throw notFound("ticket");
  return ticket;
}

/** A ticket, locked for this transaction. @throws not-found */
export async function lockTicket(tx: Tx, id: string): Promise<Ticket> {
  const ticket = isId("ticket", id)
    ? await tx.selectFrom("tickets").selectAll().where("id", "=", id).forUpdate().executeTakeFirst()
    : undefined;
  if (!ticket) throw notFound("ticket");
  return ticket;
}

/** A ticket this actor may see, locked for this transaction. @throws not-found, also for someone else's */
export async function lockOwnTicket({ tx, actor }: { tx: Tx; actor: Actor }, id: string): Promise<Ticket> {
  const ticket = await lockTicket(tx, id);
  if (!canTicket.view(actor, ticket)) throw notFound("ticket");
  return ticket;
}

type TicketFact = Extract<keyof FactData, `ticket.${string}`>;
type Extra<K extends TicketFact> = Omit<FactData[K], "uid" | "ownerRole" | "number">;
/** Internal facts send live events to staff only. */
const WITHIN: readonly TicketFact[] = [
  "ticket.noted",
  "ticket.assigned",
  "ticket.changed",
  "ticket.snoozed",
  "ticket.snooze_ended",
  "ticket.tagged",
  "ticket.warned",
  "ticket.rated",
];

/** Recipients of a ticket's live events: staff, and its owner by account or open chat. */
export const ticketTopics = (ticket: Pick<Ticket, "id" | "ownerUid">): string[] => [
  ticket.ownerUid ? `user:${ticket.ownerUid}` : `chat:${ticket.id}`,
  "staff",
];

/** Records a ticket fact. */
export async function ticketFact<K extends TicketFact>(
  ctx: CommandContext,
  ticket: Ticket,
  kind: K,
  extra: Extra<K>,
): Promise<string> {
  const data = {
    uid: ticket.ownerUid,
    ownerRole: ticket.ownerRole,
    number: ticket.number,
    ...extra,
  } as unknown as FactData[K];
  return ctx.fact(kind, {
    subjectId: ticket.id,
    data,
    topics: WITHIN.includes(kind) ? ["staff"] : ticketTopics(ticket),
  });
}
