import { sql } from "kysely";
import { findPeople } from "#app/features/accounts/server/people/find-people.ts";
import { database } from "#app/platform/server/core/database.ts";
import { searching } from "#app/platform/server/lists/search.ts";
import { auditObject, isPersonId } from "../../rules/audit/audit-object.ts";

/** The meaning of a search in the audit trail: one fact, one object, or some people. */
export type AuditSearch = { fact?: string; object?: string; people?: string[] };

/** A search for a name finds the facts of at most so many people. */
const MOST_PEOPLE = 20;

/**
 * Reads a search: an id, the number of an order, ticket, invoice or payout run, a coupon's code, or a person's name
 * or email. Null if nothing is found.
 */
export async function resolveAuditSearch(q: string): Promise<AuditSearch | null> {
  const id = q.toLowerCase();
  if (isPersonId(id)) return { people: [id] };
  if (/^fct_[0-9a-z]{26}$/.test(id)) return { fact: id };
  if (auditObject(id)) return { object: id };
  if (!/[\s@]/.test(q)) {
    const names = [...new Set([q, q.toUpperCase()])];
    const { rows } = await sql<{ id: string }>`
      select id from orders where number = any(${names}::text[]) union all select id from tickets
      where number = any(${names}::text[])
      union all select id from invoices where number = any(${names}::text[]) union all select id from payout_runs
      where number = any(${names}::text[])
      union all select id from coupons where code = any(${names}::text[]) limit 1`.execute(database());
    if (rows[0]) return { object: rows[0].id };
  }
  const { found } = await searching(q, findPeople, () => false);
  const people = found.slice(0, MOST_PEOPLE).map((it) => it.uid);
  return people.length > 0 ? { people } : null;
}
