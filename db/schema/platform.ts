import type { Generated } from "kysely";
import type { ProblemData } from "#app/platform/server/requests/problem.ts";
import type { TaskState } from "#app/platform/rules/core/task.ts";
import type { Json, JsonOrNull, At, AtOrNull, OrNull, Default, Count } from "./columns.ts";

/** The audit trail, the timeline, the outbox: written in the command's transaction. */
export interface FactsTable {
  id: string;
  seq: Generated<number>;
  kind: string;
  at: At;
  actorId: OrNull<string>;
  actorRole: string;
  orderId: OrNull<string>;
  subjectId: OrNull<string>;
  /** FactData of the kind, typed by `asFact` of platform/server/core/facts.ts. */
  data: Json<Record<string, unknown>>;
  /** The staff member who did it in the actor's name. */
  impersonatorId: OrNull<string>;
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
  status: Default<"waiting" | "sending" | "sent" | "failed" | "bounced" | "complained" | "suppressed">;
  /** Since when a worker has been sending it. Another may take over if that was long ago. */
  claimedAt: AtOrNull;
  /** One-click unsubscribe URL for emails of this kind; null if they can't be unsubscribed from (sign-in, security). */
  unsubscribeUrl: OrNull<string>;
  attempts: Count;
  failure: OrNull<string>;
  createdAt: At;
  sentAt: AtOrNull;
  /** When we learned that it bounced or was reported as spam. */
  problemAt: AtOrNull;
  /** The mail provider's own id. */
  providerId: OrNull<string>;
  /** Where replies go: the key of a reply address. */
  replyToken: OrNull<string>;
  /** The id of the order or ticket whose conversation it belongs to. */
  thread: OrNull<string>;
}

export type MailSource = "smtp" | "ses" | "postmark" | "report";

/** A bounce or complaint, once per event. */
export interface MailEventsTable {
  id: string;
  /** Unique: an event that's delivered twice counts once. */
  key: string;
  kind: "bounce" | "soft_bounce" | "complaint";
  source: MailSource;
  /** In lower case. */
  address: string;
  mailId: OrNull<string>;
  /** What the mail server said. */
  detail: Default<string>;
  at: At;
}

/** Addresses that get no email. A removed entry stays, with who removed it and why. */
export interface MailSuppressionsTable {
  id: string;
  /** In lower case; unique among those not removed. */
  address: string;
  reason: "bounce" | "complaint";
  source: MailSource;
  detail: Default<string>;
  createdAt: At;
  /** When the person was told; null until then. */
  announcedAt: AtOrNull;
  removedAt: AtOrNull;
  removedBy: OrNull<string>;
  removedReason: Default<string>;
}

/** A thread and the person who may reply to it by email: an order or a ticket, an account or a visitor's address. */
export interface MailReplyAddressesTable {
  token: string;
  orderId: OrNull<string>;
  ticketId: OrNull<string>;
  uid: OrNull<string>;
  address: OrNull<string>;
  createdAt: At;
}

/** Emails that arrived, by a hash of their Message-ID: each is handled once. */
export interface InboundEmailsTable {
  id: string;
  outcome: "posted" | "refused" | "ignored" | "report" | "opened" | "held";
  reason: Default<string>;
  at: At;
  /** The conversation it became part of, its sender's address in lower case, and its Message-ID: emails refer to it. */
  thread: OrNull<string>;
  address: OrNull<string>;
  messageId: OrNull<string>;
}

/**
 * Emails that wait until somebody confirms by a link that they wrote them: replies and messages to support whose sender
 * isn't proved, and first messages of strangers.
 */
export interface HeldEmailsTable {
  id: string;
  inboundId: string;
  /** In lower case. */
  address: string;
  name: Default<string>;
  /** What SPF, DKIM, and DMARC say about the sender. */
  proof: "passed" | "none" | "failed";
  subject: string;
  /** Emptied once it's confirmed. */
  body: string;
  /** Its files aren't stored, only counted. */
  files: Count;
  /** The conversation it was sent to; both are null for a message to support. */
  orderId: OrNull<string>;
  ticketId: OrNull<string>;
  /** The account it would be written by; null for a visitor. */
  uid: OrNull<string>;
  messageId: OrNull<string>;
  inReplyTo: OrNull<string>;
  createdAt: At;
  confirmedAt: AtOrNull;
  /** The ticket it was added to or has opened. */
  becameTicketId: OrNull<string>;
}

/**
 * Live events that were committed but not sent yet. Unlogged: empty after a database crash, when every listener
 * reloads.
 */
export interface LiveOutboxTable {
  id: Generated<number>;
  /** The NOTIFY payload: topics, a space, and the event. */
  payload: string;
}

export interface DemoClockTable {
  id: number;
  offsetMs: number;
}

/** One row if this database contains the demo world. */
export interface DemoWorldTable {
  id: number;
  madeAt: Date;
}

/** A known value, encrypted with one version of the configured keys. */
export interface EncryptionChecksTable {
  version: number;
  sealed: Buffer;
  createdAt: Default<Date>;
}

/** Long work that is done in steps, with how far it got. */
export interface TasksTable {
  id: string;
  kind: string;
  /** What it's about, such as a payout run. Each has one running task of a kind. */
  subjectId: string;
  /** Null once their account is erased. */
  startedBy: OrNull<string>;
  input: Json<unknown>;
  state: Default<TaskState>;
  done: Count;
  total: number;
  /** Why it failed. */
  problem: JsonOrNull<ProblemData>;
  result: JsonOrNull<unknown>;
  startedAt: At;
  movedAt: At;
  endedAt: AtOrNull;
}
