import { sql } from "kysely";
import type { CommandContext } from "#app/platform/server/core/command.ts";
import type { Reader, Tx } from "#app/platform/server/core/database.ts";
import { accountsNamed } from "#app/features/accounts/server/people/import-account.ts";
import type { PastOrderColumn } from "../../rules/past-orders.ts";

/** A past order as an import has it: all text, "" for nothing. Days are ISO dates, the amount is in minor units. */
export type ImportedOrder = Readonly<Record<PastOrderColumn, string>>;

/** How many rows one statement asks about or writes. */
const AT_ONCE = 1_000;

/** The rows as they'd be stored, whether each is stored already, and those whose client nobody is. */
async function compare(db: Reader, orders: readonly ImportedOrder[]) {
  const named = (all: readonly string[]) => [...new Set(all.filter((it) => it !== ""))];
  const clients = await accountsNamed(db, "client", named(orders.map((it) => it.client)));
  const editors = await accountsNamed(db, "editor", named(orders.map((it) => it.editorId)));
  const stored = await db
    .selectFrom("past_orders")
    .selectAll()
    .where("externalId", "in", ["", ...orders.map((it) => it.externalId)])
    .execute();
  const before = new Map(stored.map((row) => [row.externalId, row]));
  return orders.map((it) => {
    const userId = clients.get(it.client);
    if (userId === undefined) return { done: "unknown" as const, row: null };
    const row = {
      externalId: it.externalId,
      userId,
      editorId: editors.get(it.editorId) ?? null,
      editorName: it.editor,
      title: it.title,
      service: it.service,
      words: it.words === "" ? null : Number(it.words),
      amountMinor: it.amount === "" ? null : Number(it.amount),
      currency: it.currency || null,
      orderedOn: it.orderedOn,
      deliveredOn: it.deliveredOn || null,
    };
    const there = before.get(it.externalId);
    const same = there && (Object.keys(row) as (keyof typeof row)[]).every((key) => row[key] === there[key]);
    return { done: !there ? ("created" as const) : same ? ("before" as const) : ("found" as const), row };
  });
}

/** For each order, what an import would do: "found" is here, but says something else. */
export async function lookAtPastOrders(db: Reader, orders: readonly ImportedOrder[]) {
  const done: ("created" | "found" | "before" | "unknown")[] = [];
  for (let at = 0; at < orders.length; at += AT_ONCE)
    done.push(...(await compare(db, orders.slice(at, at + AT_ONCE))).map((it) => it.done));
  return done;
}

/**
 * Stores orders of another system as records, once for each of its ids. A file with corrected lines corrects them.
 * Orders of clients who aren't here are left out.
 */
export async function importPastOrders({ tx, now }: CommandContext, orders: readonly ImportedOrder[]): Promise<void> {
  const rows = (await compare(tx, orders)).flatMap(({ done, row }) => (row && done !== "before" ? [row] : []));
  if (rows.length === 0) return;
  await tx
    .insertInto("past_orders")
    .values(rows.map((row) => ({ ...row, importedAt: now })))
    .onConflict((c) =>
      c
        .column("externalId")
        .doUpdateSet(
          Object.fromEntries([...Object.keys(rows[0]!), "importedAt"].map((key) => [key, sql.ref(`excluded.${key}`)])),
        ),
    )
    .execute();
}

/** Deletes the past orders of an erased person, and their name from those they edited. */
export async function forgetPastOrders(tx: Tx, uid: string): Promise<void> {
  await tx.deleteFrom("past_orders").where("userId", "=", uid).execute();
  await tx.updateTable("past_orders").set({ editorId: null, editorName: "" }).where("editorId", "=", uid).execute();
}
