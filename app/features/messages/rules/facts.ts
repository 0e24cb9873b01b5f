import type {} from "#app/platform/rules/core/fact.ts";

declare module "#app/platform/rules/core/fact.ts" {
  interface FactData {
    "message.posted": { messageId: string; authorRole: string };
    "query.asked": { messageId: string; blocking: boolean };
    "query.answered": { messageId: string; queryId: string };
    /** Someone has read the thread to its end. */
    "thread.read": { uid: string; role: string };
    /** The author or editor asked for staff on the order's thread, or staff handled it. */
    "thread.staff_asked": { messageId: string; role: string };
    "thread.staff_done": Record<string, never>;
    "thread.assigned": { assigneeId: string | null };
    "query.reminded": { messageId: string; hours: number };
  }
}
