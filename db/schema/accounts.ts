import type { ColumnType, Generated } from "kysely";
import type { ImportedAs } from "#app/features/accounts/server/people/import-account.ts";
import type { Json, JsonOrNull, At, AtOrNull, Count, OrNull, Default, Flag } from "./columns.ts";

/** The profile of the specification: who somebody is for the business. Keyed by the sign-in service's uid. */
export interface UsersTable {
  uid: string;
  displayName: string;
  email: string;
  role: Default<"client" | "editor" | "admin">;
  isAdmin: Flag;
  isEditor: Flag;
  timeZone: OrNull<string>;
  /** The language they want emails in, where there are words in it. Null for English. */
  emailLanguage: OrNull<string>;
  /** Buyer's details for invoices: name, address, country, VAT id. */
  billing: JsonOrNull<Record<string, unknown>>;
  createdAt: At;
}

/** An id of another system, and the account that it was imported as. */
export interface ImportedAccountsTable {
  /** Other systems count clients and editors apart, so an id is known by its kind. */
  kind: Default<ImportedAs>;
  externalId: string;
  uid: string;
  /** Whether the import made the account, or found one with the address. */
  created: boolean;
  importedAt: At;
}

/** A row of an import that's running, gone when it's done. */
export interface ImportRowsTable {
  importId: string;
  line: number;
  data: Json<Record<string, string>>;
}

export interface ClientEditorsTable {
  userId: string;
  editorId: string;
  kind: "preferred" | "backup" | "blocked";
  createdAt: At;
}

/** A person's acceptance of a legal document: which version, and what they were doing. Never changed. */
export interface LegalAcceptancesTable {
  uid: string;
  document: string;
  version: string;
  context: string;
  acceptedAt: At;
  /** The words that were accepted, in `legal_texts`. Null for what was accepted before they were kept. */
  textSha256: OrNull<string>;
}

/**
 * The exact words of a legal document that somebody accepted, once for everyone who accepted the same. Never changed.
 */
export interface LegalTextsTable {
  /** Of the title and the body. */
  sha256: string;
  document: string;
  version: string;
  title: string;
  /** Markdown with the figures and names of that moment. */
  body: string;
}

/** A version of a legal document that admins wrote, or the draft of one. Those in the repository aren't here. */
export interface LegalVersionsTable {
  id: string;
  document: string;
  /** Null until it's approved. */
  version: OrNull<string>;
  status: "draft" | "proposed" | "approved" | "canceled" | "discarded";
  /** Markdown with figures by name. */
  body: string;
  /** What changed, for readers. */
  summary: Default<string>;
  /** Whether account holders are told before it takes effect. */
  announce: Flag;
  /** The figures on approval, for one that the policy no longer has. */
  figures: ColumnType<Record<string, string>, string | undefined, string>;
  /** The version it was made from. */
  basedOn: string;
  revertedFrom: OrNull<string>;
  /** Counts saves, to keep anyone from overwriting or approving a text they haven't seen. */
  revision: Count;
  reason: Default<string>;
  /** When it takes effect. Null if that's on approval. */
  effectiveAt: AtOrNull;
  draftedBy: string;
  draftedAt: At;
  proposedAt: AtOrNull;
  decidedBy: OrNull<string>;
  decidedAt: AtOrNull;
  decisionNote: OrNull<string>;
  /** What account holders were told with. */
  announcementId: OrNull<string>;
  /** When the product noticed that it's in effect. */
  tookEffectAt: AtOrNull;
}

/** Staff view the product as a client or editor. By the real clock, like sessions. */
export interface ImpersonationsTable {
  id: string;
  /** The session it belongs to; null once that has ended. */
  sessionId: OrNull<string>;
  staffId: string;
  uid: string;
  readOnly: boolean;
  category: string;
  /** Written by the person who did it; for staff only. */
  reason: string;
  startedAt: At;
  endsAt: At;
  endedAt: AtOrNull;
}

/** The sign-in service's tables, with only the columns that other code reads. */
export interface AuthUserTable {
  id: string;
  name: string;
  email: string;
  emailVerified: boolean;
  image: string | null;
  claims: ColumnType<
    { admin?: boolean; editor?: boolean; support?: boolean } | null,
    string | null | undefined,
    string | null
  >;
  /** IANA name from the browser at sign-up, stored until the profile is created with the verified address. */
  timeZone: string | null;
  twoFactorEnabled: Generated<boolean>;
  /** When the account was disabled, and why. */
  disabledAt: AtOrNull;
  disabledReason: OrNull<string>;
  createdAt: Date;
  updatedAt: Date;
}

export interface AuthSessionTable {
  id: string;
  userId: string;
  token: string;
  expiresAt: Date;
  createdAt: Date;
  userAgent: string | null;
  /** When its owner last proved who they are: at sign-in, or when a page asked again. */
  provedAt: ColumnType<Date, Date | undefined, Date>;
  /** Accurate to a few minutes. */
  lastSeenAt: ColumnType<Date, Date | undefined, Date>;
}

export interface AuthAccountTable {
  id: string;
  accountId: string;
  providerId: string;
  userId: string;
  password: string | null;
  createdAt: Date;
  updatedAt: Date;
}

export interface AuthVerificationTable {
  id: string;
  identifier: string;
  value: string;
  expiresAt: Date;
}

/**
 * Counts attempts: `key` says what and by whom, hashed; `lastRequest` is when the count started, in epoch milliseconds.
 */
export interface AuthRateLimitTable {
  id: string;
  key: string;
  count: number;
  lastRequest: number;
}

/**
 * The secret of a person's authenticator app, and their backup codes, both encrypted. Until `verified`, it was shown
 * but not yet confirmed with a code.
 */
export interface AuthTwoFactorTable {
  id: string;
  userId: string;
  secret: string;
  backupCodes: string;
  verified: boolean;
  failedVerificationCount: Generated<number>;
  lockedUntil: AtOrNull;
  createdAt: At;
}

export interface AuthPasskeyTable {
  id: string;
  userId: string;
  name: string | null;
  publicKey: string;
  credentialID: string;
  counter: number;
  deviceType: string;
  backedUp: boolean;
  transports: string | null;
  createdAt: Date;
  aaguid: string | null;
}

/** Used second-factor codes, hashed, to accept each only once. */
export interface AuthUsedCodeTable {
  userId: string;
  hash: string;
  usedAt: Date;
}

/** A browser in which somebody has signed in: a keyed hash of its cookie, never the cookie itself. */
export interface AuthDeviceTable {
  uid: string;
  deviceHash: string;
  firstSeenAt: Generated<Date>;
  lastSeenAt: ColumnType<Date, Date | undefined, Date>;
}

/** Staff's notes about a person, for each other. */
export interface PersonNotesTable {
  id: string;
  uid: string;
  authorId: string;
  body: string;
  clientKey: string;
  createdAt: At;
}

/** One person's named list filters. */
export interface SavedViewsTable {
  id: string;
  uid: string;
  list: string;
  name: string;
  search: string;
  isDefault: Generated<boolean>;
  createdAt: Date;
}
