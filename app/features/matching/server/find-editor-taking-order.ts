import type {
  EditorForMatching,
  EditorSettings,
  OrderForMatching,
} from "#app/features/editors/rules/editor-for-matching.ts";
import { hasRoom } from "#app/features/editors/rules/free-words.ts";
import { findPlan } from "#app/features/editors/rules/plan.ts";
import { findEditorSettings } from "#app/features/editors/server/find-editor-settings.ts";
import { FROM_THE_TOP, listReadyEditors } from "#app/features/orders/server/lifecycle/list-ready-editors.ts";
import { lockCapacity, moveReservations } from "#app/features/orders/server/lifecycle/reserve-editor.ts";
import type { CommandContext } from "#app/platform/server/core/command.ts";
import { complete, findEditorForMatching } from "./list-editors-for-matching.ts";
import { asUntaken } from "./order-for-matching.ts";

/** How many editors are considered for each order whose words have to move. */
const OTHERS = 24;

/**
 * The editor who is about to take an order, while everyone else has to wait. Words that this editor only keeps for
 * other orders are first moved to other editors, if all of them can be. Lock the order first.
 * @returns null if not an editor
 */
export async function findEditorTakingOrder(
  ctx: CommandContext,
  order: OrderForMatching,
  editorId: string,
): Promise<EditorForMatching | null> {
  const { tx, now } = ctx;
  await lockCapacity(tx);
  const editor = await findEditorForMatching(editorId, order.clientUid, now, tx, order.orderId);
  const kept = editor?.openOrders.flatMap((o) => o.untaken ?? []) ?? [];
  if (!editor || kept.length === 0 || hasRoom(editor, order.words, order.editorDueAt, now)) return editor;

  const others = new Map<string, EditorSettings>();
  for (const { service, subfield, variant } of kept) {
    const ready = await listReadyEditors({ subfield, variant, clientUid: null }, [FROM_THE_TOP(service)], OTHERS, tx);
    for (const e of ready.get(service)!) others.set(e.uid, e);
  }
  // The editor who kept the words for this order now has room for another.
  const keeper = await tx
    .selectFrom("order_reservations")
    .select("editorId")
    .where("orderId", "=", order.orderId)
    .executeTakeFirst();
  if (keeper) for (const e of await findEditorSettings([keeper.editorId], tx)) others.set(e.uid, e);
  others.delete(editor.uid);
  const pool = [editor, ...(await complete([...others.values()], null, now, tx, order.orderId))];
  const plan = findPlan(asUntaken(order), pool, now, { only: editor.uid });
  if (!plan) return editor;
  await moveReservations(tx, plan.moves);
  return { ...editor, openOrders: editor.openOrders.filter((o) => !o.untaken) };
}
