import { after } from "#app/platform/rules/core/time.ts";

/** The dates of an order that move while it's paused. */
export type Deadlines = {
  dueAt: Date | null;
  editorDueAt: Date | null;
  revisionDueAt: Date | null;
  autoAcceptAt: Date | null;
  revisionUntilAt: Date | null;
  revisionPromisedAt: Date | null;
  takeoverDueAt: Date | null;
  waitUntilAt: Date | null;
};

/** All deadlines later by `ms`. Unset ones stay unset. */
export function shiftDeadlines(order: Deadlines, ms: number): Deadlines {
  const later = (at: Date | null) => (at ? after(at, ms) : null);
  return {
    dueAt: later(order.dueAt),
    editorDueAt: later(order.editorDueAt),
    revisionDueAt: later(order.revisionDueAt),
    autoAcceptAt: later(order.autoAcceptAt),
    revisionUntilAt: later(order.revisionUntilAt),
    revisionPromisedAt: later(order.revisionPromisedAt),
    takeoverDueAt: later(order.takeoverDueAt),
    waitUntilAt: later(order.waitUntilAt),
  };
}
