import { type Kysely, sql } from "kysely";

/**
 * Amounts of orders in other currencies, in dollars: at the rate of the price list that the order was sold with, which
 * its receipt has. Sums over orders in several currencies are in dollars.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
    create function order_dollars(amount bigint, currency text, price jsonb) returns bigint language sql immutable
      return case when price ->> 'perDollar' is null then amount
        else round(amount * 1000000.0 / ((price ->> 'perDollar')::numeric * case currency when 'JPY' then 1 else 100 end))::bigint end;

    create or replace function note_coupon_use() returns trigger language plpgsql as $$
    declare
      was boolean := tg_op <> 'INSERT' and old.state = 'redeemed';
      is_now boolean := tg_op <> 'DELETE' and new.state = 'redeemed';
    begin
      if was then
        insert into coupon_sums ("couponId", uses, "firstOrders", "costMinor", "grossMinor", "salesMinor")
          select old."couponId", -1, -old."firstOrder"::int, -order_dollars(o."discountMinor", o.currency, o.price),
            -order_dollars(o."listMinor", o.currency, o.price), -order_dollars(o."totalMinor", o.currency, o.price)
          from orders o where o.id = old."orderId" for share;
      end if;
      if is_now then
        insert into coupon_sums ("couponId", uses, "firstOrders", "costMinor", "grossMinor", "salesMinor")
          select new."couponId", 1, new."firstOrder"::int, order_dollars(o."discountMinor", o.currency, o.price),
            order_dollars(o."listMinor", o.currency, o.price), order_dollars(o."totalMinor", o.currency, o.price)
          from orders o where o.id = new."orderId" for share;
      end if;
      return null;
    end $$;
    create or replace function note_coupon_amounts() returns trigger language plpgsql as $$ begin
      insert into coupon_sums ("couponId", uses, "firstOrders", "costMinor", "grossMinor", "salesMinor")
        select u."couponId", 0, 0,
          order_dollars(new."discountMinor", new.currency, new.price) - order_dollars(old."discountMinor", old.currency, old.price),
          order_dollars(new."listMinor", new.currency, new.price) - order_dollars(old."listMinor", old.currency, old.price),
          order_dollars(new."totalMinor", new.currency, new.price) - order_dollars(old."totalMinor", old.currency, old.price)
        from coupon_uses u where u."orderId" = new.id and u.state = 'redeemed';
      return null;
    end $$;
  `)
    .execute(db);
}
