import { database } from "#app/platform/server/core/database.ts";
import type { TicketStatus } from "../../rules/ticket-flow.ts";

const SHOWN = 10;

export type PersonTicket = { id: string; number: string; subject: string; status: TicketStatus; lastAt: Date };

/** A person's latest tickets, for staff. The caller checks permission. */
export async function listPersonTickets(uid: string): Promise<PersonTicket[]> {
  const rows = await database()
    .selectFrom("tickets")
    .select(["id", "number", "subject", "status", "lastAt"])
    .where("ownerUid", "=", uid)
    .orderBy("lastAt", "desc")
    .limit(SHOWN)
    .execute();
  return rows.map((t) => ({ ...t, lastAt: t.lastAt }));
}
