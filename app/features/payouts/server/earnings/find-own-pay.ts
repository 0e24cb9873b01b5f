import { type Actor, uidOf } from "#app/platform/rules/core/actor.ts";
import { database } from "#app/platform/server/core/database.ts";
import { explainEarning } from "../../rules/explain-earning.ts";
import { soldReaderShare } from "./reader-share.ts";

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;
/** The most payouts of one order that an editor sees. */
const MOST = 50;

/**
 * The reader's own earnings with an order, and each payout that paid them or came back, oldest first, in one statement.
 */
export async function ownPayOf(actor: Actor, orderId: string) {
  const uid = uidOf(actor);
  if (uid === null) return [];
  const rows = await database()
    .selectFrom("earnings as e")
    .innerJoin("orders as o", "o.id", "e.orderId")
    .select(soldReaderShare())
    .leftJoin("payout_items as pi", "pi.earningId", "e.id")
    .leftJoin("payouts as p", (on) => on.onRef("p.id", "=", "pi.payoutId").on("p.status", "<>", "cancelled"))
    .leftJoin("payout_runs as r", "r.id", "p.runId")
    .leftJoin("invoices as i", (on) => on.onRef("i.payoutId", "=", "p.id").on("i.kind", "=", "self_billed"))
    .select(["e.id", "e.status", "e.part", "e.amountMinor", "e.basisMinor", "e.shareBp", "e.reason", "e.currency"])
    .select([
      "e.createdAt",
      "e.availableAt",
      "p.id as payoutId",
      "p.status as payoutStatus",
      "p.paidAt",
      "p.returnedAt",
    ])
    .select(["p.returnCode", "r.number as run", "r.sentAt", "i.id as invoiceId", "i.number as invoiceNumber"])
    .where("e.orderId", "=", orderId)
    .where("e.editorId", "=", uid)
    .orderBy("e.createdAt")
    .orderBy("e.id")
    .orderBy("p.createdAt")
    .limit(MOST)
    .execute();
  return [...new Set(rows.map((r) => r.id))].map((id) => {
    const own = rows.filter((r) => r.id === id);
    const [e] = own as [(typeof rows)[number]];
    return {
      id,
      status: e.status,
      part: e.part,
      amountMinor: e.amountMinor,
      currency: e.currency,
      how: explainEarning(e),
      at: e.createdAt.toISOString(),
      availableAt: iso(e.availableAt),
      payouts: own.flatMap((r) =>
        r.payoutId && r.payoutStatus && r.run
          ? [
              {
                id: r.payoutId,
                status: r.payoutStatus,
                run: r.run,
                sentAt: iso(r.sentAt),
                paidAt: iso(r.paidAt),
                returnedAt: iso(r.returnedAt),
                returnCode: r.returnCode,
                invoice: r.invoiceId && r.invoiceNumber ? { id: r.invoiceId, number: r.invoiceNumber } : null,
              },
            ]
          : [],
      ),
    };
  });
}
export type OwnPay = Awaited<ReturnType<typeof ownPayOf>>[number];
