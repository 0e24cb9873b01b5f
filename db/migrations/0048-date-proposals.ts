import { type Kysely, sql } from "kysely";

/**
 * A proposal for a later due date. It applies when the author and the editor have both agreed; at most one per order is
 * open.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
    create table date_proposals (
      id text primary key, "orderId" text not null references orders,
      "proposedBy" text not null references users,
      side text not null check (side in ('client', 'editor', 'staff')),
      status text not null default 'open'
        check (status in ('open', 'agreed', 'declined', 'withdrawn', 'expired', 'ended')),
      "oldDueAt" timestamptz not null, "newDueAt" timestamptz not null, reason text not null,
      "refundMinor" bigint not null default 0 check ("refundMinor" >= 0),
      "payBp" integer not null, "editorPayMinor" bigint,
      "clientAgreedAt" timestamptz, "editorAgreedAt" timestamptz,
      "createdAt" timestamptz not null, "expiresAt" timestamptz not null, "decidedAt" timestamptz
    );
    create unique index date_proposals_one_open on date_proposals ("orderId") where status = 'open';
    create index date_proposals_of_order on date_proposals ("orderId", "createdAt");
    create index date_proposals_expiring on date_proposals ("expiresAt") where status = 'open';
  `)
    .execute(db);
}
