import type {} from "#app/platform/rules/fact.ts";

declare module "#app/platform/rules/fact.ts" {
  interface FactData {
    "message.posted": { messageId: string; authorRole: string };
    "query.asked": { messageId: string; blocking: boolean };
    "query.answered": { messageId: string; queryId: string };
    "query.reminded": { messageId: string; hours: number };
  }
}
