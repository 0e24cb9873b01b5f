import { type Kysely, sql } from "kysely";

/**
 * Late orders: what staff have to decide and by when, until when a client chose to wait, and the deadline of an
 * editor who takes over work whose own time has run out. Work can also pass on without anybody's decision.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
    alter table orders
      add column "waitUntilAt" timestamptz, add column "takeoverDueAt" timestamptz, add column "revisionPromisedAt" timestamptz;
    create table late_decisions (
      id text primary key, "orderId" text not null references orders, "editorId" text not null references users,
      status text not null default 'open' check (status in ('open', 'proposed', 'reassigned', 'agreed', 'ended')),
      "openedAt" timestamptz not null, "decideByAt" timestamptz not null, "escalatedAt" timestamptz,
      "decidedBy" text references users, "decidedAt" timestamptz
    );
    create unique index late_decisions_one_open on late_decisions ("orderId") where status in ('open', 'proposed');
    create index late_decisions_of_order on late_decisions ("orderId", "openedAt");
    create index late_decisions_due on late_decisions ("decideByAt") where status in ('open', 'proposed');
    alter table order_handovers drop constraint order_handovers_by_check,
      add constraint order_handovers_by_check check (by in ('editor', 'staff', 'clock'));
    create index orders_late on orders ("dueAt")
      where status in ('paid', 'assigned', 'in_progress', 'changes_required') and "deliveredAt" is null;
  `)
    .execute(db);
}
