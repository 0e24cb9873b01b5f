/**
 * The environment variables that set the process up, each with its form and default. What they need of each other is
 * checked in `config.ts`.
 */
import { z } from "zod";

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
export const Origins = z
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

export const Environment = z.object({
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

export const isSecureOrLocal = (url: string): boolean =>
  /^(https:\/\/|http:\/\/(localhost|127\.0\.0\.1)(:|\/|$))/.test(url);

export type Settings = z.infer<typeof Environment>;
