import type {} from "#app/platform/rules/core/fact.ts";

declare module "#app/platform/rules/core/fact.ts" {
  interface FactData {
    /** An editor's matching settings changed. `becameReady`: this change completed the settings. */
    "editor.matching_changed": { editorId: string; matchReady: boolean; becameReady: boolean; changed: string[] };
    "editor.confidentiality_signed": { editorId: string; version: string };
    "editor.public_page": { editorId: string; shown: boolean };
    "application.submitted": { uid: string; name: string };
    "application.decided": { uid: string; decision: "approved" | "declined"; note: string };
  }
}
