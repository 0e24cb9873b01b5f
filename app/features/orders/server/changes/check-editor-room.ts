import { freeWords } from "#app/features/editors/rules/free-words.ts";
import { findEditorSettings } from "#app/features/editors/server/find-editor-settings.ts";
import { conflict } from "#app/platform/rules/core/errors.ts";
import { after } from "#app/platform/rules/core/time.ts";
import type { CommandContext } from "#app/platform/server/core/command.ts";
import type { Order } from "../views/find-order.ts";
import { listOpenOrders } from "../views/list-open-orders.ts";

/**
 * Checks that an order's editor can finish it that much earlier, along with everything else they have to do.
 * @throws conflict no_room
 */
export async function checkEditorRoom(ctx: CommandContext, order: Order, earlierMs: number): Promise<void> {
  if (earlierMs <= 0) return;
  const [editor] = await findEditorSettings([order.assignedTo!], ctx.tx);
  if (!editor) return;
  const open = [...((await listOpenOrders([editor.uid], ctx.now, ctx.tx)).get(editor.uid) ?? [])];
  const own = open.findIndex(
    (o) =>
      !o.untaken &&
      o.words === order.billableWords &&
      o.editorDueAt.getTime() === (order.editorDueAt ?? ctx.now).getTime(),
  );
  if (own >= 0) open.splice(own, 1);
  const left = Math.max(0, order.billableWords - order.progressWords);
  if (freeWords({ ...editor, openOrders: open }, ctx.now, after(order.editorDueAt!, -earlierMs)) >= left) return;
  throw conflict(
    "no_room",
    "The editor doesn't have enough time free before this date.",
    "Choose a later date, or ask our staff for another editor.",
  );
}
