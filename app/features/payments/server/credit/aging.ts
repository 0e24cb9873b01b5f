import { sql } from "kysely";
import { DAY, after } from "#app/platform/rules/core/time.ts";
import { CURRENCY } from "#app/platform/rules/core/money.ts";
import { type Reader, database } from "#app/platform/server/core/database.ts";
import { percentWords } from "#app/features/pricing/rules/contract-price.ts";
import { waitingContracts } from "#app/features/pricing/server/find-contract.ts";
import { type Age, creditName } from "../../rules/credit.ts";

/** What an organization owes, by how late it is. In minor units. */
export type Aging = Record<Age, number> & {
  id: string;
  name: string;
  owedMinor: number;
  /** Ordered on credit, and not on a statement yet. */
  unbilledMinor: number;
};

const SHOWN = 200;

/**
 * What organizations owe, the latest first. Money pays the oldest statement first, as on an organization's own page.
 */
export async function readAging(at: Date, db: Reader = database()): Promise<Aging[]> {
  const since = (days: number) => after(at, -days * DAY);
  const { rows } = await sql<Aging>`
    with owed as (
      select party as id, sum("amountMinor")::bigint as owed from journal_lines
      where account = 'receivables' and currency = ${CURRENCY} group by 1 having sum("amountMinor") > 0
    ), unbilled as (
      select c."organizationId" as id, sum(l."amountMinor")::bigint as minor
      from payments p join credit_lines c on c.id = p."creditLineId" join journal_entries e on e."orderId" = p."orderId"
        join journal_lines l on l."entryId" = e.id and l.account in ('customer_balances', 'receivables')
      where p."statementId" is null and p.status = 'succeeded' and c."organizationId" in (select id from owed)
      group by 1
    ), billed as (
      select o.id, o.owed, greatest(0, o.owed - coalesce(u.minor, 0)) as left from owed o left join unbilled u on u.id = o.id
    ), parts as (
      select b.id, s."dueAt", greatest(0, least(s."amountMinor", b.left - (
        sum(s."amountMinor") over (partition by b.id order by s."toAt" desc) - s."amountMinor"))) as open
      from billed b join account_statements s on s."organizationId" = b.id
    ), aged as (
      select id, coalesce(sum(open) filter (where "dueAt" >= ${at}), 0)::bigint as current,
        coalesce(sum(open) filter (where "dueAt" < ${at} and "dueAt" >= ${since(30)}), 0)::bigint as to30,
        coalesce(sum(open) filter (where "dueAt" < ${since(30)} and "dueAt" >= ${since(60)}), 0)::bigint as to60,
        coalesce(sum(open) filter (where "dueAt" < ${since(60)} and "dueAt" >= ${since(90)}), 0)::bigint as to90,
        coalesce(sum(open) filter (where "dueAt" < ${since(90)}), 0)::bigint as beyond90, sum(open)::bigint as open
      from parts group by 1
    )
    select g.id, g.name, b.owed as "owedMinor", b.owed - coalesce(a.open, 0) as "unbilledMinor",
      coalesce(a.current, 0) as current, coalesce(a.to30, 0) as to30, coalesce(a.to60, 0) as to60,
      coalesce(a.to90, 0) as to90, coalesce(a.beyond90, 0) as beyond90
    from billed b join organizations g on g.id = b.id left join aged a on a.id = b.id
    order by coalesce(a.beyond90, 0) desc, coalesce(a.to90, 0) desc, coalesce(a.to60, 0) desc, coalesce(a.to30, 0) desc,
      b.owed desc, g.name, g.id limit ${SHOWN}`.execute(db);
  return rows;
}

/** The decisions about organizations that are to do: terms and purchase orders, then prices, the oldest first. */
export async function waitingOrganizations(db: Reader = database()) {
  const contracts = await waitingContracts(db);
  return [
    ...(await waitingCredit(db)),
    ...contracts.map(({ id, organizationId, name, percents, proposedAt }) => ({
      id,
      organizationId,
      name,
      asks: `Prices: ${percentWords(percents)}`,
      isProposed: true,
      askedAt: proposedAt.toISOString(),
      limitMinor: null,
      currency: CURRENCY,
    })),
  ];
}

async function waitingCredit(db: Reader) {
  const rows = await db
    .selectFrom("credit_lines as c")
    .innerJoin("organizations as o", "o.id", "c.organizationId")
    .select(["c.id", "c.organizationId", "o.name", "c.kind", "c.netDays", "c.poNumber", "c.limitMinor", "c.currency"])
    .select(["c.state", "c.askedAt"])
    .where("c.state", "in", ["asked", "proposed"])
    .orderBy("c.askedAt")
    .orderBy("c.id")
    .limit(SHOWN)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    organizationId: row.organizationId,
    name: row.name,
    asks: creditName(row),
    isProposed: row.state === "proposed",
    askedAt: row.askedAt.toISOString(),
    limitMinor: row.limitMinor,
    currency: row.currency,
  }));
}
