/** Settings that come in groups: what one of them needs of the others, and what the demo has instead. */
import { createHmac } from "node:crypto";
import { type Origins, appOriginOf } from "../../rules/requests/origins.ts";
import type { Config } from "./config-type.ts";
import { domainsOf } from "./settings/providers.ts";
import type { SettingName, Settings } from "./settings/settings.ts";

/** The seller's account of the demo world: the example IBAN of the standard's own documents. */
const EXAMPLE_DEBTOR = { iban: "DE89370400440532013000", bic: "COBADEFFXXX" };

/** Records a required setting that's missing, and continues, to report all of them at once. @param what if not as usual */
export type Need = (name: SettingName, value: string | undefined, what?: string) => string;

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

/** If one setting of the bucket is there, all that it needs must be. */
export function bucketOf(e: Settings, need: Need): Config["s3"] {
  const bucket = e.S3_BUCKET;
  if (!bucket) {
    for (const name of ["S3_ENDPOINT", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"] as const)
      if (e[name]) {
        need("S3_BUCKET", undefined, `it goes with ${name}: set both, or neither`);
        break;
      }
    return null;
  }
  return {
    bucket,
    region: e.S3_REGION,
    endpoint: e.S3_ENDPOINT ?? null,
    accessKeyId: need("S3_ACCESS_KEY_ID", e.S3_ACCESS_KEY_ID),
    secretAccessKey: need("S3_SECRET_ACCESS_KEY", e.S3_SECRET_ACCESS_KEY),
  };
}

/** The account that editors are paid from. The embedded database's demo has an example. */
export const debtorOf = (e: Settings, embedded: boolean, need: Need): Config["debtor"] => ({
  iban: e.DEBTOR_IBAN ?? (embedded ? EXAMPLE_DEBTOR.iban : need("DEBTOR_IBAN", undefined)),
  bic: e.DEBTOR_BIC ?? (embedded ? EXAMPLE_DEBTOR.bic : need("DEBTOR_BIC", undefined)),
  ach: achOf(e, embedded, need),
});

/** If one ACH setting is there, all are needed. The demo has an example. */
function achOf(e: Settings, embedded: boolean, need: Need): Config["debtor"]["ach"] {
  if (![e.ACH_BANK_NAME, e.ACH_ROUTING_NUMBER, e.ACH_COMPANY_ID].some((it) => it !== undefined))
    return embedded ? { bankName: "Example Bank", routingNumber: "021000021", companyId: "1234567890" } : null;
  return {
    bankName: need("ACH_BANK_NAME", e.ACH_BANK_NAME),
    routingNumber: need("ACH_ROUTING_NUMBER", e.ACH_ROUTING_NUMBER),
    companyId: need("ACH_COMPANY_ID", e.ACH_COMPANY_ID),
  };
}

/**
 * The providers people can sign in with, in the order of their buttons: those of the researchers, then everybody's, then
 * the operator's own. If one setting of a provider is there, all are needed.
 */
export function providersOf(e: Settings, need: Need): Config["providers"] {
  const known = (
    [
      ["orcid", "ORCID", "ORCID"],
      ["google", "Google", "GOOGLE"],
      ["microsoft", "Microsoft", "MICROSOFT"],
    ] as const
  ).flatMap(([kind, label, prefix]) => {
    const [clientId, clientSecret] = [e[`${prefix}_CLIENT_ID`], e[`${prefix}_CLIENT_SECRET`]];
    if (clientId === undefined && clientSecret === undefined) return [];
    return [
      {
        id: kind,
        kind,
        issuer: e[`${prefix}_ISSUER`],
        clientId: need(`${prefix}_CLIENT_ID`, clientId),
        clientSecret: need(`${prefix}_CLIENT_SECRET`, clientSecret),
        label,
        allowedDomains: null,
      },
    ];
  });
  return [...known, ...ownProviderOf(e, need), ...(e.OIDC_PROVIDERS ?? [])];
}

function ownProviderOf(e: Settings, need: Need): Config["providers"] {
  const settings = [e.OIDC_ISSUER, e.OIDC_CLIENT_ID, e.OIDC_CLIENT_SECRET, e.OIDC_LABEL, e.OIDC_ALLOWED_DOMAINS];
  if (settings.every((it) => it === undefined)) return [];
  return [
    {
      id: "oidc",
      kind: "oidc",
      issuer: need("OIDC_ISSUER", e.OIDC_ISSUER),
      clientId: need("OIDC_CLIENT_ID", e.OIDC_CLIENT_ID),
      clientSecret: need("OIDC_CLIENT_SECRET", e.OIDC_CLIENT_SECRET),
      label: need("OIDC_LABEL", e.OIDC_LABEL),
      allowedDomains: domainsOf(need("OIDC_ALLOWED_DOMAINS", e.OIDC_ALLOWED_DOMAINS)),
    },
  ];
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
  if (e.SUPPORT_EMAIL && !domain)
    need("INBOUND_EMAIL_DOMAIN", domain, "SUPPORT_EMAIL needs it, because its emails arrive in the same way");
  return {
    smtpUrl: e.SMTP_URL ?? (embedded ? null : need("SMTP_URL", undefined) || null),
    from: e.MAIL_FROM ?? (embedded ? "Stet <post@stet.localhost>" : need("MAIL_FROM", undefined)),
    returnPath: e.MAIL_RETURN_PATH ?? null,
    inbound: domain && secret ? { domain, secret } : null,
    authservId: e.INBOUND_EMAIL_AUTHSERV_ID ?? null,
    support: e.SUPPORT_EMAIL?.toLowerCase() ?? null,
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
  need("ENCRYPTION_KEYS", undefined);
  return new Map();
}

/** The settings that name an address of ours. Passwords and cookies go there, so in production all need https. */
export const ORIGIN_SETTINGS = [
  "PUBLIC_URL",
  "APP_ORIGIN",
  "PUBLIC_ORIGIN",
  "SITE_URL",
  "API_ORIGIN",
  "UPLOAD_ORIGIN",
] as const;
type OriginSettings = { [K in (typeof ORIGIN_SETTINGS)[number]]?: string | undefined };

/** Each address from its own setting, otherwise derived from a related one. PUBLIC_URL alone sets all of them. */
export function originsOf(e: OriginSettings, fallback: string): Origins {
  const one = e.PUBLIC_URL ?? fallback;
  const app =
    e.APP_ORIGIN ?? (e.PUBLIC_ORIGIN && (appOriginOf(e.PUBLIC_ORIGIN) ?? e.PUBLIC_URL ?? e.PUBLIC_ORIGIN)) ?? one;
  const open = e.PUBLIC_ORIGIN ?? e.PUBLIC_URL ?? app;
  return { app, public: open, site: e.SITE_URL ?? open, api: e.API_ORIGIN ?? app, upload: e.UPLOAD_ORIGIN ?? null };
}
