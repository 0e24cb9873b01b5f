import { type Kysely, sql } from "kysely";

/** An admin can fix an editor's level and pause their invites. An order keeps the pay and level it was assigned at. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
    alter table editors
      add column "levelFixedAt" timestamptz, add column "levelFixedReason" text,
      add column "pausedAt" timestamptz, add column "pauseEndsAt" timestamptz, add column "pauseReason" text;
    create index editors_pauses_ending on editors ("pauseEndsAt") where "pauseEndsAt" is not null;
    alter table orders
      add column "editorPayMinor" bigint, add column "editorLevel" text check ("editorLevel" in ('trial','standard','senior','lead'));
  `)
    .execute(db);
}
