import { sql } from "kysely";
import type {
  EditorForMatching,
  EditorSettings,
  OrderForMatching,
} from "#app/features/editors/rules/editor-for-matching.ts";
import { findEditorSettings, inField, isReady } from "#app/features/editors/server/find-editor-settings.ts";
import { listOpenOrders } from "#app/features/orders/server/views/list-open-orders.ts";
import { DAY, after } from "#app/platform/rules/core/time.ts";
import { type Reader, database } from "#app/platform/server/core/database.ts";
import { findEditorRecords } from "./find-editor-records.ts";

/** How many editors are evaluated per order: those with the best records in its field, then others. The rest can find it in the open pool. */
const JUDGED = { qualified: 80, others: 20 };
/** How many an admin may choose from manually. */
export const CHOSEN_FROM = { qualified: 200, others: 100 };

/** Matching data of these editors: settings, open orders, record, and whether the client blocked them. */
async function complete(
  settings: readonly EditorSettings[],
  clientUid: string | null,
  now: Date,
  db: Reader,
): Promise<EditorForMatching[]> {
  const uids = settings.map((e) => e.uid);
  if (uids.length === 0) return [];
  const open = await listOpenOrders(uids, now, db);
  const records = await findEditorRecords(uids, db);
  const recent = await db
    .selectFrom("orders")
    .select(["assignedTo", sql<number>`sum("billableWords")::int`.as("words")])
    .where("assignedTo", "in", uids)
    .where("assignedAt", ">", after(now, -7 * DAY))
    .groupBy("assignedTo")
    .execute();
  const words = new Map(recent.map((r) => [r.assignedTo, r.words]));
  const blocked = new Set(
    clientUid === null
      ? []
      : (
          await db
            .selectFrom("client_editors")
            .select("editorId")
            .where("userId", "=", clientUid)
            .where("kind", "=", "blocked")
            .where("editorId", "in", uids)
            .execute()
        ).map((b) => b.editorId),
  );
  return settings.map((e) => ({
    ...e,
    openOrders: open.get(e.uid) ?? [],
    recentWords: words.get(e.uid) ?? 0,
    stats: records(e.uid),
    blockedByClient: blocked.has(e.uid),
  }));
}

/** Matching data of one editor, or null if not an editor. @param clientUid the order's client, if any */
export async function findEditorForMatching(
  uid: string,
  clientUid: string | null,
  now: Date,
  db: Reader = database(),
): Promise<EditorForMatching | null> {
  return (await complete(await findEditorSettings([uid], db), clientUid, now, db))[0] ?? null;
}

/**
 * The editors evaluated for an order: the best records among those ready and in its field, some others, and always those in `also` (already invited
 * or preferred). The number doesn't grow with the total number of editors.
 */
export async function listEditorsForMatching(
  order: Pick<OrderForMatching, "orderId" | "clientUid" | "subfield">,
  also: readonly string[],
  now: Date,
  db: Reader = database(),
  atMost: typeof JUDGED = JUDGED,
): Promise<EditorForMatching[]> {
  const qualified = await db
    .selectFrom("editors as e")
    .leftJoin("editor_records as r", "r.editorId", "e.uid")
    .select("e.uid")
    .where(isReady)
    .where(inField(order.subfield || null))
    .orderBy("r.quality", (o) => o.desc().nullsLast())
    .orderBy("e.uid")
    .limit(atMost.qualified)
    .execute();
  const others = await db
    .selectFrom("editors as e")
    .select("e.uid")
    .where((eb) => eb.not(eb.and([isReady, inField(order.subfield || null)])))
    .orderBy("e.uid")
    .limit(atMost.others)
    .execute();
  const uids = [...new Set([...qualified.map((e) => e.uid), ...others.map((e) => e.uid), ...also])];
  return complete(await findEditorSettings(uids, db), order.clientUid, now, db);
}
