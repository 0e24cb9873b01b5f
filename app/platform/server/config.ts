import { z } from "zod";

/** The process's settings, read from the environment once. Nothing else reads `process.env`. */
const Flag = z.enum(["0", "1"]).transform((v) => v === "1");
const Url = z.url().transform((v) => v.replace(/\/$/, ""));

const Environment = z.object({
  NODE_ENV: z.string().default("production"),
  PORT: z.coerce.number().int().default(3000),
  DATA_DIR: z.string().default("./data"),
  DATABASE_URL: z.string({ error: "is missing: the PostgreSQL connection string" }),
  DB_POOL: z.coerce.number().int().min(2).default(10),
  STET_EMBEDDED: Flag.optional(),
  DEMO: Flag.optional(),
  APP_SECRET: z.string().min(32, "must be at least 32 characters").optional(),
  PUBLIC_URL: Url.optional(),
  SITE_NAME: z.string().default("Stet"),
  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_WEBHOOK_SECRET: z.string().optional(),
  STRIPE_API_BASE: Url.optional(),
  SMTP_URL: z.string().optional(),
  MAIL_FROM: z.string().default("Stet <post@stet.localhost>"),
  S3_BUCKET: z.string().optional(),
  S3_REGION: z.string().default("us-east-1"),
  S3_ENDPOINT: Url.optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  DEBTOR_NAME: z.string().default("Stet Editing Ltd"),
  DEBTOR_IBAN: z.string().optional(),
  DEBTOR_BIC: z.string().optional(),
  DEBTOR_TOWN: z.string().optional(),
  DEBTOR_COUNTRY: z.string().length(2, "must be two letters").optional(),
  LOG: z.enum(["silent", "error", "info"]).default("info"),
});

export type Config = {
  port: number;
  dataDir: string;
  databaseUrl: string;
  dbPool: number;
  /** The cast, the mailbox page, the card sandbox and the movable clock exist. Never with a database of the operator's own. */
  demo: boolean;
  production: boolean;
  secret: string;
  publicUrl: string;
  siteName: string;
  stripe: { secretKey: string; webhookSecret: string; apiBase: string | null };
  mail: { smtpUrl: string | null; from: string };
  s3: { bucket: string; region: string; endpoint: string | null; accessKeyId: string; secretAccessKey: string } | null;
  debtor: { name: string; iban: string; bic: string; town: string; country: string };
  log: "silent" | "error" | "info";
};

export class ConfigError extends Error {
  override name = "ConfigError";
}

/** The seller's account of the demo world: the example IBAN of the standard's own documents. */
const EXAMPLE_DEBTOR = { iban: "DE89370400440532013000", bic: "COBADEFFXXX" };

/**
 * Reads and checks the environment.
 * @throws ConfigError naming every setting that is missing or wrong, one a line.
 */
export function parseConfig(env: Record<string, string | undefined>): Config {
  const filled = Object.fromEntries(Object.entries(env).filter(([, v]) => v !== ""));
  const parsed = Environment.safeParse(filled);
  if (!parsed.success)
    throw new ConfigError(`The configuration cannot be used:\n${parsed.error.issues.map((i) => `- ${i.path.join(".")} ${i.message}`).join("\n")}`);
  const e = parsed.data;
  const embedded = e.STET_EMBEDDED ?? false;
  const demo = e.DEMO ?? embedded;
  const missing: string[] = [];
  if (demo && !embedded) missing.push("DEMO=1 is only for the embedded database: unset DEMO, or unset DATABASE_URL");
  const need = (name: string, value: string | undefined, what: string): string => {
    if (!value) missing.push(`${name} is missing: ${what}`);
    return value ?? "";
  };
  const config: Config = {
    port: e.PORT,
    dataDir: e.DATA_DIR,
    databaseUrl: e.DATABASE_URL,
    dbPool: e.DB_POOL,
    demo,
    production: e.NODE_ENV === "production",
    secret: need("APP_SECRET", e.APP_SECRET, "at least 32 random characters that sign sessions and links"),
    publicUrl: e.PUBLIC_URL ?? (embedded ? `http://localhost:${e.PORT}` : need("PUBLIC_URL", undefined, "the address people open, e.g. https://app.example.org")),
    siteName: e.SITE_NAME,
    stripe: {
      secretKey: need("STRIPE_SECRET_KEY", e.STRIPE_SECRET_KEY, "the card provider's secret key"),
      webhookSecret: need("STRIPE_WEBHOOK_SECRET", e.STRIPE_WEBHOOK_SECRET, "the secret that signs the card provider's webhooks"),
      apiBase: e.STRIPE_API_BASE ?? null,
    },
    mail: { smtpUrl: e.SMTP_URL ?? (embedded ? null : need("SMTP_URL", undefined, "smtp://user:password@host:port") || null), from: e.MAIL_FROM },
    s3: e.S3_BUCKET
      ? {
          bucket: e.S3_BUCKET,
          region: e.S3_REGION,
          endpoint: e.S3_ENDPOINT ?? null,
          accessKeyId: need("S3_ACCESS_KEY_ID", e.S3_ACCESS_KEY_ID, "the key to the bucket"),
          secretAccessKey: need("S3_SECRET_ACCESS_KEY", e.S3_SECRET_ACCESS_KEY, "the secret to the bucket"),
        }
      : null,
    debtor: {
      name: e.DEBTOR_NAME,
      iban: e.DEBTOR_IBAN ?? (embedded ? EXAMPLE_DEBTOR.iban : need("DEBTOR_IBAN", undefined, "the account that pays the editors")),
      bic: e.DEBTOR_BIC ?? (embedded ? EXAMPLE_DEBTOR.bic : need("DEBTOR_BIC", undefined, "the bank of the account that pays the editors")),
      town: e.DEBTOR_TOWN ?? (embedded ? "Frankfurt am Main" : need("DEBTOR_TOWN", undefined, "the town of the company that pays the editors")),
      country: e.DEBTOR_COUNTRY ?? (embedded ? "DE" : need("DEBTOR_COUNTRY", undefined, "its country, two letters")),
    },
    log: e.LOG,
  };
  if (!demo && config.stripe.apiBase && !/^(https:\/\/|http:\/\/(localhost|127\.0\.0\.1)(:|\/|$))/.test(config.stripe.apiBase)) missing.push("STRIPE_API_BASE must be https");
  if (missing.length) throw new ConfigError(`The configuration cannot be used:\n${missing.map((m) => `- ${m}`).join("\n")}`);
  return config;
}

const holder = globalThis as unknown as { __stetConfig?: Config };

/** The process's configuration, parsed at first use. */
export function config(): Config {
  return (holder.__stetConfig ??= parseConfig(process.env));
}

/** For tests: a configuration of their own. */
export function useConfig(value: Config): void {
  holder.__stetConfig = value;
}
