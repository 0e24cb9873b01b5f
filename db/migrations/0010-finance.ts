import { type Kysely, sql } from "kysely";

/** What the lists of the money side are searched and sorted by. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
    create index payments_by_time on payments ("createdAt" desc);
    create index refunds_by_time on refunds ("createdAt" desc);
    create index provider_events_by_object on provider_events ((payload->'data'->'object'->>'id'));
    create index provider_events_by_intent on provider_events ((payload->'data'->'object'->>'payment_intent'));
    create index journal_entries_by_time on journal_entries (at);
    create index journal_entries_by_cause on journal_entries ("causeType", "causeId");
    create index invoices_by_kind on invoices (kind, "issuedAt" desc);
    create index invoices_to_review on invoices ("issuedAt") where kind = 'self_billed' and "reviewedAt" is null;
    create index payouts_by_editor on payouts ("editorId", "createdAt" desc);
    create index earnings_by_payout on earnings ("payoutId") where "payoutId" is not null;
    create index orders_by_delivery on orders ("deliveredAt") where "deliveredAt" is not null;
  `)
    .execute(db);
}
