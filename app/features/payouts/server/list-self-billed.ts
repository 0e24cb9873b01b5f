import { database } from "#app/platform/server/database.ts";

export type SelfBilledRow = { id: string; number: string; issuedAt: string; totalMinor: number; currency: string; runNumber: string; payoutStatus: string; paidAt: string | null; earnings: number };

/** An editor's self-billed invoices, newest first: one for each payout, with what became of it. */
export async function listSelfBilled(uid: string): Promise<SelfBilledRow[]> {
  const rows = await database()
    .selectFrom("invoices as i")
    .innerJoin("payouts as p", "p.id", "i.payoutId")
    .innerJoin("payout_runs as r", "r.id", "p.runId")
    .select(["i.id", "i.number", "i.issuedAt", "i.totalMinor", "i.currency", "r.number as runNumber", "p.status as payoutStatus", "p.paidAt"])
    .select((eb) => eb.selectFrom("earnings as e").select((e) => e.fn.countAll<number>().as("n")).whereRef("e.payoutId", "=", "p.id").as("earnings"))
    .where("i.ownerId", "=", uid)
    .where("i.kind", "=", "self_billed")
    .orderBy("i.issuedAt", "desc")
    .orderBy("i.id", "desc")
    .limit(500)
    .execute();
  return rows.map((r) => ({ ...r, issuedAt: r.issuedAt.toISOString(), paidAt: r.paidAt?.toISOString() ?? null, earnings: r.earnings ?? 0 }));
}
