import type { Reader } from "#app/platform/server/core/database.ts";

export type MoneyLine = {
  id: string;
  at: string;
  memo: string;
  lines: { account: string; party: string | null; amountMinor: number; currency: string }[];
};
export type OrderMoney = {
  /** Each journal entry with its lines, oldest first. */
  entries: MoneyLine[];
  earnings: {
    editorName: string;
    amountMinor: number;
    currency: string;
    status: string;
    reviewId: string | null;
    part: string;
  }[];
};

/** The queries of an order's money: the lines of its journal, and the earnings it made. */
export const orderMoneyQueries = (db: Reader, orderId: string) => ({
  journal: db
    .selectFrom("journal_entries as j")
    .innerJoin("journal_lines as l", "l.entryId", "j.id")
    .leftJoin("users as u", "u.uid", "l.party")
    .select(["j.id", "j.at", "j.memo", "l.account", "l.party", "l.amountMinor", "l.currency", "u.displayName"])
    .where("j.orderId", "=", orderId)
    .orderBy("j.seq")
    .orderBy("l.line"),
  earnings: db
    .selectFrom("earnings as e")
    .innerJoin("users as u", "u.uid", "e.editorId")
    .select(["u.displayName as editorName", "e.amountMinor", "e.currency", "e.status", "e.reviewId", "e.part"])
    .where("e.orderId", "=", orderId)
    .orderBy("e.id"),
});
type Queries = ReturnType<typeof orderMoneyQueries>;
type Found = { [K in keyof Queries]: Awaited<ReturnType<Queries[K]["execute"]>> };

/** An order's money as staff read it. */
export function orderMoneyView({ journal, earnings }: Found): OrderMoney {
  const entries = new Map<string, MoneyLine>();
  for (const r of journal) {
    const entry = entries.get(r.id) ?? { id: r.id, at: r.at.toISOString(), memo: r.memo, lines: [] };
    entry.lines.push({
      account: r.account,
      party: r.displayName ?? (r.party || null),
      amountMinor: r.amountMinor,
      currency: r.currency,
    });
    entries.set(r.id, entry);
  }
  return { entries: [...entries.values()], earnings };
}
