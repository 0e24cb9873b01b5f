import { sql } from "kysely";
import { CURRENCY } from "#app/platform/rules/core/money.ts";
import { type Reader, database } from "#app/platform/server/core/database.ts";
import { PREPAID_ACCOUNTS } from "../../rules/ledger/ledger.ts";
import { ledgerSum } from "./post-entry.ts";

export type Reconciliation = {
  /**
   * Succeeded payments minus succeeded refunds from our rows, and what the ledger has of them at the provider, before
   * card fees, and on the accounts of organizations. Of orders in the books' currency; each order is compared in its
   * own.
   */
  rowsMinor: number;
  ledgerMinor: number;
  /** Always zero. */
  ledgerSumMinor: number;
  /** Orders whose amounts disagree, with a description of the problem: the first hundred of them. */
  differences: { orderId: string; what: string }[];
  /** How many orders have amounts that disagree. */
  differenceCount: number;
};

const SHOWN = 100;
/** The accounts that payments come from. */
const PAID_FROM = ["provider", ...PREPAID_ACCOUNTS];

/**
 * Compares payments, refunds and orders with the ledger, to the cent. It reads all of them, so pages read the newest
 * check instead.
 */
export async function reconcileLedger(db: Reader = database()): Promise<Reconciliation> {
  const { rows } = await sql<{
    rowsMinor: number;
    ledgerMinor: number;
    wrongOrders: number;
    /** Null in the one row of a ledger without differences. */
    orderId: string | null;
    status: string;
    paid: number;
    refunded: number;
    orderPaid: number;
    orderRefunded: number;
    own: number;
    ownBack: number;
    promised: number;
    failed: number;
    reserved: number;
    provider: number;
    deferred: number;
    /** Courtesy credit that its payments spent, by our rows and by the ledger. */
    credit: number;
    spent: number;
    /** Lost in disputes that the provider settled in another currency: what they took isn't gone from this balance. */
    elsewhere: number;
    withheld: number;
  }>`
    with money as (
      select "orderId", sum("amountMinor")::bigint as paid, sum("refundedMinor")::bigint as reserved,
        coalesce(sum("amountMinor") filter (where not surplus), 0)::bigint as own,
        coalesce(sum("creditMinor") filter (where not surplus), 0)::bigint as credit
      from payments where status = 'succeeded' group by 1
    ), back as (
      select r."orderId", coalesce(sum(r."amountMinor") filter (where r.status = 'succeeded'), 0)::bigint as refunded,
        coalesce(sum(r."amountMinor") filter (where r.status = 'succeeded' and not p.surplus), 0)::bigint as "ownBack",
        coalesce(sum(r."amountMinor") filter (where r.status <> 'failed'), 0)::bigint as promised,
        coalesce(sum(r."amountMinor") filter (where r.status = 'failed'), 0)::bigint as failed,
        coalesce(sum(r."amountMinor") filter (where r.cause = 'chargeback'), 0)::bigint as taken
      from refunds r join payments p on p.id = r."paymentId" group by 1
    ), fought as (
      select "orderId", sum("withdrawnMinor" + "feeMinor")::bigint as withheld from disputes group by 1
    ), booked as (
      select e."orderId",
        coalesce(sum(l."amountMinor") filter (where l.account in (${sql.join(PAID_FROM)})
          and e.kind not in ('provider_fee', 'provider_exchanged', 'dispute_excess')), 0)::bigint as provider,
        coalesce(-sum(l."amountMinor") filter (where l.account = 'deferred_revenue'), 0)::bigint as deferred,
        coalesce(sum(l."amountMinor") filter (where l.account = 'courtesy_credits' and e.kind = 'payment_received'),
          0)::bigint as spent,
        coalesce(-sum(l."amountMinor") filter (where l.account = 'unassigned' and e.kind = 'dispute_lost'),
          0)::bigint as elsewhere
      from journal_entries e join journal_lines l on l."entryId" = e.id where e."orderId" is not null group by 1
    ), compared as (
      select o.id as "orderId", o.status, o.currency, coalesce(m.paid, 0) as paid, coalesce(b.refunded, 0) as refunded,
        coalesce(f.withheld, 0) - coalesce(b.taken, 0) as withheld, o."paidMinor" as "orderPaid", o."refundedMinor"
          as "orderRefunded",
        coalesce(m.own, 0) as own, coalesce(b."ownBack", 0) as "ownBack", coalesce(b.promised, 0) as promised,
        coalesce(b.failed, 0) as failed, coalesce(m.reserved, 0) as reserved,
        coalesce(k.provider, 0) as provider, coalesce(k.deferred, 0) as deferred, coalesce(m.credit, 0) as credit, coalesce(k.spent, 0) as spent,
        coalesce(k.elsewhere, 0) as elsewhere
      from orders o left join money m on m."orderId" = o.id left join back b on b."orderId" = o.id
      left join booked k on k."orderId" = o.id
        left join fought f on f."orderId" = o.id
      where m.paid is not null or k.provider is not null
    ), judged as materialized (
      select *, provider <> paid - refunded - withheld or "orderPaid" <> own or "orderRefunded" <> "ownBack"
      or promised <> reserved or deferred < 0 or credit <> spent
        or (status = 'refunded' and provider - elsewhere > failed - least(withheld + elsewhere, 0)
          and promised = refunded) as wrong
      from compared
    )
    select t.*, w.* from (
      select coalesce(sum(paid - refunded - withheld) filter (where currency = ${CURRENCY}), 0)::bigint as "rowsMinor",
        coalesce(sum(provider) filter (where currency = ${CURRENCY}), 0)::bigint as "ledgerMinor",
        count(*) filter (where wrong) as "wrongOrders" from judged
    ) t left join lateral (select * from judged where wrong order by "orderId" limit ${SHOWN}) w on true`.execute(db);
  const differences: Reconciliation["differences"] = [];
  for (const { orderId, ...r } of rows) {
    if (orderId === null) continue;
    // Money lost in a dispute counts as refunded, and the provider has already paid it.
    const left = r.paid - r.refunded - r.withheld;
    const say = (what: string) => differences.push({ orderId, what });
    if (r.provider !== left)
      say(`ledger balance of its payments is ${r.provider}, payments minus refunds and disputes are ${left}`);
    if (r.orderPaid !== r.own) say(`order says ${r.orderPaid} paid, its payments say ${r.own}`);
    if (r.orderRefunded !== r.ownBack) say(`order says ${r.orderRefunded} refunded, its refunds say ${r.ownBack}`);
    if (r.promised !== r.reserved) say(`payments reserve ${r.reserved} for refunds, refunds add up to ${r.promised}`);
    if (r.credit !== r.spent) say(`its payments spent ${r.credit} of courtesy credit, the ledger says ${r.spent}`);
    if (r.deferred < 0) say(`${-r.deferred} more was earned or refunded than was deferred`);
    // A refund that the bank returned needs an admin to retry it, and what came back after a loss is ours: those
    // amounts may remain.
    const rest = r.provider - r.elsewhere;
    if (r.status === "refunded" && rest > r.failed - Math.min(r.withheld + r.elsewhere, 0) && r.promised === r.refunded)
      say(`everything was refunded, but ${rest} is left at the provider`);
  }
  const { rowsMinor, ledgerMinor, wrongOrders } = rows[0]!;
  return { rowsMinor, ledgerMinor, ledgerSumMinor: await ledgerSum(db), differences, differenceCount: wrongOrders };
}
