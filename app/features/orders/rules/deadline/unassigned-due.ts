/** When the editor of an order that isn't taken yet would have to submit. */
import { editorDueFrom } from "#app/features/pricing/rules/deadlines.ts";
import { after } from "#app/platform/rules/core/time.ts";

/**
 * The deadline that an editor's words are kept for. Until it's paid, an order is due as if it were paid now. Expert
 * orders are always reviewed before delivery, so the time for that is subtracted. An order that is taken over late has
 * its own deadline. For other orders it depends on the editor who takes them. The second reader's time is subtracted as
 * well.
 */
export const untakenDueAt = (
  order: {
    dueAt: Date | null;
    revisionDueAt: Date | null;
    takeoverDueAt: Date | null;
    windowMs: number;
    service: string | null;
    secondReader: boolean;
  },
  now: Date,
): Date =>
  order.takeoverDueAt ??
  order.revisionDueAt ??
  editorDueFrom(
    order.dueAt ?? after(now, order.windowMs),
    order.windowMs,
    order.service === "expert",
    order.secondReader,
  );
