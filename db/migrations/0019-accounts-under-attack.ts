import { type Kysely, sql } from "kysely";

/**
 * The browsers in which somebody has signed in, the specification's `supportTickets` as a view, and profiles dated from
 * the day their account was opened instead of the day its address was verified.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
    create table auth_device (
      uid text not null references auth_user on delete cascade, "deviceHash" text not null,
      "firstSeenAt" timestamptz not null default now(), "lastSeenAt" timestamptz not null default now(),
      primary key (uid, "deviceHash")
    );
    create index auth_device_by_device on auth_device ("deviceHash");
    create index auth_device_by_time on auth_device ("lastSeenAt");
    -- Two accounts paid to one bank account are found by it.
    create index bank_details_by_iban on bank_details (iban) where iban is not null;
    create index bank_details_by_number on bank_details ("accountNumber") where "accountNumber" is not null;

    create view "supportTickets" as
      select id, "ownerUid", "unreadByAdmin", "unreadByEditor", "unreadByClient" from tickets;

    update users u set "createdAt" = f.at
      from (select "subjectId" as uid, min(at) as at from facts where kind = 'account.opened' group by 1) f
      where f.uid = u.uid and f.at < u."createdAt";
  `)
    .execute(db);
}
