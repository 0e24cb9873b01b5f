import { type RawBuilder, sql } from "kysely";
import { type Person, isStaff } from "#app/platform/rules/core/actor.ts";
import { wordPrefixes } from "#app/platform/rules/core/list-query.ts";
import { database } from "#app/platform/server/core/database.ts";
import type { TicketOwnerRole } from "../rules/ticket.ts";
import type { TicketStatus } from "../rules/ticket-flow.ts";

export type TicketFound = {
  id: string;
  number: string;
  subject: string;
  status: TicketStatus;
  ownerRole: TicketOwnerRole;
};

/** How many matches are read before they're sorted. */
const LOOKED_AT = 200;
const NUMBER = /^t?-?(\d{1,12})$/i;

/** Tickets by number, or by the beginnings of words in the subject, latest message first: all for staff, otherwise one's own. @param q from outside */
export async function findTickets(person: Person, q: string, most: number): Promise<TicketFound[]> {
  const number = NUMBER.exec(q.trim())?.[1];
  const words = wordPrefixes(q);
  const staff: boolean = isStaff(person);
  const where: RawBuilder<unknown>[] = [];
  if (number) where.push(sql`t.number = ${`T-${number}`}`);
  else if (words) where.push(sql`words_of(t.subject) @@ to_tsquery('simple', ${words})`);
  else return [];
  if (!staff) where.push(sql`t."ownerUid" = ${person.uid}`);
  const { rows } = await sql<TicketFound>`
    select id, number, subject, status, "ownerRole" from (
      select t.id, t.number, t.subject, t.status, t."ownerRole", t."lastAt" from tickets t
      where ${sql.join(where, sql` and `)} limit ${LOOKED_AT}) found
    order by "lastAt" desc, id limit ${most}`.execute(database());
  return rows;
}
