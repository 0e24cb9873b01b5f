import { type Kysely, sql } from "kysely";

/** A thread's page reads its open questions and which ones have an answer, however long the thread is. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
    create index messages_open_queries on messages ("orderId") where kind = 'query' and "answeredAt" is null;
    create index messages_by_question on messages ("answersId") where "answersId" is not null;
  `)
    .execute(db);
}
