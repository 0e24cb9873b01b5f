import { type Kysely, sql } from "kysely";

/** Which editor's words are kept for an order that no editor has taken yet, so that nobody sells them twice. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
    create table order_reservations (
      "orderId" text primary key references orders on delete cascade, "editorId" text not null references users,
      "heldUntilAt" timestamptz, "notFor" jsonb not null, "createdAt" timestamptz not null
    );
    create index order_reservations_by_editor on order_reservations ("editorId");
    create index order_reservations_held on order_reservations ("heldUntilAt") where "heldUntilAt" is not null;
  `)
    .execute(db);
}
