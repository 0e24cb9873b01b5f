import type { OwnerKind } from "#app/features/integrations/rules/owner.ts";
import type { Scope } from "#app/features/integrations/rules/scopes.ts";
import type { FeedKind } from "#app/features/integrations/rules/calendar-feed.ts";
import type { Attempt, EventPayload } from "#app/features/integrations/rules/webhook.ts";
import type { AlertType, WebhookFormat } from "#app/features/integrations/rules/alerts.ts";
import type { EventType } from "#app/features/integrations/rules/events.ts";
import type { At, AtOrNull, Count, Default, Json, OrNull } from "./columns.ts";

/** A key with which a program acts for its owner. */
export interface ApiKeysTable {
  id: string;
  ownerKind: OwnerKind;
  ownerId: string;
  name: string;
  scopes: Json<Scope[]>;
  /** sha-256 of the key, which nobody can read again. */
  hash: string;
  /** How the key begins and ends, so that its owner can tell it from others. */
  prefix: string;
  lastFour: string;
  createdAt: At;
  expiresAt: AtOrNull;
  lastUsedAt: AtOrNull;
  revokedAt: AtOrNull;
}

/** A program's write, by its Idempotency-Key, and our answer once there is one. */
export interface ApiRequestsTable {
  ownerKind: OwnerKind;
  ownerId: string;
  key: string;
  /** sha-256 of the method, the path, and the body. */
  fingerprint: string;
  /** By the real clock. */
  startedAt: At;
  status: OrNull<number>;
  /** Encrypted, because answers say what a person ordered. */
  answer: OrNull<Buffer>;
}

/** Where somebody's events are sent. */
export interface WebhookEndpointsTable {
  id: string;
  ownerKind: OwnerKind;
  ownerId: string;
  url: string;
  description: string;
  /** What it's told: events if programs read it, alerts if people do. */
  events: Json<(EventType | AlertType)[]>;
  format: Default<WebhookFormat>;
  /** Local hours between which alerts aren't sent; null for none. */
  quietFrom: OrNull<number>;
  quietTo: OrNull<number>;
  /** Encrypted: what its signatures are made with, and until when also with the one before. */
  secret: Buffer;
  previousSecret: OrNull<Buffer>;
  previousUntilAt: AtOrNull;
  status: "active" | "paused" | "removed";
  /** Attempts that failed since the last that didn't, and since when. */
  failures: Count;
  failingSinceAt: AtOrNull;
  /** After failures, nothing is sent before this. */
  waitUntilAt: AtOrNull;
  pausedAt: AtOrNull;
  createdAt: At;
}

/** Something that happened, as programs are told. */
export interface WebhookEventsTable {
  id: string;
  ownerKind: OwnerKind;
  ownerId: string;
  /** An event type of its time, or "webhook.test". */
  type: string;
  /** Null for a test. */
  factId: OrNull<string>;
  payload: Json<EventPayload>;
  createdAt: At;
}

/** An event on its way to an endpoint. */
export interface WebhookDeliveriesTable {
  id: string;
  endpointId: string;
  eventId: string;
  status: "pending" | "delivered" | "failed" | "held";
  attempts: Count;
  log: Json<Attempt[]>;
  createdAt: At;
  nextAt: AtOrNull;
  endedAt: AtOrNull;
}

/** A calendar that somebody subscribes to. Replacing its link gives it another id. */
export interface CalendarFeedsTable {
  id: string;
  uid: string;
  kind: FeedKind;
  createdAt: At;
  lastReadAt: AtOrNull;
}
