import { type Kysely, sql } from "kysely";

/**
 * What editors send to prove who they are, encrypted: files, structured details, and the agreement they signed on the
 * page.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
    alter table kyc_documents
      add column form text check (form in ('w9','w8ben','dac7')),
      add column doctorate boolean not null default false,
      add column "reviewerId" text references users,
      add column "reviewStartedAt" timestamptz,
      -- A newer document of its kind came before anybody decided on this one.
      add column "replacedAt" timestamptz,
      -- The agreement: its version, the hash of its text, and the typed name, encrypted.
      add column "agreementVersion" text,
      add column "agreementSha256" text,
      add column signature bytea,
      -- The last reminder before it expires: 60, 30 or 7 days.
      add column "warnedDays" integer;
    create index kyc_documents_expiring on kyc_documents ("expiresOn") where status = 'approved' and "expiresOn" is not null;
    create table kyc_files (
      id text primary key, "documentId" text not null references kyc_documents, position integer not null,
      "contentType" text not null, bytes integer not null, sha256 text not null, "storageKey" text not null unique,
      "keyVersion" integer not null, "createdAt" timestamptz not null, "removedAt" timestamptz,
      unique ("documentId", position)
    );
    create index kyc_files_kept on kyc_files ("createdAt") where "removedAt" is null;
    -- Legal name, date of birth, address and tax data as one encrypted value, so that a backup shows none of it.
    create table kyc_details (
      uid text primary key references users, sealed bytea not null, "keyVersion" integer not null, version integer not null default 1,
      "savedAt" timestamptz not null, "checkedAt" timestamptz, "checkedBy" text references users
    );
    alter table editors
      -- All documents were approved once: payouts go on while one is renewed.
      add column "kycApprovedAt" timestamptz,
      -- Since when a document has been expired without a successor: no new invites until it is renewed.
      add column "kycExpiredAt" timestamptz,
      add column "kycRemindedAt" timestamptz;
    update editors set "kycApprovedAt" = coalesce("identityApprovedAt", "createdAt") where "kycStatus" = 'approved';
  `)
    .execute(db);
}
