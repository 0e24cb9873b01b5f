import { sql } from "kysely";
import { ORGANIZATIONS_SHOWN } from "#app/features/organizations/rules/organization.ts";
import type { Actor } from "#app/platform/rules/core/actor.ts";
import { may, only } from "#app/platform/rules/core/duties.ts";
import { refused } from "#app/platform/rules/core/errors.ts";
import { CURRENCY, type Currency } from "#app/platform/rules/core/money.ts";
import { database } from "#app/platform/server/core/database.ts";
import { contains } from "#app/platform/server/lists/contains.ts";

export type OrganizationRow = {
  id: string;
  name: string;
  country: string | null;
  currency: Currency;
  isClosed: boolean;
  members: number;
  balanceMinor: number;
  /** Ordered on credit and not paid yet. */
  owedMinor: number;
  /** Put on its account, less refunds. */
  spentMinor: number;
  orders: number;
  /** ISO. */
  lastOrderAt: Date | null;
  since: Date;
};

const VALUE = sql`case when l.currency = ${sql.lit(CURRENCY)} then l."amountMinor" else l."valueMinor" end`;

/**
 * The organizations whose name matches, those with the largest balance first, and what all balances are worth in the
 * books' currency, which is the ledger's account. @throws refused for anyone but the finance team
 */
export async function listOrganizations(
  actor: Actor,
  q: string,
): Promise<{ rows: OrganizationRow[]; totalMinor: number }> {
  if (!may(actor, "money")) throw refused(only("money", "see all organizations"));
  const { rows } = await sql<
    Omit<OrganizationRow, "lastOrderAt" | "since"> & { lastOrderAt: Date | null; since: Date }
  >`
    select o.id, o.name, o.billing->>'country' as country, o.currency, o."closedAt" is not null as "isClosed", o."createdAt" as since,
      (select count(*)::int from organization_members m where m."organizationId" = o.id) as members,
      (select coalesce(-sum(l."amountMinor"), 0)::bigint from journal_lines l
        where l.account = 'customer_balances' and l.party = o.id) as "balanceMinor",
      (select coalesce(sum(l."amountMinor"), 0)::bigint from journal_lines l
        where l.account = 'receivables' and l.party = o.id) as "owedMinor",
      s.spent as "spentMinor", s.orders, s.last as "lastOrderAt"
    from organizations o cross join lateral (
      select coalesce(sum(p."amountMinor" - p."refundedMinor"), 0)::bigint as spent, count(distinct r.id)::int as orders,
        max(r."paidAt") as last
      from orders r join payments p on p."orderId" = r.id and p.method = 'balance' and p.status = 'succeeded'
      where r."organizationId" = o.id and r."paidAt" is not null
    ) s
    where ${q === "" ? sql`true` : contains(q, [sql`o.name`])}
    order by (select coalesce(-sum(${VALUE}), 0) from journal_lines l
        where l.account = 'customer_balances' and l.party = o.id) desc, o.name, o.id limit ${ORGANIZATIONS_SHOWN}`.execute(
    database(),
  );
  const total = await sql<{ total: number }>`select coalesce(-sum(${VALUE}), 0)::bigint as total from journal_lines l
    where l.account = 'customer_balances'`.execute(database());
  return {
    rows: rows.map(({ lastOrderAt, since, ...row }) => ({
      ...row,
      lastOrderAt,
      since,
    })),
    totalMinor: total.rows[0]!.total,
  };
}
