import { type Kysely, sql } from "kysely";

/**
 * Certificates: what is said of an order in public, and the hashes of its sentences. The key to the hashes stands in no
 * column: it is in the certificate's own link and nowhere else. What is revoked keeps its id and its dates alone.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
    create table certificates (
      id text primary key, "orderId" text not null references orders on delete cascade, "submissionId" text not null references submissions on delete cascade,
      facts jsonb, seal bytea, "pdfBytes" int not null,
      "issuedAt" timestamptz not null, "supersededAt" timestamptz, "revokedAt" timestamptz,
      check (("revokedAt" is null) = (facts is not null)), check (("revokedAt" is null) = (seal is not null))
    );
    create unique index certificates_current on certificates ("submissionId") where "revokedAt" is null;
    create index certificates_by_order on certificates ("orderId", "issuedAt");
  `)
    .execute(db);
}
