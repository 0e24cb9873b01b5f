import { type Kysely, sql } from "kysely";

/** What staff ask an editor to send, and what staff note about a person for each other. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
    create table kyc_requests (
      uid text not null references users on delete cascade,
      kind text not null check (kind in ('id_document','proof_of_address','degree_certificate','tax_form','bank_proof','signed_agreement')),
      note text not null, "askedBy" text references users, "askedAt" timestamptz not null, "remindedAt" timestamptz,
      primary key (uid, kind)
    );
    create index kyc_requests_to_remind on kyc_requests ("askedAt") where "remindedAt" is null;
    create table person_notes (
      id text primary key, uid text not null references users on delete cascade, "authorId" text not null references users,
      body text not null, "clientKey" text not null, "createdAt" timestamptz not null,
      unique ("authorId", "clientKey")
    );
    create index person_notes_by_person on person_notes (uid, "createdAt" desc, id desc);
  `)
    .execute(db);
}
