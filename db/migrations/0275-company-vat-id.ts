import { type Kysely, sql } from "kysely";

/**
 * The company's VAT ID was kept twice: with its details, and as a tax registration. Only registrations count now. A VAT
 * ID without one becomes a proposed registration, so that an admin decides before any tax is charged. The column isn't
 * read anymore.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
    insert into tax_registrations (id, scheme, place, number, "validFrom", status, "proposedAt")
    select 'txr_' || substr(md5('company ' || c."vatId"), 1, 26), 'domestic', c.country, c."vatId",
      to_char(c."updatedAt" at time zone 'UTC', 'YYYY-MM-DD'), 'proposed', c."updatedAt"
    from company c
    where c."vatId" is not null
      and c.country in ('AT','BE','BG','CY','CZ','DE','DK','EE','ES','FI','FR','GR','HR','HU','IE','IT','LT','LU','LV',
        'MT','NL','PL','PT','RO','SE','SI','SK','AU','CH','GB','NO','NZ')
      and not exists (select 1 from tax_registrations r where r.place = c.country and r.status <> 'declined');
  `)
    .execute(db);
}
