import { type Kysely, sql } from "kysely";

/**
 * What editors send to prove who they are. The newest of a kind counts; earlier ones stay as the record of what was
 * once approved.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
    create table kyc_documents (
      id text primary key, uid text not null references users,
      kind text not null check (kind in ('id_document','proof_of_address','degree_certificate','tax_form','bank_proof','signed_agreement')),
      status text not null default 'submitted' check (status in ('submitted','in_review','needs_info','approved','rejected','expired')),
      "issuedOn" text check ("issuedOn" ~ '^\\d{4}-\\d{2}-\\d{2}$'), "expiresOn" text check ("expiresOn" ~ '^\\d{4}-\\d{2}-\\d{2}$'),
      "submittedAt" timestamptz not null, "reviewedAt" timestamptz, "reviewedBy" text references users, note text not null default ''
    );
    create index kyc_documents_by_person on kyc_documents (uid, kind, "submittedAt" desc);
    create index kyc_documents_waiting on kyc_documents ("submittedAt") where status in ('submitted','in_review');
    create index if not exists ratings_by_editor on ratings ("editorId");
    create index if not exists submissions_by_editor on submissions ("editorId");
    create index if not exists facts_by_subject on facts ("subjectId", seq) where "subjectId" is not null;
  `)
    .execute(db);
}
