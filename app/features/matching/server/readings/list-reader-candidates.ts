import { PAY_CURRENCY } from "#app/platform/rules/core/money.ts";
import { type Actor } from "#app/platform/rules/core/actor.ts";
import { may } from "#app/platform/rules/core/duties.ts";
import { refused } from "#app/platform/rules/core/errors.ts";
import { database } from "#app/platform/server/core/database.ts";
import { readerPay, takeRefusal } from "#app/features/orders/rules/review/second-reading.ts";
import { findReading } from "#app/features/orders/server/reading/lock-reading.ts";
import { type Order, quotedPrice } from "#app/features/orders/server/views/find-order.ts";
import { rankReaders } from "./invite-readers.ts";
import { payOfOrder } from "#app/features/pricing/server/read-pricing.ts";

/** An editor who can be an order's second reader, as an admin chooses one. */
export type ReaderCandidate = { uid: string; displayName: string; level: string; payMinor: number; currency: string };

/**
 * The editors an admin can choose as an order's second reader, best first. Empty where none is needed (anymore).
 * @throws refused
 */
export async function listReaderCandidates(actor: Actor, order: Order, now: Date): Promise<ReaderCandidate[]> {
  if (!may(actor, "orders")) throw refused("Only an admin can choose a second reader.");
  const db = database();
  if (!order.secondReader || !order.price || !order.assignedTo || takeRefusal(order, now)) return [];
  const reading = await findReading(order.id, db);
  if (reading && reading.status !== "searching") return [];
  const readers = await rankReaders(order, now, db);
  if (readers.length === 0) return [];
  const names = await db
    .selectFrom("users")
    .select(["uid", "displayName"])
    .where(
      "uid",
      "in",
      readers.map((r) => r.uid),
    )
    .execute();
  const pay = await payOfOrder(order, db);
  return readers.map(({ uid, level }) => ({
    uid,
    level,
    displayName: names.find((u) => u.uid === uid)?.displayName ?? uid,
    payMinor: readerPay({ price: quotedPrice(order), payBp: order.payBp }, level, pay),
    currency: PAY_CURRENCY,
  }));
}
