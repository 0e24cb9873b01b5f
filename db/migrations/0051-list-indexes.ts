import { type Kysely, sql } from "kysely";

/** Lists that open on what needs a person read it in the order of an index. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
    create index orders_need_staff on orders (coalesce("revisionDueAt", "dueAt"), id)
      where status not in ('closed','expired','cancelled','refunded','draft')
        and (status in ('qa_review','paid','on_hold','disputed') or flags <> '{}'::jsonb);
    create index orders_by_time on orders ("createdAt" desc, id desc);
  `)
    .execute(db);
}
