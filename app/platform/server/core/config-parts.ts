/** Settings that come in groups: what one of them needs of the others, and what the demo has instead. */
import { createHmac } from "node:crypto";
import { type Origins, appOriginOf } from "../../rules/core/origins.ts";
import type { Config } from "./config-type.ts";
import type { Settings } from "./config-environment.ts";

/** The seller's account of the demo world: the example IBAN of the standard's own documents. */
const EXAMPLE_DEBTOR = {
  iban: "DE89370400440532013000",
  bic: "COBADEFFXXX",
  town: "Frankfurt am Main",
  country: "DE",
};

const domainsOf = (list: string): string[] =>
  list
    .split(",")
    .map((it) => it.trim().toLowerCase().replace(/^@/, ""))
    .filter((it) => it !== "");

/** Records a required setting that's missing, and continues, to report all of them at once. */
export type Need = (name: string, value: string | undefined, what: string) => string;

export const liveChatOf = (e: Settings): Config["liveChat"] =>
  e.LIVE_CHAT === "self" || e.LIVE_CHAT === "off"
    ? { kind: e.LIVE_CHAT }
    : {
        kind: "embed",
        script: new URL(e.LIVE_CHAT).href,
        origins: [...new Set([new URL(e.LIVE_CHAT).origin, ...(e.LIVE_CHAT_ORIGINS ?? [])])],
      };

export const passwordOf = (e: Settings): Config["password"] => ({
  minLength: e.PASSWORD_MIN_LENGTH,
  ...(e.PASSWORD_MAX_LENGTH === undefined ? {} : { maxLength: e.PASSWORD_MAX_LENGTH }),
  lowercase: e.PASSWORD_LOWERCASE ?? false,
  uppercase: e.PASSWORD_UPPERCASE ?? false,
  numeric: e.PASSWORD_DIGIT ?? false,
  nonAlphanumeric: e.PASSWORD_SYMBOL ?? false,
});

export const bucketOf = (e: Settings, need: Need): Config["s3"] =>
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
export function debtorOf(e: Settings, embedded: boolean, need: Need): Config["debtor"] {
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
export function federatedOf(e: Settings, need: Need): Config["federated"] {
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
 * How email is sent, and how delivery reports and replies arrive. Replies need both a domain and a password, or
 * neither.
 */
export function mailOf(e: Settings, embedded: boolean, need: Need): Config["mail"] {
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
export function sealingKeysOf(
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
export function originsOf(e: OriginSettings, fallback: string): Origins {
  const one = e.PUBLIC_URL ?? fallback;
  const app =
    e.APP_ORIGIN ?? (e.PUBLIC_ORIGIN && (appOriginOf(e.PUBLIC_ORIGIN) ?? e.PUBLIC_URL ?? e.PUBLIC_ORIGIN)) ?? one;
  const open = e.PUBLIC_ORIGIN ?? e.PUBLIC_URL ?? app;
  return { app, public: open, site: e.SITE_URL ?? open, api: e.API_ORIGIN ?? app };
}
