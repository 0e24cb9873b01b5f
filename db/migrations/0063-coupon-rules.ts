import { type Kysely, sql } from "kysely";

/**
 * Coupons for first orders, per card, edited, and archived. A payment with a limited coupon is taken after its card was
 * checked.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
    alter table coupons
      add column "firstOrderOnly" boolean not null default false,
      add column "archivedAt" timestamptz,
      add column version integer not null default 1;
    alter table coupon_uses
      add column "cardFingerprint" text,
      add column "firstOrder" boolean not null default false;
    update coupon_uses c set "firstOrder" = not exists (
      select 1 from orders o join orders this on this.id = c."orderId"
        where o."userId" = c."userId" and o.id <> this.id and o."paidAt" < this."paidAt");
    update coupon_uses c set "cardFingerprint" = p."cardFingerprint" from payments p
      where p."orderId" = c."orderId" and p.status = 'succeeded' and not p.surplus and c.state = 'redeemed';
    create index coupon_uses_by_coupon on coupon_uses ("couponId", "createdAt" desc);
    create index coupon_uses_by_card on coupon_uses ("cardFingerprint") where "cardFingerprint" is not null;
    alter table payments
      add column "heldFirst" boolean not null default false,
      add column refusal text;
    create index payments_by_card on payments ("cardFingerprint") where "cardFingerprint" is not null;
    create function unaliased_email(email text) returns text language sql immutable strict parallel safe as $$
      select case when m.domain in ('gmail.com', 'googlemail.com') then replace(m.name, '.', '') || '@gmail.com'
        else m.name || '@' || m.domain end
      from (select split_part(split_part(lower(trim(email)), '@', 1), '+', 1) as name,
        split_part(lower(trim(email)), '@', 2) as domain) m
    $$;
    create index users_by_mailbox on users (unaliased_email(email));
  `)
    .execute(db);
}
