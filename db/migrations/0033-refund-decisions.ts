import { type Kysely, sql } from "kysely";

/** Problems clients report with delivered orders, and refunds that people decide on. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
    create table order_problems (
      id text primary key, "orderId" text not null references orders, "reportedBy" text not null, what text not null,
      status text not null default 'open' check (status in ('open','redo','refunded','declined')),
      "redoDueAt" timestamptz, "decidedBy" text, "decidedAt" timestamptz, note text not null default '',
      "dueAt" timestamptz not null, "createdAt" timestamptz not null
    );
    create unique index order_problems_one_open on order_problems ("orderId") where status in ('open','redo');
    create index order_problems_by_order on order_problems ("orderId");
    create index order_problems_open on order_problems ("dueAt") where status in ('open','redo');
    create table refund_requests (
      id text primary key, "orderId" text not null references orders, "problemId" text references order_problems, cause text not null,
      "amountMinor" bigint not null check ("amountMinor" > 0), currency text not null, reason text not null, basis jsonb not null,
      status text not null default 'pending' check (status in ('pending','approved','declined')),
      "proposedBy" text not null, "firstApprovedBy" text, "decidedBy" text, note text not null default '',
      "createdAt" timestamptz not null, "decidedAt" timestamptz
    );
    create unique index refund_requests_one_pending on refund_requests ("orderId") where status = 'pending';
    create index refund_requests_by_order on refund_requests ("orderId");
    create index refund_requests_pending on refund_requests ("createdAt") where status = 'pending';
    alter table orders add column "helpAskedAt" timestamptz;
    create table order_notes (
      id text primary key, "orderId" text not null references orders, "authorId" text not null, body text not null, "createdAt" timestamptz not null
    );
    create index order_notes_by_order on order_notes ("orderId", "createdAt");
    create index mail_by_cause on mail (split_part(key, ':', 1));
  `)
    .execute(db);
}
