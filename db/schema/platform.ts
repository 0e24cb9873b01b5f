import type { Generated } from "kysely";
import type { Json, At, AtOrNull, OrNull, Default, Count } from "./columns.ts";

/** The audit trail, the timeline, the outbox: written in the transaction that did the command. */
export interface FactsTable {
  id: string;
  seq: Generated<number>;
  kind: string;
  at: At;
  actorId: OrNull<string>;
  actorRole: string;
  orderId: OrNull<string>;
  subjectId: OrNull<string>;
  /** FactData of the kind: `asFact` of platform/server/core/facts.ts gives it its type. */
  data: Json<Record<string, unknown>>;
}

export interface MailTable {
  id: string;
  seq: Generated<number>;
  /** Unique: the same email is never sent twice. */
  key: string;
  to: string;
  subject: string;
  html: string;
  text: string;
  kind: string;
  status: Default<"waiting" | "sending" | "sent" | "failed">;
  /** Since when a worker has it in hand; another may take it when that was long ago. */
  claimedAt: AtOrNull;
  /** Where one click unsubscribes from emails of this kind; null where nobody can (sign-in, security). */
  unsubscribeUrl: OrNull<string>;
  attempts: Count;
  failure: OrNull<string>;
  createdAt: At;
  sentAt: AtOrNull;
}

export interface DemoClockTable {
  id: number;
  offsetMs: number;
}

/** One row where this database holds the demo world. */
export interface DemoWorldTable {
  id: number;
  madeAt: Date;
}
