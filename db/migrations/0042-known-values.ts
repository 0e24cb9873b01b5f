import { type Kysely, sql } from "kysely";

/** Columns that hold one of a few words hold nothing else: what a state may be is no longer the code's word alone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [table, column, values] of COLUMNS)
    await sql`alter table ${sql.table(table)} add constraint ${sql.id(`${table}_${column}_known`)}
      check (${sql.ref(column)} in (${sql.join(values.split(" ").map((value) => sql.lit(value)))}))`.execute(db);
}

const ORDER_STATES =
  "draft quoted awaiting_payment paid assigned in_progress awaiting_client submitted qa_review changes_required delivered accepted revision_requested in_revision closed expired cancelled refunded disputed on_hold";
const LEVELS = "trial standard senior lead";

const COLUMNS = [
  ["orders", "status", ORDER_STATES],
  ["orders", "heldFrom", ORDER_STATES],
  ["editors", "kycStatus", "not_started submitted in_review needs_info approved rejected expired"],
  ["files", "purpose", "source working reference tracked clean answered letter attachment"],
  ["files", "state", "stored counting counted refused"],
  ["upload_reservations", "purpose", "source reference tracked letter attachment"],
  ["submissions", "status", "open stopped submitted delivered changes_required released"],
  ["qa_reviews", "status", "waiting passed failed"],
  ["qa_reviews", "reason", "trial expert sample unread_format"],
  ["invites", "status", "sent accepted declined expired lost withdrawn"],
  ["messages", "authorRole", "client editor support admin system"],
  ["payments", "status", "starting open succeeded expired failed"],
  ["refunds", "status", "requested sent succeeded failed"],
  [
    "journal_lines",
    "account",
    "provider bank deferred_revenue revenue discounts tax_payable refunds editor_cost editor_pending editor_available editor_in_payout provider_fees goodwill",
  ],
  ["invoices", "kind", "invoice credit_note self_billed"],
  ["earnings", "status", "pending available in_payout paid returned reversed"],
  ["earnings", "level", LEVELS],
  ["payout_runs", "status", "prepared approved sent settled cancelled"],
  ["payouts", "status", "prepared approved paid returned cancelled"],
  ["mail", "status", "waiting sending sent failed"],
] as const;
