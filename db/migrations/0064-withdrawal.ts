import { type Kysely, sql } from "kysely";

/** A consumer's express request, at payment, that work begins before the withdrawal period ends. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
    create table early_starts (
      "orderId" text primary key references orders on delete cascade, uid text not null references users,
      country text, "timeZone" text not null, version text not null, text text not null, "givenAt" timestamptz not null
    );
    create index early_starts_by_person on early_starts (uid);
  `)
    .execute(db);
}
