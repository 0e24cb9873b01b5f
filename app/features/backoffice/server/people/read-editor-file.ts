import { sql } from "kysely";
import { CURRENCY, formatMoney } from "#app/platform/rules/core/money.ts";
import { database } from "#app/platform/server/core/database.ts";
import { factWords } from "#app/platform/server/core/facts.ts";
import { type LevelStanding, earnedLevel, nextLevel } from "#app/features/editors/rules/levels.ts";
import { getEditorStanding } from "#app/features/orders/server/editor-record/get-editor-standing.ts";
import { OPEN_WITH_EDITOR, type OrderStatus } from "#app/features/orders/rules/flow.ts";
import { findPendingBank } from "#app/features/payouts/server/bank/bank-changes.ts";
import type { Level } from "#app/features/pricing/rules/editor-pay.ts";
import { levelsAt } from "#app/features/editors/server/read-level-policy.ts";
import { auditLine } from "../../rules/audit/audit-line.ts";
import type { EditorOrder, EditorFile } from "./editor-file.ts";

/** How many rows each section shows; the lists show the rest. */
export const MOST = 25;
const NOTICES_SHOWN = 15;
/** Orders whose facts can appear in the history. */
const TRACED = 50;

export async function ordersOf(uid: string, current: boolean, now: Date): Promise<EditorOrder[]> {
  const open: OrderStatus[] = [...OPEN_WITH_EDITOR, "on_hold", "disputed"];
  const rows = await database()
    .selectFrom("orders")
    .select([
      "id",
      "number",
      "title",
      "status",
      "billableWords",
      "editorDueAt",
      "revisionDueAt",
      "deliveredAt",
      "submittedAt",
    ])
    .where("assignedTo", "=", uid)
    .where("status", current ? "in" : "not in", open)
    .orderBy(
      current
        ? sql`coalesce("revisionDueAt", "editorDueAt") asc nulls last`
        : sql`coalesce("deliveredAt", "updatedAt") desc`,
    )
    .orderBy("id")
    .limit(current ? 100 : MOST)
    .execute();
  return rows.map((o) => {
    const due = (current ? o.revisionDueAt : null) ?? o.editorDueAt;
    const handedIn = ["submitted", "second_reading", "qa_review"].includes(o.status);
    return {
      id: o.id,
      number: o.number,
      title: o.title || "Untitled manuscript",
      status: o.status as OrderStatus,
      words: o.billableWords,
      dueAt: due,
      deliveredAt: o.deliveredAt,
      late: current
        ? !handedIn && due !== null && due < now
        : o.submittedAt !== null && o.editorDueAt !== null && o.submittedAt > o.editorDueAt,
    };
  });
}

export async function trailOf(uid: string): Promise<EditorFile["trail"]> {
  // The latest orders only, so that a long past costs nothing.
  const own = sql`(select id from orders where "assignedTo" = ${uid} order by "assignedAt" desc nulls last
    limit ${TRACED})
    union (select "orderId" from invites where "editorId" = ${uid} order by "sentAt" desc limit ${TRACED})`;
  const { rows } = await sql<{
    id: string;
    kind: string;
    at: Date;
    data: Record<string, unknown>;
    orderId: string | null;
    who: string | null;
    number: string | null;
    currency: string | null;
  }>`
    select f.id, f.kind, f.at, f.data, f."orderId", u."displayName" as who, o.number, o.currency
    from (
      (select * from facts where "subjectId" = ${uid} and kind <> 'access.person_viewed' order by seq desc
        limit ${MOST})
      union (select * from facts where "orderId" in (${own}) and data->>'editorId' = ${uid} order by seq desc
        limit ${MOST})
    ) f left join users u on u.uid = f."actorId" left join orders o on o.id = f."orderId" order by f.seq desc
    limit ${NOTICES_SHOWN}`.execute(database());
  return rows.map((f) => ({
    id: f.id,
    at: f.at,
    ...auditLine(factWords(), f, (minor) => formatMoney(minor, f.currency ?? CURRENCY)),
    who: f.who,
    orderId: f.orderId,
    number: f.number,
  }));
}

export async function pendingBankOf(uid: string, now: Date): Promise<EditorFile["pendingBank"]> {
  const pending = await findPendingBank(uid, now);
  return pending && { account: pending.account, createdAt: pending.createdAt, expired: pending.expired };
}

export async function levelStanding(
  e: { uid: string; level: string; levelFixedAt: Date | null; levelFixedReason: string | null },
  now: Date,
): Promise<LevelStanding> {
  const record = await getEditorStanding(e.uid, now);
  const level = e.level as Level;
  const policy = await levelsAt(now);
  return {
    level,
    fixed: e.levelFixedAt && { at: e.levelFixedAt, reason: e.levelFixedReason ?? "" },
    earned: earnedLevel("trial", record, policy),
    next: nextLevel(level, record, policy),
    qaMean: record.qaMean,
    qaRead: record.qaRead,
  };
}
