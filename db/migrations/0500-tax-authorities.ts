import { type Kysely, sql } from "kysely";

/**
 * Names the authority of what was booked before, where all of an order's invoices have one tax and one registration fits
 * it: that of the place, of its country, the One Stop Shop, or the one at home, as documents have it. The rest says that
 * it isn't attributed. Amounts and accounts stay as they are.
 */
export const ATTRIBUTION = /* sql */ `
  with taxed as (
    select distinct i."orderId", r.authority
    from invoices i join lateral jsonb_array_elements(coalesce(i.document->'taxes', '[]'::jsonb)) t on t->>'treatment' = 'charged'
    left join lateral (
      select case g.scheme when 'oss' then 'OSS-' || g.place else g.place end as authority from tax_registrations g
      where g.status = 'approved' and to_char(i."issuedAt" at time zone 'UTC', 'YYYY-MM-DD')
          between g."validFrom" and coalesce(g."validUntil", '9999-12-31')
        and (g.scheme = 'oss' or g.place in (t->>'code', split_part(t->>'code', '-', 1), (select country from company limit 1)))
      order by (g.scheme = 'domestic' and g.place = t->>'code') desc,
        (g.scheme = 'domestic' and g.place = split_part(t->>'code', '-', 1)) desc, g.scheme = 'oss' desc limit 1
    ) r on true
    where i."orderId" is not null and i.kind in ('invoice', 'credit_note')
  ), known as (
    select "orderId", min(authority) as authority from taxed group by 1 having count(distinct coalesce(authority, '')) = 1
      and min(authority) is not null
  )
  update journal_lines l set party = coalesce(k.authority, 'unknown')
  from journal_entries e left join known k on k."orderId" = e."orderId"
  where e.id = l."entryId" and l.account = 'tax_payable' and l.party = '';
`;

/** An account for each tax authority: lines of tax payable name it, and the database sees to it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
    lock table journal_entries, journal_lines in share row exclusive mode;
    alter table journal_lines disable trigger journal_lines_kept;
    ${ATTRIBUTION}
    alter table journal_lines enable trigger journal_lines_kept;

    -- The version before this one, which still serves during an upgrade, names none.
    create function say_not_attributed() returns trigger language plpgsql as $$ begin new.party := 'unknown'; return new; end $$;
    create trigger journal_lines_authority before insert on journal_lines for each row
      when (new.account = 'tax_payable' and new.party = '') execute function say_not_attributed();
    alter table journal_lines add constraint journal_lines_authority_known check (account <> 'tax_payable' or party = 'unknown'
      or party ~ '^(OSS-)?[A-Z]{2}$' or party ~ '^(CA|US)-[A-Z]{2}$') not valid;
    alter table journal_lines validate constraint journal_lines_authority_known;

    alter table bank_rules add column party text not null default '';
  `)
    .execute(db);
}
