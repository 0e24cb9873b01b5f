import { sql } from "kysely";
import { type Person } from "#app/platform/rules/core/actor.ts";
import { may } from "#app/platform/rules/core/duties.ts";
import { type Search, searchRows } from "#app/platform/server/lists/search.ts";
import type { TicketStatus } from "../../rules/ticket-flow.ts";

export type TicketFound = { id: string; number: string; subject: string; status: TicketStatus };

/** The expression that the indexes by words and letters are on. @param t the table's name in the query */
export const ticketHeading = (t: "t" | "x") => {
  const column = (name: string) => sql.ref(`${t}.${name}`);
  return sql`${column("subject")} || ' ' || coalesce(${column("visitorName")},
    '') || ' ' || coalesce(${column("visitorEmail")}, '')`;
};
const NUMBER = /^t?-?(\d{1,12})$/i;

/**
 * Tickets by number, or by the beginnings of words in the subject or a visitor's name: all for staff, otherwise the
 * reader's own.
 */
export async function findTickets(person: Person, search: Search): Promise<TicketFound[]> {
  const number = NUMBER.exec(search.q)?.[1];
  const staff: boolean = may(person, "care");
  return searchRows<TicketFound>(search, {
    select: sql`x.id, x.number, x.subject, x.status`,
    table: sql`tickets`,
    id: sql`x.id`,
    where: staff ? [] : [sql`x."ownerUid" = ${person.uid}`],
    words: sql`fold_words(${ticketHeading("x")})`,
    letters: sql`fold_text(${ticketHeading("x")})`,
    newest: sql`x."lastAt" desc, x.id desc`,
    wide: staff,
    number: number ? sql`x.number = ${`T-${number}`}` : null,
  });
}
