import type { OwnerKind } from "#app/features/integrations/rules/owner.ts";
import type { Scope } from "#app/features/integrations/rules/scopes.ts";
import type { At, AtOrNull, Json, OrNull } from "./columns.ts";

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
