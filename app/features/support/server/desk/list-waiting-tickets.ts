import type { Person } from "#app/platform/rules/core/actor.ts";
import { OWN_TICKETS_LIST } from "../../rules/ticket-view.ts";
import { readListQuery } from "#app/platform/rules/core/list-query.ts";
import { type PromisedRow, listPromisedTickets } from "../own/read-own-tickets.ts";

const MOST = 5;

/** A user's tickets with an unread answer or waiting for their reply, latest first. */
export async function listWaitingTickets(person: Person): Promise<PromisedRow[]> {
  const { rows } = await listPromisedTickets(person, readListQuery(new URLSearchParams(), OWN_TICKETS_LIST));
  return rows.filter((row) => row.unread || (row.status === "waiting" && !row.mergedInto)).slice(0, MOST);
}
