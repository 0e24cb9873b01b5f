import { type Kysely, sql } from "kysely";

/**
 * An order that passes from one editor to another: what each turn was worth, and what is left for the next one. One
 * editor can earn an order's parts separately. Editors also say why they decline an invite.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
    alter table orders
      add column "keptBp" integer not null default 0 check ("keptBp" between 0 and 9999),
      add column "payBp" integer not null default 10000 check ("payBp" between 0 and 10000),
      add column "deliveryPayMinor" bigint check ("deliveryPayMinor" >= 0),
      add column "revisionPayMinor" bigint check ("revisionPayMinor" >= 0);
    update orders o set "editorPayMinor" = i."payMinor" from invites i
      where i."orderId" = o.id and i."editorId" = o."assignedTo" and i.status = 'accepted' and o."editorPayMinor" is null;
    update orders set "deliveryPayMinor" = "editorPayMinor" where "deliveredAt" is not null;
    create table order_handovers (
      id text primary key, "orderId" text not null references orders, "editorId" text not null references users,
      phase text not null check (phase in ('edit', 'revision')), by text not null check (by in ('editor', 'staff')),
      reason text not null, words integer not null default 0, "partBp" integer not null default 0,
      "payMinor" bigint not null default 0 check ("payMinor" >= 0), at timestamptz not null
    );
    create index order_handovers_of_order on order_handovers ("orderId", at);
    create index order_handovers_of_editor on order_handovers ("editorId", at desc) where by = 'editor';
    alter table earnings add column part text not null default 'delivery' check (part in ('part', 'delivery', 'revision'));
    alter table earnings drop constraint "earnings_orderId_editorId_key";
    create unique index earnings_once on earnings ("orderId", "editorId", part);
    alter table invites add column "declineReason" text
        check ("declineReason" in ('too_busy', 'deadline', 'pay', 'subject', 'conflict', 'other')),
       add column "declineNote" text not null default '';
  `)
    .execute(db);
}
