/** The process's settings, read from the environment once. Nothing else reads `process.env`. */
import { processWide } from "./process-wide.ts";
import type { Config } from "./config-type.ts";
import { isBicOfIban } from "../../rules/core/iban.ts";
import { PLAIN_HTTP, isSecureOrLocal } from "./settings/setting.ts";
import { Environment, type Settings, explainIssues, sayMissing, sayWrong } from "./settings/settings.ts";
import {
  type Need,
  ORIGIN_SETTINGS,
  bucketOf,
  debtorOf,
  liveChatOf,
  mailOf,
  originsOf,
  passwordOf,
  providersOf,
  sealingKeysOf,
} from "./config-parts.ts";

const UNUSED_IN_DRILLS: ReadonlySet<string> = new Set([
  "STRIPE_SECRET_KEY",
  "STRIPE_WEBHOOK_SECRET",
  "SMTP_URL",
  "MAIL_FROM",
  "DEBTOR_IBAN",
  "DEBTOR_BIC",
]);

export class ConfigError extends Error {
  override name = "ConfigError";
}

/**
 * Reads and checks the environment.
 * @throws ConfigError naming every setting that is missing or wrong, one per line.
 */
export function parseConfig(env: Record<string, string | undefined>): Config {
  const filled = Object.fromEntries(
    Object.entries(env).filter((it): it is [string, string] => it[1] !== undefined && it[1] !== ""),
  );
  const { settings: e, wrong, problems: missing } = readSettings(filled);
  const embedded = e.STET_EMBEDDED ?? false;
  const demo = e.DEMO ?? embedded;
  if (demo && !embedded) missing.push("DEMO=1 is only for the embedded database: unset DEMO, or unset DATABASE_URL");
  const drill = e.DRILL ?? false;
  const need: Need = (name, value, what) => {
    // A drill calls neither the card provider nor the mail server.
    if (!value && !wrong.has(name) && !(drill && UNUSED_IN_DRILLS.has(name))) missing.push(sayMissing(name, what));
    return value ?? "";
  };
  const fallback = embedded
    ? `http://localhost:${e.PORT}`
    : need("PUBLIC_URL", e.APP_ORIGIN ?? e.PUBLIC_ORIGIN ?? e.PUBLIC_URL);
  const config: Config = {
    port: e.PORT,
    dataDir: e.DATA_DIR,
    databaseUrl: e.DATABASE_URL,
    dbPool: e.DB_POOL,
    demo,
    drill,
    demoPassword: e.DEMO_PASSWORD ?? null,
    production: e.NODE_ENV === "production",
    secret: need("APP_SECRET", e.APP_SECRET),
    sealingKeys: sealingKeysOf(e, embedded, need),
    kycRetentionYears: e.KYC_RETENTION_YEARS,
    origins: originsOf(e, fallback),
    siteName: e.SITE_NAME,
    humanCheck: e.HUMAN_CHECK === "on",
    liveChat: liveChatOf(e),
    tellApart: e.AUTH_TELL_APART ?? false,
    password: passwordOf(e),
    stripe: {
      secretKey: need("STRIPE_SECRET_KEY", e.STRIPE_SECRET_KEY),
      webhookSecret: need("STRIPE_WEBHOOK_SECRET", e.STRIPE_WEBHOOK_SECRET),
      apiBase: e.STRIPE_API_BASE ?? null,
    },
    vies: { url: e.VIES_URL, timeoutMs: e.VIES_TIMEOUT_SECONDS * 1_000 },
    mail: mailOf(e, embedded, need),
    storageBudget: e.STORAGE_BUDGET_GB === undefined ? null : e.STORAGE_BUDGET_GB * 1024 ** 3,
    s3: bucketOf(e, need),
    debtor: debtorOf(e, embedded, need),
    receivingAccounts: e.RECEIVING_ACCOUNTS ?? {},
    providers: providersOf(e, need),
    insideProviders: (e.SSO_INSIDE_HOSTS ?? []).map((host) => host.toLowerCase()),
    log: e.LOG,
    pushServices: e.PUSH_SERVICES ?? [],
    region: e.FUNCTIONS_REGION,
    integrityCheck: e.APP_INTEGRITY ?? false,
  };
  if (!demo)
    for (const name of ORIGIN_SETTINGS)
      if (e[name] && !isSecureOrLocal(e[name])) missing.push(`${sayWrong(name)} ${PLAIN_HTTP}`);
  if (e.DEBTOR_IBAN && e.DEBTOR_BIC && !isBicOfIban(e.DEBTOR_BIC, e.DEBTOR_IBAN))
    missing.push(`${sayWrong("DEBTOR_BIC")} This one is of another country than DEBTOR_IBAN.`);
  if (e.LIVE_CHAT_ORIGINS && !wrong.has("LIVE_CHAT") && config.liveChat.kind !== "embed")
    missing.push("LIVE_CHAT_ORIGINS goes with LIVE_CHAT=https://...: set both, or neither");
  if (missing.length) throw invalidSettings(missing);
  return config;
}

/** What can be read of the settings, so that what is missing can be named together with what is wrong. */
function readSettings(filled: Record<string, string>): {
  settings: Settings;
  wrong: ReadonlySet<string>;
  problems: string[];
} {
  const parsed = Environment.safeParse(filled);
  if (parsed.success) return { settings: parsed.data, wrong: new Set(), problems: [] };
  const wrong = new Set(parsed.error.issues.map((issue) => String(issue.path[0])));
  const rest = Object.fromEntries(Object.entries(filled).filter(([name]) => !wrong.has(name)));
  const settings = Environment.parse({ ...rest, DATABASE_URL: rest["DATABASE_URL"] ?? "postgres://none/none" });
  return { settings, wrong, problems: explainIssues(parsed.error, filled) };
}

const invalidSettings = (lines: readonly string[]): ConfigError =>
  new ConfigError(
    `Invalid configuration:\n${lines.map((line) => `- ${line}`).join("\n")}\nThe table in docs/operations.md explains every setting.`,
  );

const holder = processWide<{ __stetConfig?: Config }>();

/** The process's configuration, parsed on first use. */
export function config(): Config {
  return (holder.__stetConfig ??= parseConfig(process.env));
}

/** For tests: a configuration of their own. */
export function useConfig(value: Config): void {
  holder.__stetConfig = value;
}
