import { sql } from "kysely";
import type { Reader } from "#app/platform/server/core/database.ts";
import { PREPAID_ACCOUNTS } from "#app/features/payments/rules/ledger/ledger.ts";
import { anyRoleSql } from "#app/features/accounts/server/people/role-sql.ts";

type Row = {
  staff: boolean;
  ordered: string[];
  edited: string[];
  deciding: string[];
  owed: number;
  reviews: number;
  readings: number;
  alone: string[];
  prepaid: boolean;
};

const list = (numbers: readonly string[]): string =>
  numbers.length <= 5 ? numbers.join(", ") : `${numbers.slice(0, 5).join(", ")} and ${numbers.length - 5} more`;

/**
 * What must be settled before an account can be closed or erased, a sentence each. Empty if nothing is open.
 */
export async function findClosureBlockers(db: Reader, uid: string): Promise<string[]> {
  const { rows } = await sql<Row>`
    select
      (select coalesce(bool_or(${anyRoleSql()}), false)
        from users u left join auth_user a on a.id = u.uid where u.uid = ${uid}) as staff,
      array(select number from orders where "userId" = ${uid}
        and status not in ('draft', 'quote_requested', 'quoted', 'awaiting_payment', 'accepted', 'closed', 'expired',
        'cancelled', 'refunded') order by id) as ordered,
      array(select number from orders where "assignedTo" = ${uid}
        and status not in ('delivered', 'accepted', 'closed', 'expired', 'cancelled', 'refunded')
        order by id) as edited,
      array(select o.number from orders o where o."userId" = ${uid} and (
        exists (select 1 from refunds r where r."orderId" = o.id and r.status <> 'succeeded')
        or exists (select 1 from refund_requests q where q."orderId" = o.id and q.status = 'pending')
        or exists (select 1 from order_problems p where p."orderId" = o.id and p.status in ('open', 'redo')))
        order by o.id) as deciding,
      (select count(*)::int from earnings where "editorId" = ${uid}
      and status in ('pending', 'available', 'in_payout', 'returned')) as owed,
      array(select o.name from organization_members m join organizations o on o.id = m."organizationId"
        where m.uid = ${uid} and m.role = 'owner' and o."closedAt" is null and not exists (
          select 1 from organization_members x where x."organizationId" = o.id and x.role = 'owner' and x.uid <> m.uid)
        order by o.name) as alone,
      (exists (select 1 from journal_lines where account in (${sql.join(PREPAID_ACCOUNTS)}) and party = ${uid}
          group by currency having sum("amountMinor") <> 0)
        or exists (select 1 from gifts where "giverId" = ${uid} and state = 'open')) as prepaid,
      (select count(*)::int from qa_reviews where "takenBy" = ${uid} and status = 'waiting') as reviews,
      (select count(*)::int from second_readings where "readerId" = ${uid} and status = 'taken') as readings`.execute(
    db,
  );
  const it = rows[0]!;
  const said: string[] = [];
  if (it.staff) said.push("This is a staff account. An admin must remove the role first.");
  if (it.ordered.length > 0) said.push(`Open orders: ${list(it.ordered)}. Accept or cancel them first.`);
  if (it.deciding.length > 0)
    said.push(
      `A refund or a reported problem isn't settled yet: ${list(it.deciding)}. You only need to wait until it is.`,
    );
  if (it.edited.length > 0) said.push(`Orders being edited: ${list(it.edited)}. Submit them or hand them back first.`);
  if (it.alone.length > 0)
    said.push(`You're the only owner of ${list(it.alone)}. Make somebody else an owner, or close it first.`);
  if (it.prepaid)
    said.push(
      "There's money on your balance, or in a gift that isn't accepted. Have it paid back first, or ask support.",
    );
  if (it.reviews > 0) said.push("A quality review isn't finished. Score it or give it back first.");
  if (it.readings > 0) said.push("A second reading isn't finished. Submit it or hand it back first.");
  if (it.owed > 0)
    said.push(
      "Earnings haven't been paid out yet. Wait for the next payout, or ask support if it's below the minimum.",
    );
  return said;
}
