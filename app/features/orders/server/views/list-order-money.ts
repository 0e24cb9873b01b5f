import type { Actor } from "#app/platform/rules/core/actor.ts";
import { isStaff } from "#app/platform/rules/core/actor.ts";
import { refused } from "#app/platform/rules/core/errors.ts";
import { database } from "#app/platform/server/core/database.ts";

export type MoneyLine = {
  id: string;
  at: string;
  memo: string;
  lines: { account: string; party: string | null; amountMinor: number; currency: string }[];
};

/** An order's money for staff: each journal entry with its lines, oldest first, and the earnings it made. */
export async function listOrderMoney(
  actor: Actor,
  orderId: string,
): Promise<{
  entries: MoneyLine[];
  earnings: { editorName: string; amountMinor: number; currency: string; status: string }[];
}> {
  if (!isStaff(actor)) throw refused("Only staff can see an order's journal.");
  const db = database();
  const rows = await db
    .selectFrom("journal_entries as j")
    .innerJoin("journal_lines as l", "l.entryId", "j.id")
    .leftJoin("users as u", "u.uid", "l.party")
    .select([
      "j.id",
      "j.at",
      "j.memo",
      "j.seq",
      "l.line",
      "l.account",
      "l.party",
      "l.amountMinor",
      "l.currency",
      "u.displayName",
    ])
    .where("j.orderId", "=", orderId)
    .orderBy("j.seq")
    .orderBy("l.line")
    .execute();
  const entries = new Map<string, MoneyLine>();
  for (const r of rows) {
    const entry = entries.get(r.id) ?? { id: r.id, at: r.at.toISOString(), memo: r.memo, lines: [] };
    entry.lines.push({
      account: r.account,
      party: r.displayName ?? (r.party || null),
      amountMinor: r.amountMinor,
      currency: r.currency,
    });
    entries.set(r.id, entry);
  }
  const earnings = await db
    .selectFrom("earnings as e")
    .innerJoin("users as u", "u.uid", "e.editorId")
    .select(["u.displayName as editorName", "e.amountMinor", "e.currency", "e.status"])
    .where("e.orderId", "=", orderId)
    .orderBy("e.id")
    .execute();
  return { entries: [...entries.values()], earnings };
}
