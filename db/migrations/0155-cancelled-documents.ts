import { type Kysely, sql } from "kysely";

/** A credit note whose refund failed, and an invoice that was corrected, are canceled by a document of their own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
    alter table invoices add column "cancelledBy" text references invoices;
    create unique index invoices_cancel_once on invoices ("cancelledBy") where "cancelledBy" is not null;
    drop index invoices_once_order;
    create unique index invoices_once_order on invoices ("orderId")
      where kind = 'invoice' and "paymentId" is null and "refundId" is null and "cancelledBy" is null;
    drop index invoices_once_payment;
    create unique index invoices_once_payment on invoices ("paymentId")
      where kind = 'invoice' and "paymentId" is not null and "cancelledBy" is null;
    drop index invoices_once_refund;
    create unique index invoices_once_refund on invoices ("refundId")
      where kind = 'credit_note' and "refundId" is not null and "cancelledBy" is null;
    create index invoices_by_refund on invoices ("refundId") where "refundId" is not null;
  `)
    .execute(db);
}
