import { type Kysely, sql } from "kysely";

/** How long an editor worked on an order, by the timer that only they see. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table work_times (
      "orderId" text not null references orders,
      "editorId" text not null references users,
      ms bigint not null default 0 check (ms >= 0),
      "startedAt" timestamptz,
      "changedAt" timestamptz not null,
      primary key ("orderId", "editorId")
    )`.execute(db);
  await sql`create index work_times_by_editor on work_times ("editorId")`.execute(db);
}
