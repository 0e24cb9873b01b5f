import type { Selectable } from "kysely";
import type { StyleEntriesTable } from "#db/schema.ts";
import { conflict } from "#app/platform/rules/core/errors.ts";
import { isId, newId } from "#app/platform/rules/core/ids.ts";
import { type Reader, type Tx, database, json, lockName } from "#app/platform/server/core/database.ts";
import { type Decision, SHEET_LIMITS, inOrder, isSame, merge, termKey } from "../rules/entry.ts";

export type EntryRow = Selectable<StyleEntriesTable>;
/** Who decided, when, and on which order. */
type By = { role: EntryRow["role"]; byId: string | null; orderId: string | null; at: Date };

/** Serializes changes of one author's sheet, or of one order's. */
export const lockSheet = (tx: Tx, of: string): Promise<void> => lockName(tx, `style-sheet:${of}`);

/** Whose sheet an id means: an organization's, or else an author's. */
const columnOf = (ownerId: string) => (isId("organization", ownerId) ? "organizationId" : "ownerId");

/** The entries of an author's or an organization's sheet, in no order. */
export const sheetRows = (db: Reader, ownerId: string) =>
  db.selectFrom("style_entries").selectAll().where(columnOf(ownerId), "=", ownerId).where("state", "=", "kept");

/** The entries of an author's or an organization's sheet, A to Z. */
export const sheetOf = async (ownerId: string, db: Reader = database()): Promise<EntryRow[]> =>
  (await sheetRows(db, ownerId).execute()).toSorted(inOrder);

/** Decisions of accepted orders that contradict the sheet, oldest first. */
export const conflictsOf = (ownerId: string, db: Reader = database()): Promise<EntryRow[]> =>
  db
    .selectFrom("style_entries")
    .selectAll()
    .where("ownerId", "=", ownerId)
    .where("state", "=", "conflict")
    .orderBy("at")
    .orderBy("id")
    .limit(200)
    .execute();

/** What was replaced or removed, newest first. */
export const historyOf = (ownerId: string, db: Reader = database()): Promise<EntryRow[]> =>
  db
    .selectFrom("style_entries")
    .selectAll()
    .where(columnOf(ownerId), "=", ownerId)
    .where("state", "=", "past")
    .orderBy("endedAt", "desc")
    .orderBy("id", "desc")
    .limit(100)
    .execute();

/** Deletes a sheet with its history. Call with the sheet locked. */
export async function dropSheet(tx: Tx, ownerId: string): Promise<void> {
  await tx.deleteFrom("style_entries").where(columnOf(ownerId), "=", ownerId).execute();
}

/** What was decided on an order that isn't accepted yet, in its order. */
export const decisionRows = (db: Reader, orderId: string) =>
  db.selectFrom("style_entries").selectAll().where("orderId", "=", orderId).where("state", "=", "open").orderBy("at");

export const decisionsOf = (orderId: string, db: Reader = database()): Promise<EntryRow[]> =>
  decisionRows(db, orderId).execute();

const values = (state: EntryRow["state"], ownerId: string | null, it: Decision, by: By) => ({
  id: newId("style"),
  ...(ownerId !== null && { [columnOf(ownerId)]: ownerId }),
  state,
  part: it.part,
  key: it.key,
  form: it.form,
  others: json(it.others),
  note: it.note,
  role: by.role,
  byId: by.byId,
  orderId: by.orderId,
  at: by.at,
});

const end = (tx: Tx, ids: readonly string[], at: Date) =>
  ids.length === 0
    ? Promise.resolve()
    : tx.updateTable("style_entries").set({ state: "past", endedAt: at }).where("id", "in", ids).execute();

/** Puts entries on an author's or an organization's sheet. Each replaces what decided the same thing. Call with the sheet locked. */
export async function keep(tx: Tx, ownerId: string, decided: readonly Decision[], by: By): Promise<number> {
  const kept = await sheetOf(ownerId, tx);
  const replaced = new Set<string>();
  const added: Decision[] = [];
  for (const one of decided) {
    const own = kept.filter((other) => isSame(other, one));
    if (own.some((other) => other.form === one.form && other.note === one.note && sameForms(other, one))) continue;
    for (const other of own) replaced.add(other.id);
    const again = added.findIndex((other) => isSame(other, one));
    if (again >= 0) added.splice(again, 1);
    added.push(one);
  }
  if (kept.length - replaced.size + added.length > SHEET_LIMITS.entries)
    throw conflict(
      "sheet_full",
      `A style sheet can have up to ${SHEET_LIMITS.entries.toLocaleString("en-US")} entries.`,
      "Remove some first.",
    );
  await end(tx, [...replaced], by.at);
  if (added.length > 0)
    await tx
      .insertInto("style_entries")
      .values(added.map((one) => values("kept", ownerId, one, by)))
      .execute();
  return added.length;
}

const sameForms = (a: { others: readonly string[] }, b: { others: readonly string[] }): boolean =>
  a.others.toSorted().join("\n") === b.others.toSorted().join("\n");

/** Decides something on an order, in place of what was decided before. Call with the order's sheet locked. */
export async function decideOn(tx: Tx, orderId: string, it: Decision, by: By): Promise<void> {
  const before = (await decisionsOf(orderId, tx)).filter((other) => isSame(other, it));
  if (before.some((other) => other.form === it.form && other.role === by.role)) return;
  await end(
    tx,
    before.map((one) => one.id),
    by.at,
  );
  await tx
    .insertInto("style_entries")
    .values(values("open", null, it, { ...by, orderId }))
    .execute();
}

/** Takes back what was decided on an order. */
export async function undecide(tx: Tx, orderId: string, key: string, at: Date): Promise<void> {
  const rows = await decisionsOf(orderId, tx);
  await end(
    tx,
    rows.filter((one) => one.key === key || one.others.some((other) => termKey(other) === key)).map((one) => one.id),
    at,
  );
}

/**
 * An accepted order's decisions go to its author's sheet: new ones are added, and those that contradict it wait for the
 * author. Safe to repeat.
 */
export async function keepDecisions(tx: Tx, ownerId: string, orderId: string, at: Date): Promise<void> {
  await lockSheet(tx, ownerId);
  const decided = await decisionsOf(orderId, tx);
  const { added, same, conflicts } = merge(await sheetOf(ownerId, tx), decided);
  const move = (rows: readonly EntryRow[], state: "kept" | "conflict" | "past") =>
    rows.length === 0
      ? Promise.resolve()
      : tx
          .updateTable("style_entries")
          .set({ state, ownerId, endedAt: state === "past" ? at : null })
          .where(
            "id",
            "in",
            rows.map((one) => one.id),
          )
          .execute();
  await move(added, "kept");
  await move(same, "past");
  await move(
    conflicts.map((one) => one.decided),
    "conflict",
  );
}
