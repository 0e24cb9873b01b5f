import { sql } from "kysely";
import { type Person } from "#app/platform/rules/core/actor.ts";
import { may } from "#app/platform/rules/core/duties.ts";
import { type Search, searchRows } from "#app/platform/server/lists/search.ts";

export type TicketMessageFound = {
  id: string;
  ticketId: string;
  number: string;
  subject: string;
  body: string;
  createdAt: Date;
};

/**
 * Matching messages, one per ticket. Staff also find internal notes; everyone else finds only the conversation on their
 * own tickets.
 */
export async function findTicketMessages(person: Person, search: Search): Promise<TicketMessageFound[]> {
  const staff: boolean = may(person, "care");
  const rows = await searchRows<TicketMessageFound>(search, {
    select: sql`x.id, x."ticketId", x.body, x."createdAt", (select number from tickets where id = x."ticketId")
      as number,
      (select subject from tickets where id = x."ticketId") as subject`,
    table: sql`ticket_messages`,
    id: sql`x.id`,
    where: [
      sql`x.kind <> 'event'`,
      ...(staff
        ? []
        : [sql`not x."forStaff"`, sql`x."ticketId" in (select id from tickets where "ownerUid" = ${person.uid})`]),
    ],
    words: sql`fold_words(x.body)`,
    newest: sql`x.id desc`,
    wide: staff,
  });
  const seen = new Set<string>();
  return rows.filter((r) => !seen.has(r.ticketId) && seen.add(r.ticketId));
}
