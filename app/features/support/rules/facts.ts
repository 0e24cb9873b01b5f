import type {} from "#app/platform/rules/fact.ts";
import type { ContactTopic } from "./contact-message.ts";

declare module "#app/platform/rules/fact.ts" {
  interface FactData {
    // About a message by its id alone: facts are kept for good, what people wrote is not.
    "contact.received": { topic: ContactTopic };
    "contact.read": Record<string, never>;
    "contact.closed": Record<string, never>;
    "contact.reopened": Record<string, never>;
  }
}
