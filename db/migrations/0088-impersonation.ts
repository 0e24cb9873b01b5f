import { type Kysely, sql } from "kysely";

/**
 * Staff who view the product as a client or editor: who, as whom, in which of their sessions, why, and until when. A
 * fact names the member of staff behind what was done that way.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
    create table impersonations (
      id text primary key, "sessionId" text references auth_session on delete set null, "staffId" text not null references users,
      uid text not null references users, "readOnly" boolean not null, category text not null, reason text not null,
      "startedAt" timestamptz not null, "endsAt" timestamptz not null check ("endsAt" <= "startedAt" + interval '30 minutes'),
      "endedAt" timestamptz, check ("staffId" <> uid)
    );
    create unique index impersonations_open on impersonations ("sessionId") where "endedAt" is null;
    create index impersonations_to_end on impersonations (id) where "endedAt" is null;
    create index impersonations_of on impersonations (uid, "startedAt");

    alter table facts add column "impersonatorId" text;
    create index facts_by_impersonator on facts ("impersonatorId", at, seq) where "impersonatorId" is not null;
  `)
    .execute(db);
}
