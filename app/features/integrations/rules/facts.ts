import type {} from "#app/platform/rules/core/fact.ts";
import type { Scope } from "./scopes.ts";

declare module "#app/platform/rules/core/fact.ts" {
  interface FactData {
    "api_key.created": { uid: string; keyId: string; name: string; scopes: Scope[] };
    "api_key.revoked": { uid: string; keyId: string; name: string };
  }
}
