import { type Kysely, sql } from "kysely";

/**
 * Macros are archived instead of lost, two people can edit one without overwriting each other, and each use is counted.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
    alter table macros
      add column version int not null default 1,
      add column "archivedAt" timestamptz,
      add column "updatedBy" text references users on delete set null;
    update macros set "updatedBy" = "createdBy";

    -- One answer that was written with a macro. \`thread\` is the id of a ticket or an order.
    create table macro_uses (
      "macroId" text not null references macros on delete cascade, "messageId" text not null, thread text not null,
      uid text references users on delete set null, "usedAt" timestamptz not null, primary key ("macroId", "messageId")
    );
    create index macro_uses_latest on macro_uses ("macroId", "usedAt" desc);
  `)
    .execute(db);
}
