import { type Kysely, sql } from "kysely";

/** Authors who asked to be emailed once, when an editor can take their field. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
    create table field_waits (
      id text primary key, email text not null, "orderId" text, uid text references users,
      subfield text not null, variant text, words integer not null,
      "createdAt" timestamptz not null, "checkedAt" timestamptz not null, "toldAt" timestamptz
    );
    create unique index field_waits_open on field_waits (lower(email), subfield) where "toldAt" is null;
    create index field_waits_to_check on field_waits ("checkedAt") where "toldAt" is null;
    create index field_waits_by_order on field_waits ("orderId") where "orderId" is not null;
    create index field_waits_told on field_waits ("toldAt") where "toldAt" is not null;
  `)
    .execute(db);
}
