import { type RawBuilder, sql } from "kysely";
import type { Person } from "#app/platform/rules/core/actor.ts";
import { may } from "#app/platform/rules/core/duties.ts";
import { type Search, searchRows } from "#app/platform/server/lists/search.ts";

/** Whether a row of `invoices` has an e-invoice. @param table its alias in the query */
export const hasXml = (table: string): RawBuilder<boolean> =>
  sql<boolean>`coalesce(${sql.ref(`${table}.document`)} ? 'electronic', false)`;

export type InvoiceFound = {
  id: string;
  kind: "invoice" | "credit_note" | "self_billed";
  number: string;
  orderId: string | null;
  ownerId: string;
  buyer: string;
  totalMinor: number;
  currency: string;
  issuedAt: Date;
};

/**
 * Finds invoices, credit notes, and self-billed invoices by number, and for who keeps the money by buyer. They see all, and others
 * their own.
 */
export function findInvoices(person: Person, search: Search): Promise<InvoiceFound[]> {
  const all: boolean = may(person, "money");
  return searchRows<InvoiceFound>(search, {
    select: sql`x.id, x.kind, x.number, x."orderId", x."ownerId", coalesce(x.document #>> '{buyer,name}', '')
      as buyer, x."totalMinor", x.currency, x."issuedAt"`,
    table: sql`invoices`,
    id: sql`x.id`,
    where: all
      ? []
      : [
          sql`x."ownerId" = ${person.uid}`,
          // Their page is an editor's.
          ...(person.isEditor ? [] : [sql`x.kind <> 'self_billed'`]),
        ],
    words: sql`fold_words(x.number || ' ' || coalesce(x.document #>> '{buyer,name}', ''))`,
    newest: sql`x.id desc`,
    wide: all,
  });
}
