import { type Kysely, sql } from "kysely";

/** The sums of what there is already. */
export const SUM_COUPONS = /* sql */ `
  insert into coupon_sums ("couponId", uses, "firstOrders", "costMinor", "grossMinor", "salesMinor", fresh)
    select u."couponId", count(*), count(*) filter (where u."firstOrder"), sum(o."discountMinor"),
      sum(o."listMinor"), sum(o."totalMinor"), false
    from coupon_uses u join orders o on o.id = u."orderId" where u.state = 'redeemed' group by 1;
`;

/**
 * What coupons cost and brought, kept by triggers as parts that add up, so that no list reads every order with a
 * coupon. The order is locked against other changes of its amounts while its use is noted, and the other way around.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
    create table coupon_sums (
      id bigint generated always as identity primary key, "couponId" text not null, uses bigint not null, "firstOrders" bigint not null,
      "costMinor" bigint not null, "grossMinor" bigint not null, "salesMinor" bigint not null, fresh boolean not null default true
    );
    create index coupon_sums_of_coupon on coupon_sums ("couponId");
    create index coupon_sums_fresh on coupon_sums (id) where fresh;

    create function note_coupon_use() returns trigger language plpgsql as $$
    declare
      was boolean := tg_op <> 'INSERT' and old.state = 'redeemed';
      is_now boolean := tg_op <> 'DELETE' and new.state = 'redeemed';
    begin
      if was then
        insert into coupon_sums ("couponId", uses, "firstOrders", "costMinor", "grossMinor", "salesMinor")
          select old."couponId", -1, -old."firstOrder"::int, -o."discountMinor", -o."listMinor", -o."totalMinor"
          from orders o where o.id = old."orderId" for share;
      end if;
      if is_now then
        insert into coupon_sums ("couponId", uses, "firstOrders", "costMinor", "grossMinor", "salesMinor")
          select new."couponId", 1, new."firstOrder"::int, o."discountMinor", o."listMinor", o."totalMinor"
          from orders o where o.id = new."orderId" for share;
      end if;
      return null;
    end $$;
    create function note_coupon_amounts() returns trigger language plpgsql as $$ begin
      insert into coupon_sums ("couponId", uses, "firstOrders", "costMinor", "grossMinor", "salesMinor")
        select u."couponId", 0, 0, new."discountMinor" - old."discountMinor",
          new."listMinor" - old."listMinor", new."totalMinor" - old."totalMinor"
        from coupon_uses u where u."orderId" = new.id and u.state = 'redeemed';
      return null;
    end $$;

    -- Nobody changes them until the sums are complete.
    lock table coupon_uses, orders in share row exclusive mode;
    create trigger coupon_uses_noted after insert or delete on coupon_uses for each row execute function note_coupon_use();
    create trigger coupon_uses_noted_again after update on coupon_uses for each row
      when ((old."couponId", old."orderId", old.state, old."firstOrder") is distinct from (new."couponId", new."orderId", new.state, new."firstOrder"))
      execute function note_coupon_use();
    create trigger orders_coupon_amounts after update of "discountMinor", "listMinor", "totalMinor" on orders for each row
      when ((old."discountMinor", old."listMinor", old."totalMinor") is distinct from (new."discountMinor", new."listMinor", new."totalMinor"))
      execute function note_coupon_amounts();
  `)
    .execute(db);
  await sql.raw(SUM_COUPONS).execute(db);
}
