import { PAY_CURRENCY } from "#app/platform/rules/core/money.ts";
import { qaOfOrder } from "#app/features/orders/server/read-qa.ts";
import type { Person } from "#app/platform/rules/core/actor.ts";
import { database } from "#app/platform/server/core/database.ts";
import type { EditorForMatching } from "#app/features/editors/rules/editor-for-matching.ts";
import {
  READER_LEVELS,
  readerPay,
  readingDueAt,
  takeRefusal,
} from "#app/features/orders/rules/review/second-reading.ts";
import { type Order, findOrder, quotedPrice } from "#app/features/orders/server/views/find-order.ts";
import { readerEligibility } from "../../rules/reader-eligibility.ts";
import { findExcludedReaders } from "./invite-readers.ts";
import { complete, findEditorForMatching } from "../list-editors-for-matching.ts";
import { matchingDataOf } from "../order-for-matching.ts";
import { payOfOrder } from "#app/features/pricing/server/read-pricing.ts";

const SHOWN = 50;

/** A second reading that an editor may take. Never a title, a name, or a file. */
export type ReadingOffer = {
  key: string;
  /** Null if it's open to everyone who qualifies. */
  inviteId: string | null;
  readingId: string;
  number: string;
  service: string;
  field: string;
  words: number;
  payMinor: number;
  currency: string;
  expiresAt: Date | null;
  /** When the first editor's work is expected, or null once it's submitted. */
  fromAt: Date | null;
  dueAt: Date;
};

const offerOf = (
  order: Order,
  it: { inviteId: string | null; readingId: string; payMinor: number; expiresAt: Date | null },
): ReadingOffer => ({
  key: it.inviteId ?? it.readingId,
  inviteId: it.inviteId,
  readingId: it.readingId,
  number: order.number,
  service: order.service ?? "",
  field: order.field ?? "",
  words: order.billableWords,
  payMinor: it.payMinor,
  currency: PAY_CURRENCY,
  expiresAt: it.expiresAt,
  fromAt: order.status === "second_reading" ? null : order.editorDueAt,
  dueAt: readingDueAt(order)!,
});

/**
 * The second readings that an editor is invited to, soonest to expire first, then those that are open to them. Empty
 * below senior.
 * @param known the editor's matching data, if it has been read
 */
export async function listReadingOffers(
  person: Pick<Person, "uid">,
  now: Date,
  known?: EditorForMatching | null,
): Promise<ReadingOffer[]> {
  const db = database();
  const editor = known === undefined ? await findEditorForMatching(person.uid, null, now, db) : known;
  if (!editor || !READER_LEVELS.includes(editor.level)) return [];
  const invites = await db
    .selectFrom("reading_invites")
    .selectAll()
    .where("editorId", "=", person.uid)
    .where("status", "=", "sent")
    .where("expiresAt", ">", now)
    .orderBy("expiresAt")
    .limit(SHOWN)
    .execute();
  const offers: ReadingOffer[] = [];
  for (const { id: inviteId, readingId, orderId, payMinor, expiresAt } of invites) {
    const order = await findOrder(orderId, db);
    if (order && !takeRefusal(order, now)) offers.push(offerOf(order, { inviteId, readingId, payMinor, expiresAt }));
  }
  const open = await db
    .selectFrom("second_readings as r")
    .innerJoin("orders as o", "o.id", "r.orderId")
    .selectAll("o")
    .select("r.id as readingId")
    .where("r.status", "=", "searching")
    .where("r.openAt", "is not", null)
    .orderBy("o.dueAt")
    .limit(SHOWN)
    .execute();
  for (const row of open) {
    const { readingId, ...order } = row as typeof row & Order;
    if (offers.some((it) => it.readingId === readingId) || takeRefusal(order, now)) continue;
    const [asked] = await complete([editor], order.userId, now, db, order.id);
    if (
      !readerEligibility(
        asked!,
        matchingDataOf(order, [], await qaOfOrder(order, db)),
        await findExcludedReaders(order, db),
        now,
      ).eligible
    )
      continue;
    const payMinor = readerPay(
      { price: quotedPrice(order), payBp: order.payBp },
      editor.level,
      await payOfOrder(order, db),
    );
    offers.push(offerOf(order, { inviteId: null, readingId, payMinor, expiresAt: null }));
  }
  return offers;
}
