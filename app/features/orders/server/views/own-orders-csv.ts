import { listFile } from "#app/platform/server/lists/list-file.ts";
import type { Actor, Person } from "#app/platform/rules/core/actor.ts";
import { refused } from "#app/platform/rules/core/errors.ts";
import { CLIENT_LIST } from "../../rules/own-lists.ts";
import { ownOrderList } from "./list-own-orders.ts";

/** A signed-in person with a confirmed email address. @throws refused */
export function verifiedPerson(actor: Actor): Person {
  if (actor.kind !== "person" || !actor.emailVerified) throw refused("Sign in to see your orders.");
  return actor;
}

// The file has no column that depends on open questions or refunds.
const nothing = () => Promise.resolve(new Map<string, number>());
const ASKED = { countOpenQueries: nothing, refundsOnOffer: nothing };

/** GET /api/csv/my-orders: a person's own orders, filtered like the list. */
export const ownOrdersCsv = listFile(CLIENT_LIST, (actor, query) => ownOrderList(verifiedPerson(actor), query, ASKED), {
  name: "orders",
});
