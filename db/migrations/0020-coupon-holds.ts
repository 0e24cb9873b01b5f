import { type Kysely, sql } from "kysely";

/**
 * A coupon is reserved while a checkout is open, redeemed when it's paid, and released when it ends; a person is an
 * account or a mailbox.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
    alter table coupon_uses
      add column state text not null default 'redeemed' check (state in ('reserved','redeemed','released')),
      add column "personKey" text not null default '';
    update coupon_uses c set "personKey" = encode(sha256(convert_to(
      case when m.domain in ('gmail.com','googlemail.com') then replace(m.name, '.', '') || '@gmail.com' else m.name || '@' || m.domain end, 'UTF8')), 'hex')
      from (select uid, split_part(split_part(lower(email), '@', 1), '+', 1) as name, split_part(lower(email), '@', 2) as domain from users) m
      where m.uid = c."userId";
    create index coupon_uses_reserved on coupon_uses ("createdAt") where state = 'reserved';
    create index coupon_uses_by_order on coupon_uses ("orderId");
  `)
    .execute(db);
}
