/** Settings of services outside the product: cards, email, bank, files, identity provider. */
import { z } from "zod";
import { bicProblem, ibanProblem, isRoutingNumber, normalizeBic, normalizeIban } from "../../../rules/core/iban.ts";
import { OwnProviders } from "./providers.ts";
import { ReceivingAccountsSetting } from "./receiving-accounts.ts";
import { Email, List, Origins, ServiceUrl, WebhookSecret, setting, sound } from "./setting.ts";

/** Where replies arrive: a domain whose MX record points to a server that forwards them to us. */
const MailDomain = z
  .string()
  .transform((v) => v.trim().toLowerCase())
  .refine((v) => /^(?=.{4,190}$)(?:[a-z0-9-]+\.)+[a-z][a-z0-9-]+$/.test(v));

const TopicArns = List.refine((all) =>
  all.every((it) => /^arn:aws(?:-[a-z]+)*:sns:[a-z0-9-]+:\d{12}:[\w-]+$/.test(it)),
);

function smtpProblem(url: string): string | null {
  if (!/^smtps?:\/\//i.test(url)) return "It must begin with smtp:// or smtps://.";
  return URL.canParse(url) && new URL(url).hostname !== "" ? null : "Percent-encode special characters in it.";
}

/** "Stet <post@example.org>" or the address alone. */
function senderProblem(sender: string): string | null {
  const address = /^[^<>@\r\n]*<([^<>\s]+)>$/.exec(sender)?.[1] ?? sender;
  return Email.safeParse(address).success ? null : "There's no email address in it.";
}

const stripeKeyProblem = (key: string): string | null =>
  key.startsWith("pk_")
    ? "This is the publishable key. Use the secret key."
    : /^(?:sk|rk)_(?:live|test)_\w+$/.test(key)
      ? null
      : "It begins with sk_live_, or with sk_test_ in test mode.";

const text = z.string().optional();

export const SERVICES = {
  STRIPE_SECRET_KEY: setting(sound(stripeKeyProblem).optional(), {
    needed: "yes",
    is: "the card provider's secret key",
    example: "sk_live_...",
    does: "calls the card provider, Stripe (Developers > API keys)",
  }),
  STRIPE_WEBHOOK_SECRET: setting(
    z
      .string()
      .regex(/^whsec_\S+$/)
      .optional(),
    {
      needed: "yes",
      is: "the signing secret of the webhook endpoint",
      example: "whsec_...",
      does: "proves the card provider's events, which it sends to `/api/webhooks/stripe` (Developers > Webhooks)",
    },
  ),
  STRIPE_API_BASE: setting(ServiceUrl.optional(), {
    is: "the URL of a double of the card provider, with https",
    example: "http://127.0.0.1:4010",
    otherwise: "Stripe's own address",
    does: "only for tests",
  }),
  SMTP_URL: setting(sound(smtpProblem).optional(), {
    needed: "yes",
    is: "the mail server's URL",
    example: "smtp://user:password@mail.example.org:587",
    does: "the mail server. `smtps://` for TLS from the start (port 465)",
  }),
  MAIL_FROM: setting(sound(senderProblem).optional(), {
    needed: "yes",
    is: "the sender of emails, a name and an address",
    example: "Stet <post@example.org>",
    does: "the sender of all emails. Quote the setting in a shell: it contains `<` and `>`",
  }),
  MAIL_RETURN_PATH: setting(Email.optional(), {
    is: "an email address",
    example: "bounces@reply.example.org",
    otherwise: "`MAIL_FROM`",
    does: "where delivery reports go (the envelope's sender). See Email",
  }),
  SES_TOPIC_ARNS: setting(TopicArns.optional(), {
    is: "SNS topic ARNs, separated by commas",
    example: "arn:aws:sns:eu-west-1:123456789012:ses-events",
    does: "with Amazon SES: the SNS topics that report bounces and complaints",
  }),
  POSTMARK_WEBHOOK_SECRET: setting(WebhookSecret.optional(), {
    is: "16 or more letters, digits, hyphens, or underscores",
    example: "$(openssl rand -hex 16)",
    does: "with Postmark: the password in the webhook's address",
  }),
  INBOUND_EMAIL_DOMAIN: setting(MailDomain.optional(), {
    needed: "with the next",
    is: "a domain",
    example: "reply.example.org",
    does: "replies by email: the domain of reply addresses",
  }),
  INBOUND_EMAIL_SECRET: setting(WebhookSecret.optional(), {
    needed: "with the one before",
    is: "16 or more letters, digits, hyphens, or underscores",
    example: "$(openssl rand -hex 16)",
    does: "the password of the webhook that passes replies on",
  }),
  INBOUND_EMAIL_AUTHSERV_ID: setting(MailDomain.optional(), {
    is: "the name that your mail server writes first in `Authentication-Results`",
    example: "mx.example.org",
    otherwise: "only DKIM signatures, which we verify ourselves, prove a sender",
    does: "whose results of SPF and DMARC are believed. See Email",
  }),
  SUPPORT_EMAIL: setting(Email.optional(), {
    is: "an email address",
    example: "support@example.org",
    otherwise: "only replies to our emails are received",
    does: "the address whose emails open tickets, if your mail server passes them on like replies",
  }),
  DEBTOR_IBAN: setting(sound(ibanProblem).transform(normalizeIban).optional(), {
    needed: "yes",
    is: "the IBAN of the account editors are paid from",
    example: "DE89 3704 0044 0532 0130 00",
    does: "the account that pays the editors. Its holder is the company as saved on the setup checklist",
  }),
  DEBTOR_BIC: setting(sound(bicProblem).transform(normalizeBic).optional(), {
    needed: "yes",
    is: "the BIC of that account's bank",
    example: "COBADEFFXXX",
    does: "that account's bank",
  }),
  RECEIVING_ACCOUNTS: setting(ReceivingAccountsSetting.optional(), {
    is: "JSON: for a currency, the lines of the account that buyers transfer to, with its IBAN or account number",
    example: '{"USD": {"Account number": "8310000000", "Routing number": "021000021"}}',
    otherwise: "buyers transfer to the account editors are paid from, in each currency",
    does: "what pro forma invoices and statements in that currency tell buyers to transfer to. Bank statements of these accounts can be imported",
  }),
  ACH_BANK_NAME: setting(text, {
    needed: "all three or none",
    is: "a bank's name",
    example: "Example Bank",
    otherwise: "US accounts are paid by cross-border transfer",
    does: "the US bank that accepts ACH files (NACHA) for editors with US accounts",
  }),
  ACH_ROUTING_NUMBER: setting(
    sound((v) =>
      !/^\d{9}$/.test(v)
        ? "It needs nine digits."
        : isRoutingNumber(v)
          ? null
          : "It has a typo: its check digit doesn't match.",
    ).optional(),
    { is: "that bank's routing number, nine digits", example: "021000021", does: "that bank's routing number" },
  ),
  ACH_COMPANY_ID: setting(
    z
      .string()
      .regex(/^[A-Z0-9]{10}$/)
      .optional(),
    {
      is: "ten capital letters or digits, as the bank assigned it",
      example: "1234567890",
      does: "the ten characters by which that bank knows you",
    },
  ),
  VIES_URL: setting(ServiceUrl.default("https://ec.europa.eu/taxation_customs/vies/rest-api"), {
    is: "a URL",
    example: "https://ec.europa.eu/taxation_customs/vies/rest-api",
    otherwise: "the official address",
    does: "the EU's service that confirms VAT IDs. It's asked only once the company is registered for tax at `/admin/tax`",
  }),
  VIES_TIMEOUT_SECONDS: setting(z.coerce.number().min(1).max(30).default(8), {
    is: "1 to 30 seconds",
    example: "8",
    otherwise: "8",
    does: "how long an answer of that service may take",
  }),
  S3_BUCKET: setting(text, {
    needed: "with its two keys",
    is: "a bucket's name",
    example: "stet-files",
    otherwise: "files are in `DATA_DIR/files`, which several machines must share",
    does: "stores files in S3",
  }),
  S3_REGION: setting(z.string().default("us-east-1"), {
    is: "a region",
    example: "eu-central-1",
    otherwise: "us-east-1",
    does: "the bucket's region",
  }),
  S3_ENDPOINT: setting(ServiceUrl.optional(), {
    is: "the object store's URL",
    example: "https://s3.example.org",
    otherwise: "Amazon's",
    does: "another provider's object store",
  }),
  S3_ACCESS_KEY_ID: setting(text, {
    is: "an access key",
    example: "AKIA...",
    missing: "the bucket's access key",
    does: "the bucket's access key",
  }),
  S3_SECRET_ACCESS_KEY: setting(text, {
    is: "the key's secret",
    example: "...",
    missing: "the bucket's secret key",
    does: "that key's secret",
  }),
  STORAGE_BUDGET_GB: setting(z.coerce.number().positive().optional(), {
    is: "a number of gigabytes",
    example: "200",
    otherwise: "the disk's free space (256 MB always stay free); S3 has no limit",
    does: "the limit for all stored files together",
  }),
  PUSH_SERVICES: setting(Origins.optional(), {
    is: "URLs without a path, separated by commas",
    example: "https://push.example.org",
    otherwise: "those of Chrome, Edge, Firefox, and Safari",
    does: "more push services. Browser notifications need no keys: the server must only be able to reach these services",
  }),
  ORCID_CLIENT_ID: setting(text, {
    needed: "both or neither",
    is: "this product's client ID at ORCID",
    example: "APP-0000000000000000",
    does: "people can sign in with ORCID. Register the redirect URL `/api/auth/callback/orcid` on the app's address at ORCID. See Signing in with other accounts",
  }),
  ORCID_CLIENT_SECRET: setting(text, {
    is: "the secret that goes with ORCID_CLIENT_ID",
    example: "...",
    does: "that ID's secret",
  }),
  ORCID_ISSUER: setting(ServiceUrl.default("https://orcid.org"), {
    is: "ORCID's address",
    example: "https://sandbox.orcid.org",
    does: "only to try it with ORCID's sandbox",
  }),
  GOOGLE_CLIENT_ID: setting(text, {
    needed: "both or neither",
    is: "this product's client ID at Google",
    example: "1234-abc.apps.googleusercontent.com",
    does: "people can sign in with Google. The redirect URL is `/api/auth/callback/google`",
  }),
  GOOGLE_CLIENT_SECRET: setting(text, {
    is: "the secret that goes with GOOGLE_CLIENT_ID",
    example: "...",
    does: "that ID's secret",
  }),
  GOOGLE_ISSUER: setting(ServiceUrl.default("https://accounts.google.com"), {
    is: "Google's address",
    example: "http://127.0.0.1:4020",
    does: "only for tests",
  }),
  MICROSOFT_CLIENT_ID: setting(text, {
    needed: "both or neither",
    is: "this product's application ID at Microsoft",
    example: "00000000-0000-0000-0000-000000000000",
    does: "people can sign in with Microsoft. The redirect URL is `/api/auth/callback/microsoft`",
  }),
  MICROSOFT_CLIENT_SECRET: setting(text, {
    is: "the secret that goes with MICROSOFT_CLIENT_ID",
    example: "...",
    does: "that ID's secret",
  }),
  MICROSOFT_ISSUER: setting(ServiceUrl.default("https://login.microsoftonline.com/common/v2.0"), {
    is: "the address of Microsoft's sign-in, ending in /v2.0",
    example: "https://login.microsoftonline.com/YOUR-TENANT-ID/v2.0",
    does: "your tenant's, if only its people may sign in",
  }),
  OIDC_ISSUER: setting(ServiceUrl.optional(), {
    needed: "all five or none",
    is: "the identity provider's URL",
    missing: "the identity provider's base URL, which serves its discovery document",
    example: "https://login.example.org",
    does: "an identity provider to sign in with (OpenID Connect). Its redirect URL is `/api/auth/callback/oidc` on the app's address",
  }),
  OIDC_CLIENT_ID: setting(text, {
    is: "this product's client ID at the identity provider",
    example: "stet",
    does: "this product's ID there",
  }),
  OIDC_CLIENT_SECRET: setting(text, {
    is: "the secret that goes with OIDC_CLIENT_ID",
    example: "...",
    does: "that ID's secret",
  }),
  OIDC_LABEL: setting(text, {
    is: "the provider's name on the sign-in page",
    example: "University login",
    does: "its name on the sign-in page",
  }),
  OIDC_ALLOWED_DOMAINS: setting(text, {
    is: "the email domains that may sign in with it, separated by commas",
    example: "example.org,example.net",
    does: "only verified addresses in these domains are accepted",
  }),
  OIDC_PROVIDERS: setting(OwnProviders.optional(), {
    is: "a list in JSON, each with id, issuer, clientId, clientSecret, label, and domains",
    example:
      '[{"id":"press","issuer":"https://login.example.net","clientId":"stet","clientSecret":"...","label":"Press login","domains":["example.net"]}]',
    does: "more identity providers like the one above. Each one's redirect URL ends in its `id`",
  }),
  SSO_INSIDE_HOSTS: setting(List.optional(), {
    is: "host names, separated by commas",
    example: "login.intranet.example.org",
    otherwise: "organizations' identity providers must be on the internet",
    does: "hosts in your own network where an organization may have the identity provider of its single sign-on",
  }),
};
/** Settings of earlier versions, and why they are no longer needed. */
export const REMOVED = {
  DEBTOR_NAME: "the payer's name is the company's, from the setup checklist",
  DEBTOR_TOWN: "the payer's city is the company's, from the setup checklist",
  DEBTOR_COUNTRY: "the payer's country is the company's, from the setup checklist",
  STRIPE_PUBLISHABLE_KEY: "cards are entered on the provider's page",
} as const;
