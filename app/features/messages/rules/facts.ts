import type {} from "#app/platform/rules/fact.ts";

declare module "#app/platform/rules/fact.ts" {
  interface FactData {
    "message.posted": { messageId: string; authorRole: string };
    "query.asked": { messageId: string; blocking: boolean };
    "query.answered": { messageId: string; queryId: string };
    /** Somebody has seen the thread to its end. */
    "thread.read": { uid: string; role: string };
    /** Author or editor ask for our staff on their order's thread, and staff have dealt with it. */
    "thread.staff_asked": { messageId: string; role: string };
    "thread.staff_done": Record<string, never>;
    "thread.assigned": { assigneeId: string | null };
    "query.reminded": { messageId: string; hours: number };
  }
}
