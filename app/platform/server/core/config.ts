import { createHmac } from "node:crypto";
import { z } from "zod";
import { type Origins, appOriginOf } from "../../rules/core/origins.ts";
import { processWide } from "./process-wide.ts";

/** The process's settings, read from the environment once. Nothing else reads `process.env`. */
const Flag = z.enum(["0", "1"]).transform((v) => v === "1");
const Url = z.url().transform((v) => v.replace(/\/$/, ""));
/** Scheme, name and port, as a browser writes them. */
const Origin = z
  .string()
  .refine(
    (v) => /^https?:\/\/[^/?#@\s]+\/?$/.test(v) && URL.canParse(v),
    "must be a URL without a path, e.g. https://app.example.org",
  )
  .transform((v) => new URL(v).origin);

/** A script's URL: absolute, and over TLS unless it's on this machine, where tests use a fake. */
const Script = z
  .string()
  .refine((v) => URL.canParse(v) && isSecureOrLocal(v), "must be self, off or the https URL of a third-party script");
/**
 * What a content security policy may contain: scheme and host, with at most a wildcard as the first label. Nothing that
 * could end the directive.
 */
const CSP_SOURCE = /^(?:https:\/\/(?:\*\.)?[a-z0-9.-]+|http:\/\/(?:localhost|127\.0\.0\.1))(?::\d+)?$/i;
const Sources = z
  .string()
  .transform((v) =>
    v
      .split(/[,\s]+/)
      .filter((it) => it !== "")
      .map((it) => it.replace(/\/$/, "")),
  )
  .refine(
    (all) => all.every((it) => CSP_SOURCE.test(it)),
    "must be comma-separated URLs without a path, e.g. https://chat.example.org,https://*.example.net",
  );

/** "1:<base64>,2:<base64>": versions from 1 to 65535, each with 32 bytes. */
const Keys = z.string().transform((text, ctx) => {
  const keys = new Map<number, Uint8Array>();
  for (const part of text.split(/[,\s]+/).filter(Boolean)) {
    const [, version, key = ""] = /^(\d{1,5}):([A-Za-z0-9+/_-]+={0,2})$/.exec(part) ?? [];
    const bytes = Buffer.from(key, "base64");
    const number = Number(version);
    if (!version || number < 1 || number > 65_535 || bytes.length !== 32 || keys.has(number)) {
      ctx.addIssue("must be version:key pairs, each key 32 bytes in base64, e.g. 1:$(openssl rand -base64 32)");
      return z.NEVER;
    }
    keys.set(number, bytes);
  }
  return keys;
});

/** Where replies arrive: a domain whose MX record points to a server that forwards them to us. */
const MailDomain = z
  .string()
  .transform((v) => v.trim().toLowerCase())
  .refine((v) => /^(?=.{4,190}$)(?:[a-z0-9-]+\.)+[a-z][a-z0-9-]+$/.test(v), "must be a domain, e.g. reply.example.org");
/** The password in a webhook's address, as user:password@host. */
const WebhookSecret = z
  .string()
  .regex(/^[A-Za-z0-9_-]{16,200}$/, "must be 16 or more letters, digits, hyphens, or underscores");
const Origins = z
  .string()
  .transform((v) => v.split(/[,\s]+/).filter(Boolean))
  .pipe(z.array(Origin));

const TopicArns = z
  .string()
  .transform((v) => v.split(/[,\s]+/).filter(Boolean))
  .refine(
    (all) => all.every((it) => /^arn:aws(?:-[a-z]+)*:sns:[a-z0-9-]+:\d{12}:[\w-]+$/.test(it)),
    "must be SNS topic ARNs, e.g. arn:aws:sns:eu-west-1:123456789012:ses-events",
  );

const Environment = z.object({
  NODE_ENV: z.string().default("production"),
  PORT: z.coerce.number().int().default(3000),
  DATA_DIR: z.string().default("./data"),
  DATABASE_URL: z.string({ error: "is missing: the PostgreSQL connection string" }),
  DB_POOL: z.coerce.number().int().min(2).default(10),
  STET_EMBEDDED: Flag.optional(),
  DEMO: Flag.optional(),
  DEMO_PASSWORD: z.string().min(6, "must be 6 characters or more").optional(),
  APP_SECRET: z.string().min(32, "must be at least 32 characters").optional(),
  ENCRYPTION_KEYS: Keys.optional(),
  KYC_RETENTION_YEARS: z.coerce.number().int().min(1, "must be 1 to 30").max(30, "must be 1 to 30").default(7),
  PUBLIC_URL: Url.optional(),
  APP_ORIGIN: Origin.optional(),
  PUBLIC_ORIGIN: Origin.optional(),
  SITE_URL: Url.optional(),
  API_ORIGIN: Origin.optional(),
  SITE_NAME: z.string().default("Stet"),
  HUMAN_CHECK: z.enum(["on", "off"]).default("on"),
  LIVE_CHAT: z
    .union([z.enum(["self", "off"]), Script], {
      error: "must be self, off or the https URL of a third-party script",
    })
    .default("self"),
  LIVE_CHAT_ORIGINS: Sources.optional(),
  AUTH_TELL_APART: Flag.optional(),
  PASSWORD_MIN_LENGTH: z.coerce.number().int().min(6, "must be 6 or more").max(64).default(6),
  PASSWORD_MAX_LENGTH: z.coerce.number().int().min(64, "must be 64 to 256").max(256, "must be 64 to 256").optional(),
  PASSWORD_LOWERCASE: Flag.optional(),
  PASSWORD_UPPERCASE: Flag.optional(),
  PASSWORD_DIGIT: Flag.optional(),
  PASSWORD_SYMBOL: Flag.optional(),
  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_WEBHOOK_SECRET: z.string().optional(),
  STRIPE_API_BASE: Url.optional(),
  VIES_URL: Url.optional(),
  VIES_TIMEOUT_SECONDS: z.coerce.number().min(1).max(30).optional(),
  SMTP_URL: z.string().optional(),
  MAIL_FROM: z.string().default("Stet <post@stet.localhost>"),
  MAIL_RETURN_PATH: z.email("must be an email address, e.g. bounces@reply.example.org").optional(),
  INBOUND_EMAIL_DOMAIN: MailDomain.optional(),
  INBOUND_EMAIL_SECRET: WebhookSecret.optional(),
  SES_TOPIC_ARNS: TopicArns.optional(),
  POSTMARK_WEBHOOK_SECRET: WebhookSecret.optional(),
  STORAGE_BUDGET_GB: z.coerce.number({ error: "must be a number of gigabytes" }).positive().optional(),
  S3_BUCKET: z.string().optional(),
  S3_REGION: z.string().default("us-east-1"),
  S3_ENDPOINT: Url.optional(),
  PUSH_SERVICES: Origins.optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  DEBTOR_NAME: z.string().default("Stet Editing Ltd"),
  DEBTOR_IBAN: z.string().optional(),
  DEBTOR_BIC: z.string().optional(),
  DEBTOR_TOWN: z.string().optional(),
  DEBTOR_COUNTRY: z.string().length(2, "must be two letters").optional(),
  ACH_BANK_NAME: z.string().optional(),
  ACH_ROUTING_NUMBER: z
    .string()
    .regex(/^\d{9}$/, "must be nine digits")
    .optional(),
  ACH_COMPANY_ID: z
    .string()
    .regex(/^[A-Z0-9]{10}$/, "must be ten capital letters or digits, as the bank assigned it")
    .optional(),
  OIDC_ISSUER: Url.optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_LABEL: z.string().optional(),
  OIDC_ALLOWED_DOMAINS: z.string().optional(),
  LOG: z.enum(["silent", "error", "info"]).default("info"),
  FUNCTIONS_REGION: z.string().default("us-central1"),
  APP_INTEGRITY: Flag.optional(),
});

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
    /** The SNS topics through which Amazon SES reports bounces and complaints. */
    sesTopics: readonly string[];
    postmarkSecret: string | null;
  };
  /** The maximum total size of stored files in bytes; null if only the disk limits it. */
  storageBudget: number | null;
  s3: { bucket: string; region: string; endpoint: string | null; accessKeyId: string; secretAccessKey: string } | null;
  debtor: {
    name: string;
    iban: string;
    bic: string;
    town: string;
    country: string;
    /** The US bank that takes ACH files; null if US editors are paid by cross-border transfer. */
    ach: { bankName: string; routingNumber: string; companyId: string } | null;
  };
  /** The identity provider people can sign in with instead of a password; null if none is configured. */
  federated: {
    issuer: string;
    clientId: string;
    clientSecret: string;
    label: string;
    allowedDomains: readonly string[];
  } | null;
  log: "silent" | "error" | "info";
  /** The region reported for calls. */
  region: string;
  /** Origins of push services in addition to those of the known browsers. */
  pushServices: readonly string[];
  /** Calls need a token that only our own pages can get. Off by default. */
  integrityCheck: boolean;
};

export class ConfigError extends Error {
  override name = "ConfigError";
}

/** The seller's account of the demo world: the example IBAN of the standard's own documents. */
const EXAMPLE_DEBTOR = {
  iban: "DE89370400440532013000",
  bic: "COBADEFFXXX",
  town: "Frankfurt am Main",
  country: "DE",
};

const isSecureOrLocal = (url: string): boolean => /^(https:\/\/|http:\/\/(localhost|127\.0\.0\.1)(:|\/|$))/.test(url);
const domainsOf = (list: string): string[] =>
  list
    .split(",")
    .map((it) => it.trim().toLowerCase().replace(/^@/, ""))
    .filter((it) => it !== "");

type Settings = z.infer<typeof Environment>;
/** Records a required setting that's missing, and continues, to report all of them at once. */
type Need = (name: string, value: string | undefined, what: string) => string;

const liveChatOf = (e: Settings): Config["liveChat"] =>
  e.LIVE_CHAT === "self" || e.LIVE_CHAT === "off"
    ? { kind: e.LIVE_CHAT }
    : {
        kind: "embed",
        script: new URL(e.LIVE_CHAT).href,
        origins: [...new Set([new URL(e.LIVE_CHAT).origin, ...(e.LIVE_CHAT_ORIGINS ?? [])])],
      };

const passwordOf = (e: Settings): Config["password"] => ({
  minLength: e.PASSWORD_MIN_LENGTH,
  ...(e.PASSWORD_MAX_LENGTH === undefined ? {} : { maxLength: e.PASSWORD_MAX_LENGTH }),
  lowercase: e.PASSWORD_LOWERCASE ?? false,
  uppercase: e.PASSWORD_UPPERCASE ?? false,
  numeric: e.PASSWORD_DIGIT ?? false,
  nonAlphanumeric: e.PASSWORD_SYMBOL ?? false,
});

const bucketOf = (e: Settings, need: Need): Config["s3"] =>
  e.S3_BUCKET
    ? {
        bucket: e.S3_BUCKET,
        region: e.S3_REGION,
        endpoint: e.S3_ENDPOINT ?? null,
        accessKeyId: need("S3_ACCESS_KEY_ID", e.S3_ACCESS_KEY_ID, "the bucket's access key"),
        secretAccessKey: need("S3_SECRET_ACCESS_KEY", e.S3_SECRET_ACCESS_KEY, "the bucket's secret key"),
      }
    : null;

/** The account that editors are paid from. The embedded database's demo has an example. */
function debtorOf(e: Settings, embedded: boolean, need: Need): Config["debtor"] {
  const unless = (name: string, value: string | undefined, example: string, what: string): string =>
    value ?? (embedded ? example : need(name, undefined, what));
  return {
    name: e.DEBTOR_NAME,
    iban: unless("DEBTOR_IBAN", e.DEBTOR_IBAN, EXAMPLE_DEBTOR.iban, "the account editors are paid from"),
    bic: unless("DEBTOR_BIC", e.DEBTOR_BIC, EXAMPLE_DEBTOR.bic, "the bank of the account editors are paid from"),
    town: unless("DEBTOR_TOWN", e.DEBTOR_TOWN, EXAMPLE_DEBTOR.town, "the city of the company that pays the editors"),
    country: unless("DEBTOR_COUNTRY", e.DEBTOR_COUNTRY, EXAMPLE_DEBTOR.country, "its two-letter country code"),
    ach: achOf(e, embedded, need),
  };
}

/** If one ACH setting is there, all are needed. The demo has an example. */
function achOf(e: Settings, embedded: boolean, need: Need): Config["debtor"]["ach"] {
  if (![e.ACH_BANK_NAME, e.ACH_ROUTING_NUMBER, e.ACH_COMPANY_ID].some((it) => it !== undefined))
    return embedded ? { bankName: "Example Bank", routingNumber: "021000021", companyId: "1234567890" } : null;
  return {
    bankName: need("ACH_BANK_NAME", e.ACH_BANK_NAME, "the US bank that takes ACH files"),
    routingNumber: need("ACH_ROUTING_NUMBER", e.ACH_ROUTING_NUMBER, "that bank's routing number"),
    companyId: need("ACH_COMPANY_ID", e.ACH_COMPANY_ID, "the ten characters that bank knows us by"),
  };
}

/** If one setting of the identity provider is there, all are needed. */
function federatedOf(e: Settings, need: Need): Config["federated"] {
  const settings = [e.OIDC_ISSUER, e.OIDC_CLIENT_ID, e.OIDC_CLIENT_SECRET, e.OIDC_LABEL, e.OIDC_ALLOWED_DOMAINS];
  if (settings.every((it) => it === undefined)) return null;
  return {
    issuer: need("OIDC_ISSUER", e.OIDC_ISSUER, "the identity provider's base URL, which serves its discovery document"),
    clientId: need("OIDC_CLIENT_ID", e.OIDC_CLIENT_ID, "this product's client ID at the identity provider"),
    clientSecret: need("OIDC_CLIENT_SECRET", e.OIDC_CLIENT_SECRET, "the secret that goes with OIDC_CLIENT_ID"),
    label: need("OIDC_LABEL", e.OIDC_LABEL, "the provider's name on the sign-in page, e.g. University login"),
    allowedDomains: domainsOf(
      need(
        "OIDC_ALLOWED_DOMAINS",
        e.OIDC_ALLOWED_DOMAINS,
        "the email domains that may sign in with it, comma separated",
      ),
    ),
  };
}

/**
 * Reads and checks the environment.
 * @throws ConfigError naming every setting that is missing or wrong, one per line.
 */
export function parseConfig(env: Record<string, string | undefined>): Config {
  const filled = Object.fromEntries(Object.entries(env).filter(([, v]) => v !== ""));
  const parsed = Environment.safeParse(filled);
  if (!parsed.success)
    throw new ConfigError(
      `Invalid configuration:\n${parsed.error.issues.map((i) => `- ${i.path.join(".")} ${i.message}`).join("\n")}`,
    );
  const e = parsed.data;
  const embedded = e.STET_EMBEDDED ?? false;
  const demo = e.DEMO ?? embedded;
  const missing: string[] = [];
  if (demo && !embedded) missing.push("DEMO=1 is only for the embedded database: unset DEMO, or unset DATABASE_URL");
  const need: Need = (name, value, what) => {
    if (!value) missing.push(`${name} is missing: ${what}`);
    return value ?? "";
  };
  const fallback = embedded
    ? `http://localhost:${e.PORT}`
    : need(
        "PUBLIC_URL",
        e.APP_ORIGIN ?? e.PUBLIC_ORIGIN ?? e.PUBLIC_URL,
        "the URL people open, e.g. https://app.example.org",
      );
  const config: Config = {
    port: e.PORT,
    dataDir: e.DATA_DIR,
    databaseUrl: e.DATABASE_URL,
    dbPool: e.DB_POOL,
    demo,
    demoPassword: e.DEMO_PASSWORD ?? null,
    production: e.NODE_ENV === "production",
    secret: need("APP_SECRET", e.APP_SECRET, "at least 32 random characters for signing sessions and links"),
    sealingKeys: sealingKeysOf(e, embedded, need),
    kycRetentionYears: e.KYC_RETENTION_YEARS,
    origins: originsOf(e, fallback),
    siteName: e.SITE_NAME,
    humanCheck: e.HUMAN_CHECK === "on",
    liveChat: liveChatOf(e),
    tellApart: e.AUTH_TELL_APART ?? false,
    password: passwordOf(e),
    stripe: {
      secretKey: need("STRIPE_SECRET_KEY", e.STRIPE_SECRET_KEY, "the card provider's secret key"),
      webhookSecret: need(
        "STRIPE_WEBHOOK_SECRET",
        e.STRIPE_WEBHOOK_SECRET,
        "the card provider's webhook signing secret",
      ),
      apiBase: e.STRIPE_API_BASE ?? null,
    },
    vies: {
      url: (e.VIES_URL ?? "https://ec.europa.eu/taxation_customs/vies/rest-api").replace(/\/$/, ""),
      timeoutMs: (e.VIES_TIMEOUT_SECONDS ?? 8) * 1_000,
    },
    mail: mailOf(e, embedded, need),
    storageBudget: e.STORAGE_BUDGET_GB === undefined ? null : e.STORAGE_BUDGET_GB * 1024 ** 3,
    s3: bucketOf(e, need),
    debtor: debtorOf(e, embedded, need),
    federated: federatedOf(e, need),
    log: e.LOG,
    pushServices: e.PUSH_SERVICES ?? [],
    region: e.FUNCTIONS_REGION,
    integrityCheck: e.APP_INTEGRITY ?? false,
  };
  if (!demo && config.stripe.apiBase && !isSecureOrLocal(config.stripe.apiBase))
    missing.push("STRIPE_API_BASE must be https");
  if (e.LIVE_CHAT_ORIGINS && config.liveChat.kind !== "embed")
    missing.push("LIVE_CHAT_ORIGINS goes with LIVE_CHAT=https://...: set both, or neither");
  if (config.federated?.issuer && !isSecureOrLocal(config.federated.issuer)) missing.push("OIDC_ISSUER must be https");
  if (missing.length) throw new ConfigError(`Invalid configuration:\n${missing.map((m) => `- ${m}`).join("\n")}`);
  return config;
}

/**
 * How email is sent, and how delivery reports and replies arrive. Replies need both a domain and a password, or
 * neither.
 */
function mailOf(e: Settings, embedded: boolean, need: Need): Config["mail"] {
  const { INBOUND_EMAIL_DOMAIN: domain, INBOUND_EMAIL_SECRET: secret } = e;
  if (domain && !secret)
    need("INBOUND_EMAIL_SECRET", secret, "it goes with INBOUND_EMAIL_DOMAIN: set both, or neither");
  if (secret && !domain)
    need("INBOUND_EMAIL_DOMAIN", domain, "it goes with INBOUND_EMAIL_SECRET: set both, or neither");
  return {
    smtpUrl: e.SMTP_URL ?? (embedded ? null : need("SMTP_URL", undefined, "smtp://user:password@host:port") || null),
    from: e.MAIL_FROM,
    returnPath: e.MAIL_RETURN_PATH ?? null,
    inbound: domain && secret ? { domain, secret } : null,
    sesTopics: e.SES_TOPIC_ARNS ?? [],
    postmarkSecret: e.POSTMARK_WEBHOOK_SECRET ?? null,
  };
}

/** The operator's keys. The embedded database's demo derives one from its secret. */
function sealingKeysOf(
  e: { ENCRYPTION_KEYS?: ReadonlyMap<number, Uint8Array> | undefined; APP_SECRET?: string | undefined },
  embedded: boolean,
  need: Need,
): ReadonlyMap<number, Uint8Array> {
  if (e.ENCRYPTION_KEYS?.size) return e.ENCRYPTION_KEYS;
  if (embedded)
    return new Map([
      [
        1,
        createHmac("sha256", e.APP_SECRET ?? "")
          .update("sealing key")
          .digest(),
      ],
    ]);
  need(
    "ENCRYPTION_KEYS",
    undefined,
    "what editors' identity documents are encrypted with, e.g. 1:$(openssl rand -base64 32); keep a copy apart from your backups",
  );
  return new Map();
}

type OriginSettings = {
  [K in "PUBLIC_URL" | "APP_ORIGIN" | "PUBLIC_ORIGIN" | "SITE_URL" | "API_ORIGIN"]?: string | undefined;
};

/** Each address from its own setting, otherwise derived from a related one. PUBLIC_URL alone sets all of them. */
function originsOf(e: OriginSettings, fallback: string): Origins {
  const one = e.PUBLIC_URL ?? fallback;
  const app =
    e.APP_ORIGIN ?? (e.PUBLIC_ORIGIN && (appOriginOf(e.PUBLIC_ORIGIN) ?? e.PUBLIC_URL ?? e.PUBLIC_ORIGIN)) ?? one;
  const open = e.PUBLIC_ORIGIN ?? e.PUBLIC_URL ?? app;
  return { app, public: open, site: e.SITE_URL ?? open, api: e.API_ORIGIN ?? app };
}

const holder = processWide<{ __stetConfig?: Config }>();

/** The process's configuration, parsed on first use. */
export function config(): Config {
  return (holder.__stetConfig ??= parseConfig(process.env));
}

/** For tests: a configuration of their own. */
export function useConfig(value: Config): void {
  holder.__stetConfig = value;
}
