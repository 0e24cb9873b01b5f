import { type Kysely, sql } from "kysely";

/** A consumer's express request, when paying an extra charge, that work on the addition begins right away. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
    create table charge_early_starts (
      "chargeId" text primary key references order_charges on delete cascade,
      "orderId" text not null references orders on delete cascade, uid text not null references users,
      country text, "timeZone" text not null, version text not null, text text not null, "givenAt" timestamptz not null,
      "doneBp" integer check ("doneBp" between 0 and 10000)
    );
    create index charge_early_starts_of_order on charge_early_starts ("orderId");
    create index charge_early_starts_by_person on charge_early_starts (uid);
  `)
    .execute(db);
}
