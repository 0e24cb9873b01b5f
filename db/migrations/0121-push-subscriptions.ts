import { type Kysely, sql } from "kysely";

/**
 * Browsers that show somebody's notifications while the product is closed. One belongs to a session and ends with it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
    create table push_subscriptions (
      id text primary key,
      uid text not null references users,
      "sessionId" text not null unique references auth_session on delete cascade,
      endpoint text not null unique,
      p256dh text not null,
      auth text not null,
      "createdAt" timestamptz not null,
      "pushedAt" timestamptz
    );
    create index push_subscriptions_by_uid on push_subscriptions (uid);
  `)
    .execute(db);
}
