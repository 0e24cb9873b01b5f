import type {} from "#app/platform/rules/core/fact.ts";
import type { FeedKind } from "./calendar-feed.ts";
import type { Scope } from "./scopes.ts";

declare module "#app/platform/rules/core/fact.ts" {
  interface FactData {
    /** `of` names an organization or a partner whose key it is, and `uids` who is told instead. */
    "api_key.created": {
      uid: string;
      keyId: string;
      name: string;
      scopes: Scope[];
      of?: string;
      uids?: string[];
      page?: string;
    };
    /** An address that events are sent to. `host` is all of it that's recorded. */
    "webhook.changed": {
      uid: string;
      endpointId: string;
      host: string;
      what: "created" | "changed" | "rotated" | "paused" | "resumed" | "removed";
    };
    /** It kept failing, so it's paused. */
    "webhook.failing": { uid: string; endpointId: string; host: string; failures: number; alerts?: boolean };
    "calendar.changed": { uid: string; calendar: FeedKind; what: "made" | "removed" };
    "api_key.revoked": { uid: string; keyId: string; name: string };
  }
}
