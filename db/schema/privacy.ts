import type { DataRequestKind, DataRequestStatus } from "#app/features/privacy/rules/data-request.ts";
import type { At, AtOrNull, Default, OrNull } from "./columns.ts";

/** Somebody's request about their own data, and the result. */
export interface DataRequestsTable {
  id: string;
  uid: string;
  kind: DataRequestKind;
  status: DataRequestStatus;
  /** The person's text, and staff's answer. */
  reason: Default<string>;
  note: Default<string>;
  createdAt: At;
  /** The deadline by law and our privacy policy. */
  dueAt: At;
  remindedAt: AtOrNull;
  decidedBy: OrNull<string>;
  decidedAt: AtOrNull;
  doneAt: AtOrNull;
  /** For an export: where it's stored, encrypted, and until when. */
  storageKey: OrNull<string>;
  bytes: OrNull<number>;
  expiresAt: AtOrNull;
}
