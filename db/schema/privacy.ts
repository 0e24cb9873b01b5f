import type { DataRequestKind, DataRequestStatus } from "#app/features/privacy/rules/data-request.ts";
import type { At, AtOrNull, Default, OrNull } from "./columns.ts";

/** What somebody asked for about their own data, and what came of it. */
export interface DataRequestsTable {
  id: string;
  uid: string;
  kind: DataRequestKind;
  status: DataRequestStatus;
  /** What the person wrote, and what staff answered. */
  reason: Default<string>;
  note: Default<string>;
  createdAt: At;
  /** Done by then, as the law and our privacy policy say. */
  dueAt: At;
  remindedAt: AtOrNull;
  decidedBy: OrNull<string>;
  decidedAt: AtOrNull;
  doneAt: AtOrNull;
  /** Of an export: where it lies, encrypted, and until when. */
  storageKey: OrNull<string>;
  bytes: OrNull<number>;
  expiresAt: AtOrNull;
}
