import { type Kysely, sql } from "kysely";

/** Word counts that an editor or staff found to differ from what was paid. At most one per order is being settled. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
    create table word_differences (
      id text primary key, "orderId" text not null references orders, "reportedBy" text not null references users,
      side text not null check (side in ('editor', 'staff')),
      status text not null default 'open'
        check (status in ('open', 'absorbed', 'charged', 'paid', 'unpaid', 'reduced', 'declined', 'withdrawn', 'ended')),
      "paidWords" integer not null, "reportedWords" integer not null check ("reportedWords" > 0),
      "recountedWords" integer, "foundWords" integer, reason text not null, note text,
      "chargeId" text references order_charges, "refundMinor" bigint not null default 0 check ("refundMinor" >= 0),
      "lastEdited" text, "createdAt" timestamptz not null, "decidedAt" timestamptz
    );
    create unique index word_differences_one_open on word_differences ("orderId") where status in ('open', 'charged');
    create index word_differences_of_order on word_differences ("orderId", "createdAt");
    create index word_differences_of_charge on word_differences ("chargeId") where "chargeId" is not null;
  `)
    .execute(db);
}
