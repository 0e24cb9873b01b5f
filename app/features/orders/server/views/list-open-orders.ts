import { sql } from "kysely";
import type { OpenOrder } from "#app/features/editors/rules/editor-for-matching.ts";
import type { Service } from "#app/features/pricing/rules/policy.ts";
import type { EnglishVariant } from "#app/features/pricing/rules/taxonomy.ts";
import { type Reader, database } from "#app/platform/server/core/database.ts";
import { wordsLeft } from "../../rules/draft/editor-shares.ts";
import { OPEN_WITH_EDITOR } from "../../rules/flow.ts";
import { untakenDueAt } from "../../rules/deadline/unassigned-due.ts";

/**
 * The query of these editors' open work: orders they have accepted and not delivered yet, and orders whose words they
 * keep until an editor takes them.
 * @param but an order that isn't counted, because it's the one being asked about
 */
export const openOrdersOf = (db: Reader, uids: readonly string[], but: string | null = null) =>
  db
    .selectFrom("orders")
    .select([
      "assignedTo as editorId",
      "id as orderId",
      "billableWords",
      "keptBp",
      "deliveredAt",
      "editorDueAt",
      "revisionDueAt",
      "takeoverDueAt",
      "dueAt",
      "windowMs",
      "status",
      "service",
      "field",
      "variant",
      "secondReader",
      sql<string[] | null>`null::jsonb`.as("notFor"),
    ])
    .where("assignedTo", "in", uids)
    .where("status", "in", OPEN_WITH_EDITOR)
    .unionAll(
      db
        .selectFrom("order_reservations as r")
        .innerJoin("orders as o", "o.id", "r.orderId")
        .select([
          "r.editorId",
          "r.orderId",
          "o.billableWords",
          "o.keptBp",
          "o.deliveredAt",
          "o.editorDueAt",
          "o.revisionDueAt",
          "o.takeoverDueAt",
          "o.dueAt",
          "o.windowMs",
          "o.status",
          "o.service",
          "o.field",
          "o.variant",
          "o.secondReader",
          sql<string[] | null>`r."notFor"`.as("notFor"),
        ])
        .where("r.editorId", "in", uids)
        .where("o.status", "in", ["paid", "awaiting_payment"])
        .where("r.orderId", "<>", but ?? ""),
    );
type Row = Awaited<ReturnType<ReturnType<typeof openOrdersOf>["execute"]>>[number];

/** Open orders by editor. A revision is at most a twentieth of an order, so it counts as an order but uses no words. */
export function openOrdersBy(rows: readonly Row[], now: Date): ReadonlyMap<string, readonly OpenOrder[]> {
  const open = new Map<string, OpenOrder[]>();
  for (const row of rows) {
    const of = open.get(row.editorId!) ?? [];
    open.set(row.editorId!, of);
    of.push(row.notFor === null ? taken(row, now) : kept(row, row.notFor, now));
  }
  return open;
}

function taken(row: Row, now: Date): OpenOrder {
  const revision = row.status.includes("revision");
  return {
    words: revision ? 0 : row.billableWords,
    editorDueAt: (revision ? row.revisionDueAt : row.editorDueAt) ?? now,
  };
}

function kept(row: Row, notFor: readonly string[], now: Date): OpenOrder {
  const order = { words: wordsLeft(row), editorDueAt: untakenDueAt(row, now) };
  return {
    ...order,
    untaken: {
      ...order,
      orderId: row.orderId,
      service: row.service as Service,
      subfield: row.field ?? "",
      variant: row.variant as EnglishVariant,
      notFor,
    },
  };
}

/** The open orders of these editors, by editor. @param but as in `openOrdersOf` */
export const listOpenOrders = async (
  uids: readonly string[],
  now: Date,
  db: Reader = database(),
  but: string | null = null,
): Promise<ReadonlyMap<string, readonly OpenOrder[]>> =>
  uids.length === 0 ? new Map() : openOrdersBy(await openOrdersOf(db, uids, but).execute(), now);
