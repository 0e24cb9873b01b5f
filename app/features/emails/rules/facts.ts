import type {} from "#app/platform/rules/core/fact.ts";

type TemplateFact = { draftId: string; email: string; language: string };

declare module "#app/platform/rules/core/fact.ts" {
  interface FactData {
    "email_template.saved": TemplateFact;
    "email_template.proposed": TemplateFact & { reason: string };
    "email_template.approved": TemplateFact & { version: number; reason: string };
    "email_template.declined": TemplateFact & { uid: string; reason: string };
    /** Its drafter took it back or discarded it. */
    "email_template.withdrawn": TemplateFact & { what: "taken back" | "discarded" };
  }
}
