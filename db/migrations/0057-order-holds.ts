import { type Kysely, sql } from "kysely";

/** Who is responsible for an order on hold, and until when. Orders that are on hold already keep their 14 days. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
    create table order_holds (
      id text primary key, "orderId" text not null references orders, "ownerId" text not null references users,
      reason text not null, "createdAt" timestamptz not null, "untilAt" timestamptz not null,
      "halfwayToldAt" timestamptz, "lastDayToldAt" timestamptz, "endedAt" timestamptz,
      check ("untilAt" <= "createdAt" + interval '14 days')
    );
    create unique index order_holds_one_open on order_holds ("orderId") where "endedAt" is null;
    create index order_holds_of_order on order_holds ("orderId", "createdAt");
    create index order_holds_due on order_holds ("untilAt") where "endedAt" is null;
    insert into order_holds (id, "orderId", "ownerId", reason, "createdAt", "untilAt")
      select 'hld_' || right(o.id, 26), o.id, f."actorId", coalesce(f.data->>'reason', ''), f.at, f.at + interval '14 days'
      from orders o join lateral (
        select * from facts where facts."orderId" = o.id and facts.kind = 'order.held' order by facts.seq desc limit 1) f on true
      where o.status = 'on_hold' and f."actorId" in (select uid from users);
  `)
    .execute(db);
}
