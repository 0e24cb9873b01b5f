import type {} from "#app/platform/rules/core/fact.ts";
import type { ImpersonationCategory } from "./impersonation.ts";
import type { LegalDocument } from "./legal.ts";
import type { Claims } from "#app/platform/rules/core/actor.ts";

declare module "#app/platform/rules/core/fact.ts" {
  interface FactData {
    "account.opened": { uid: string };
    "account.verified": { uid: string };
    /** Names of the changed fields, never their values. */
    "account.profile_changed": { uid: string; changed: string[] };
    /** The official service was asked about a person's VAT ID. `requestId` is its proof that it was asked. */
    "account.vat_checked": { uid: string; answer: "valid" | "invalid" | "unavailable"; requestId: string | null };
    /** An author's list of editors changed. `kind` is null if the editor was removed. */
    "account.editor_listed": { uid: string; editorId: string; kind: "preferred" | "backup" | "blocked" | null };
    /** `announced`: the person is told by what led to it. */
    "account.roles_changed": {
      uid: string;
      before: Claims;
      after: Claims;
      reason: string;
      announced?: boolean;
    };
    /** Staff wrote a note about a person. */
    "account.noted": { uid: string; noteId: string };
    "account.note_removed": { uid: string; noteId: string };
    "account.disabled": { uid: string; reason: string };
    "account.enabled": { uid: string; reason: string };
    "account.email_changed": { uid: string };
    /** Emails to a person's address bounce or were reported as spam, so no more are sent there. */
    "account.emails_stopped": { uid: string; reason: "bounce" | "complaint" };
    /** An address gets emails again. `uid` is null for one without an account. */
    "account.emails_resumed": { uid: string | null; by: "staff" | "owner"; reason: string };
    "account.password_changed": { uid: string };
    "account.second_factor": { uid: string; what: "on" | "off" | "codes" };
    "legal.draft_started": { document: LegalDocument; revertsTo: string | null };
    /** How many paragraphs the save added and removed, and which other fields it changed. */
    "legal.draft_saved": { document: LegalDocument; added: number; removed: number; fields: string[] };
    /** `effectiveOn` is a day, or null for as soon as it's approved. */
    "legal.proposed": {
      draftId: string;
      document: LegalDocument;
      summary: string;
      reason: string;
      effectiveOn: string | null;
    };
    "legal.taken_back": { draftId: string; document: LegalDocument };
    "legal.declined": { draftId: string; document: LegalDocument; reason: string };
    "legal.discarded": { draftId: string; document: LegalDocument };
    /** `announced`: whether account holders are told. */
    "legal.approved": {
      document: LegalDocument;
      version: string;
      summary: string;
      reason: string;
      effectiveAt: string;
      draftedBy: string;
      announced: boolean;
    };
    "legal.canceled": { document: LegalDocument; version: string; reason: string };
    "legal.took_effect": { document: LegalDocument; version: string };
    /** Staff opened a person's page, which shows contact data. */
    "access.person_viewed": { uid: string; page: "client" | "editor" | "account" };
    /** Staff downloaded a list as a file. `filters` names the filters that were set, never the search text. */
    "access.list_exported": { list: string; filters: string[] };
    /** Staff began to view the product as this person. `reason` is for staff. */
    "account.impersonated": {
      uid: string;
      impersonationId: string;
      category: ImpersonationCategory;
      reason: string;
      readOnly: boolean;
      endsAt: string;
    };
    "account.impersonation_ended": {
      uid: string;
      impersonationId: string;
      staffId: string;
      why: "ended" | "time" | "signed_out" | "staff" | "person";
    };
    /** An account at an identity provider was connected or disconnected. `provider` is its label. */
    "account.provider": { uid: string; what: "connected" | "disconnected"; provider: string };
    "account.passkey": { uid: string; what: "added" | "renamed" | "removed" };
  }
}
