import type {} from "#app/platform/rules/core/fact.ts";
import type { Level } from "#app/features/pricing/rules/editor-pay.ts";
import type { DocumentKind } from "./kyc/kyc.ts";

declare module "#app/platform/rules/core/fact.ts" {
  interface FactData {
    /** An editor's matching settings changed. `becameReady`: this change completed the settings. */
    "editor.matching_changed": { editorId: string; matchReady: boolean; becameReady: boolean; changed: string[] };
    /**
     * "record": raised by the rule. "admin": fixed at `to`. "lifted": the rule decides again. `from` and `to` can be
     * the same.
     */
    "editor.level_changed": {
      editorId: string;
      from: Level;
      to: Level;
      by: "record" | "admin" | "lifted";
      reason: string;
      /**
       * The new level's share at that time, in basis points. Facts from before shares were under the policy don't name
       * it.
       */
      shareBp?: number;
    };
    /**
     * Editors' pay will change, or won't after all because the version was canceled. `changes` are in the policy's
     * words.
     */
    "editor.pay_changes": { editorId: string; version: number; changes: string[]; effectiveAt: string | null };
    "editor.pay_stays": { editorId: string; version: number; changes: string[]; effectiveAt: string | null };
    /** No new invites until then, or until an admin resumes them. */
    "editor.paused": { editorId: string; until: string | null; reason: string };
    "editor.resumed": { editorId: string };
    /** A blocked editor still has orders in progress. */
    "editor.orders_stranded": { editorId: string; orders: number };
    "editor.confidentiality_signed": { editorId: string; version: string };
    "editor.public_page": { editorId: string; shown: boolean };
    /** `again`: details were there before and have changed. */
    "kyc.details_saved": { uid: string; again: boolean };
    "kyc.details_confirmed": { uid: string };
    "kyc.details_deleted": { uid: string };
    "kyc.signed": { uid: string; documentId: string; version: string; sha256: string };
    "kyc.submitted": { uid: string; documentId: string; kind: DocumentKind; name: string };
    "kyc.review_started": { uid: string; documentId: string; kind: DocumentKind };
    /** "revoked": an approval was withdrawn. */
    "kyc.decided": {
      uid: string;
      documentId: string;
      kind: DocumentKind;
      decision: "approved" | "needs_info" | "rejected" | "revoked";
      note: string;
    };
    /** `again`: a reminder. */
    "kyc.requested": { uid: string; kinds: DocumentKind[]; note: string; again: boolean };
    "kyc.request_withdrawn": { uid: string; kind: DocumentKind };
    /** Staff opened a file, or the legal details. */
    "kyc.opened": { uid: string; what: DocumentKind | "details"; documentId: string | null; fileId: string | null };
    /** What just became possible: new invites, or payouts. */
    "kyc.cleared": { uid: string; work: boolean; pay: boolean };
    "kyc.expiring": { uid: string; documentId: string; kind: DocumentKind; days: number; expiresOn: string };
    /** `renewed`: a newer one is already approved. */
    "kyc.expired": { uid: string; documentId: string; kind: DocumentKind; renewed: boolean };
    "kyc.reminded": { uid: string };
    "kyc.file_deleted": { uid: string; documentId: string; fileId: string };
    "application.sample_started": { uid: string; sampleId: string };
    /** `again`: after staff asked for more. */
    "application.submitted": { uid: string; name: string; again?: boolean };
    "application.asked": { uid: string; note: string };
    "application.file_opened": { uid: string; fileId: string; kind: "cv" | "degree" };
    "application.decided": { uid: string; decision: "approved" | "declined"; note: string };
  }
}
