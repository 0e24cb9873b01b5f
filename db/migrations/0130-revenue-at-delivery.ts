import { type Kysely, sql } from "kysely";

/**
 * Revenue is recognized at delivery, and a discount with it. What older entries booked otherwise gets one correcting
 * entry for each order: what was delivered and not accepted yet is earned, and the discounts on what isn't delivered
 * are deferred.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
    alter table journal_lines drop constraint "journal_lines_account_known",
      add constraint "journal_lines_account_known" check (account in ('bank','provider','in_transit','disputed','deferred_revenue',
        'deferred_discounts','editor_pending','editor_available','editor_in_payout','tax_payable','unassigned','equity','revenue','discounts',
        'refunds','editor_cost','review_cost','provider_fees','dispute_fees','bank_fees','goodwill','other_income'));
  `)
    .execute(db);
  await correctRecognition(db);
}

/** The correcting entries. Each has the order's key, so a second run posts nothing. */
export async function correctRecognition(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
    with booked as (
      select e."orderId", l.currency,
        coalesce(-sum(l."amountMinor") filter (where l.account = 'deferred_revenue' and l.party = ''), 0)::bigint as list,
        coalesce(sum(l."amountMinor") filter (where l.account = 'discounts'), 0)::bigint as discount,
        coalesce(-sum(l."amountMinor") filter (where l.account in ('revenue', 'refunds')), 0)::bigint as earned
      from journal_entries e join journal_lines l on l."entryId" = e.id
      where e."orderId" is not null group by 1, 2
    ), later as (
      select o.id, b.currency, b.list, b.discount, b.earned, o.number, o."deliveredAt" is not null as delivered,
        coalesce(p.list, 0)::bigint as "laterList", coalesce(p.discount, 0)::bigint as "laterDiscount"
      from booked b join orders o on o.id = b."orderId" left join lateral (
        select sum(p."listMinor") as list, sum(p."discountMinor") as discount from payments p
        where p."orderId" = o.id and p.status = 'succeeded' and not p.surplus and p."succeededAt" > o."deliveredAt") p on true
      where b.list > 0
    ), moved as (
      select id, currency, number,
        case when delivered then list - least(list, "laterList") else 0 end as earned,
        case when delivered then least("laterDiscount", "laterList", list)
          else least(list, round(greatest(discount, 0)::numeric * list / (list + greatest(earned, 0))))::bigint end as deferred
      from later
    ), entries as (
      insert into journal_entries (id, key, kind, "orderId", "causeType", "causeId", memo, at)
      select 'jnl_' || left(md5('0130' || id || currency), 26), 'recognition_corrected:' || id || ':' || currency, 'recognition_corrected', id,
        'order', id, 'Order ' || number || ': revenue and discounts are recognized at delivery since this entry', now()
      from moved where earned > 0 or deferred > 0
      on conflict (key) do nothing returning id, "orderId"
    )
    insert into journal_lines ("entryId", line, account, party, "amountMinor", currency)
    select e.id, row_number() over (partition by e.id order by x.n), x.account, '', x.amount, m.currency
    from moved m join entries e on e.id = 'jnl_' || left(md5('0130' || m.id || m.currency), 26)
      cross join lateral (values (1, 'deferred_revenue', m.earned), (2, 'revenue', -m.earned), (3, 'deferred_discounts', m.deferred),
        (4, 'discounts', -m.deferred)) x (n, account, amount)
    where x.amount <> 0;
  `)
    .execute(db);
}
