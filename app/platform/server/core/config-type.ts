/** The process's settings as the code reads them. */
import type { ReceivingAccounts } from "./settings/receiving-accounts.ts";
import type { SignInProvider } from "../../rules/core/sign-in-provider.ts";
import type { Origins } from "../../rules/requests/origins.ts";

export type Config = {
  port: number;
  dataDir: string;
  databaseUrl: string;
  dbPool: number;
  /**
   * Whether the demo users, the mailbox page, the card sandbox and the movable clock exist. Never with an external
   * database.
   */
  demo: boolean;
  /** A restored copy for practice: it answers people, but sends nothing, calls no service, and runs no jobs. */
  drill: boolean;
  /** The demo users' password; only needed for a demo. */
  demoPassword: string | null;
  production: boolean;
  secret: string;
  /**
   * Encryption keys for personal documents, by version. They exist only in the configuration, never in the database or
   * with the files.
   */
  sealingKeys: ReadonlyMap<number, Uint8Array>;
  /** How many years an editor's approved documents are kept after the last payout. */
  kycRetentionYears: number;
  origins: Origins;
  siteName: string;
  /** Forms that bots target require a proof of work from the browser. */
  humanCheck: boolean;
  /**
   * Who answers visitors on public pages: our own desk, nobody (the chat bubble then links to the contact form), or
   * another provider's script, restricted to its `origins`.
   */
  liveChat: { kind: "self" } | { kind: "off" } | { kind: "embed"; script: string; origins: readonly string[] };
  /**
   * Whether sign-in and password reset reveal that an address is unknown. Off by default, as it should be for public
   * sites.
   */
  tellApart: boolean;
  password: {
    minLength: number;
    /** Undefined if the operator sets no maximum. */
    maxLength?: number;
    lowercase: boolean;
    uppercase: boolean;
    numeric: boolean;
    nonAlphanumeric: boolean;
  };
  stripe: { secretKey: string; webhookSecret: string; apiBase: string | null };
  /** The EU's VAT ID service, and its timeout. */
  vies: { url: string; timeoutMs: number };
  mail: {
    smtpUrl: string | null;
    from: string;
    /** Where bounce messages go; null for the sender's own address. */
    returnPath: string | null;
    /** Replies by email; null if they aren't received. */
    inbound: { domain: string; secret: string } | null;
    /** The receiving mail server's name in its Authentication-Results; null if its results aren't believed. */
    authservId: string | null;
    /** The address whose emails open tickets, in lower case; null if there is none. */
    support: string | null;
    /** The SNS topics through which Amazon SES reports bounces and complaints. */
    sesTopics: readonly string[];
    postmarkSecret: string | null;
  };
  /** The maximum total size of stored files in bytes; null if only the disk limits it. */
  storageBudget: number | null;
  s3: { bucket: string; region: string; endpoint: string | null; accessKeyId: string; secretAccessKey: string } | null;
  /** The account editors are paid from. Its holder is the company (`findCompany`). */
  debtor: {
    iban: string;
    bic: string;
    /** The US bank that takes ACH files; null if US editors are paid by cross-border transfer. */
    ach: { bankName: string; routingNumber: string; companyId: string } | null;
  };
  /** The accounts that buyers transfer to, by currency; in any other, it's the debtor's. */
  receivingAccounts: ReceivingAccounts;
  /** The identity providers people can sign in with instead of a password, in the order of their buttons. */
  providers: readonly SignInProvider[];
  /** Hosts inside the operator's network at which organizations may have their identity provider. */
  insideProviders: readonly string[];
  log: "silent" | "error" | "info";
  /** The region reported for calls. */
  region: string;
  /** Origins of push services in addition to those of the known browsers. */
  pushServices: readonly string[];
  /** Calls need a token that only our own pages can get. Off by default. */
  integrityCheck: boolean;
};
