import { type Kysely, sql } from "kysely";

/** The policy that an order is edited under, as it was when the order was placed, with the client's evidence of consent. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table order_policies (
      "orderId" text primary key references orders on delete cascade,
      "profileVersionId" text,
      name text not null,
      version integer not null,
      -- By kind of change: allowed, comment, forbidden.
      rule jsonb not null,
      "consentName" text,
      "consentedAt" timestamptz,
      "createdAt" timestamptz not null
    )`.execute(db);
}
