/** The process's settings, read from the environment once. Nothing else reads `process.env`. */
import { processWide } from "./process-wide.ts";
import type { Config } from "./config-type.ts";
import { Environment, isSecureOrLocal } from "./config-environment.ts";
import {
  type Need,
  bucketOf,
  debtorOf,
  federatedOf,
  liveChatOf,
  mailOf,
  originsOf,
  passwordOf,
  sealingKeysOf,
} from "./config-parts.ts";

export class ConfigError extends Error {
  override name = "ConfigError";
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

const holder = processWide<{ __stetConfig?: Config }>();

/** The process's configuration, parsed on first use. */
export function config(): Config {
  return (holder.__stetConfig ??= parseConfig(process.env));
}

/** For tests: a configuration of their own. */
export function useConfig(value: Config): void {
  holder.__stetConfig = value;
}
