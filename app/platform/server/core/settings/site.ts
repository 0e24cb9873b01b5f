/** Settings of the site itself: database, secrets, addresses, and who may do what. */
import { z } from "zod";
import { Flag, List, Origin, ORIGIN_FORM, isSecureOrLocal, setting, sound, whole } from "./setting.ts";

/** "1:<base64>,2:<base64>": versions from 1 to 65535, each with 32 bytes. */
const Keys = z.string().transform((text, ctx) => {
  const keys = new Map<number, Uint8Array>();
  for (const part of text.split(/[,\s]+/).filter(Boolean)) {
    const [, version, key = ""] = /^(\d{1,5}):([A-Za-z0-9+/_-]+={0,2})$/.exec(part) ?? [];
    const bytes = Buffer.from(key, "base64");
    const number = Number(version);
    if (!version || number < 1 || number > 65_535 || bytes.length !== 32 || keys.has(number)) {
      ctx.addIssue("wrong");
      return z.NEVER;
    }
    keys.set(number, bytes);
  }
  return keys;
});

function databaseProblem(url: string): string | null {
  if (!/^postgres(?:ql)?:\/\//.test(url)) return "It must begin with postgres://.";
  if (!URL.canParse(url)) return "Percent-encode characters such as / and # in the password.";
  return new URL(url).pathname.length > 1 ? null : "The name of the database is missing at its end.";
}

/** A script's URL: absolute, and over TLS unless it's on this machine, where tests use a fake. */
const Script = z.string().refine((v) => URL.canParse(v) && isSecureOrLocal(v));
/**
 * What a content security policy may contain: scheme and host, with at most a wildcard as the first label. Nothing that
 * could end the directive.
 */
const CSP_SOURCE = /^(?:https:\/\/(?:\*\.)?[a-z0-9.-]+|http:\/\/(?:localhost|127\.0\.0\.1))(?::\d+)?$/i;
const Sources = List.transform((all) => all.map((it) => it.replace(/\/$/, ""))).refine((all) =>
  all.every((it) => CSP_SOURCE.test(it)),
);

const kind = (does: string) => setting(Flag.optional(), { is: "0 or 1", example: "1", otherwise: "0", does });

export const SITE = {
  DATABASE_URL: setting(sound(databaseProblem), {
    needed: "yes",
    is: "a PostgreSQL connection string",
    example: "postgres://stet:PASSWORD@127.0.0.1:5432/stet",
    otherwise: "the embedded database and the demo world",
    does: "the database. Percent-encode special characters in the password, or use only letters and digits. `?sslmode=verify-full` at the end requires TLS",
  }),
  APP_SECRET: setting(z.string().min(32).optional(), {
    needed: "yes",
    is: "at least 32 characters",
    missing: "at least 32 random characters for signing sessions and links",
    example: "$(openssl rand -hex 32)",
    does: "signs sessions and links. If it changes, everybody signs in again, and links in emails stop working",
  }),
  ENCRYPTION_KEYS: setting(Keys.optional(), {
    needed: "yes",
    is: "version:key pairs, separated by commas, each key 32 bytes in base64",
    missing: "what editors' documents and personal details are encrypted with; keep a copy apart from your backups",
    example: "1:$(openssl rand -base64 32)",
    does: "the keys that encrypt editors' documents, personal details, and bank details that aren't confirmed yet (AES-256-GCM). Confirmed bank details are in the database as they are. The highest version encrypts; keep the older ones as long as anything was encrypted with them. Keys that don't fit the database's data are refused. Without the keys, a stolen disk or backup doesn't reveal what is encrypted, and nobody can restore it: keep a copy of them apart from your backups",
  }),
  PUBLIC_URL: setting(Origin.optional(), {
    needed: "this or the next two",
    is: ORIGIN_FORM,
    missing: "the URL people open",
    example: "https://app.example.org",
    does: "the single address of the whole site",
  }),
  APP_ORIGIN: setting(Origin.optional(), {
    is: ORIGIN_FORM,
    example: "https://app.example.org",
    otherwise: "`PUBLIC_URL`",
    does: "where people sign in and work, if that's another address than public pages have; see [0008](decisions/0008-two-origins.md). The proxy must pass the Host header on",
  }),
  PUBLIC_ORIGIN: setting(Origin.optional(), {
    is: ORIGIN_FORM,
    example: "https://www.example.org",
    otherwise: "`PUBLIC_URL`",
    does: "where people read. Alone, with a name containing `-public`, it gives the app the same name with `-app`",
  }),
  SITE_URL: setting(Origin.optional(), {
    is: ORIGIN_FORM,
    example: "https://www.example.org",
    otherwise: "the public origin",
    does: "the address public pages give to search engines",
  }),
  API_ORIGIN: setting(Origin.optional(), {
    is: ORIGIN_FORM,
    example: "https://api.example.org",
    otherwise: "the app origin",
    does: "where programs send calls and files. There, `/api` answers callers with a token; browsers use the origin of their page",
  }),
  UPLOAD_ORIGIN: setting(Origin.optional(), {
    is: ORIGIN_FORM,
    example: "https://uploads.example.org",
    otherwise: "uploads go to the origin of their page",
    does: "another host name that leads to the same processes, for the bytes of manuscripts and edited copies, so that they don't pass a CDN in front of the app. An upload begins at its page's origin, which gives it an address here with a ticket that is valid for an hour; see [0298](decisions/0298-uploads-to-another-host.md). Attachments, and forms without JavaScript, still go to their page's origin",
  }),
  SITE_NAME: setting(z.string().default("Stet"), {
    is: "text",
    example: "Stet",
    otherwise: "Stet",
    does: "the product's name on pages and in emails",
  }),
  KYC_RETENTION_YEARS: setting(whole(1, 30).default(7), {
    is: "1 to 30",
    example: "7",
    otherwise: "7",
    does: "how many years after an editor's last payout their approved documents are kept. Rejected and replaced ones are deleted after 90 days",
  }),
  PASSWORD_MIN_LENGTH: setting(whole(6, 64).default(6), {
    is: "6 to 64",
    example: "12",
    otherwise: "6",
    does: "how many characters a new password needs",
  }),
  PASSWORD_MAX_LENGTH: setting(whole(64, 256).optional(), {
    is: "64 to 256",
    example: "256",
    otherwise: "no maximum",
    does: "how many characters it may have",
  }),
  PASSWORD_LOWERCASE: kind("whether a new password needs a lowercase letter"),
  PASSWORD_UPPERCASE: kind("whether it needs a capital letter"),
  PASSWORD_DIGIT: kind("whether it needs a digit"),
  PASSWORD_SYMBOL: kind("whether it needs a symbol"),
  AUTH_TELL_APART: kind(
    "`1` lets sign-in and password reset reveal whether an address has an account (by default, they don't)",
  ),
  HUMAN_CHECK: setting(z.enum(["on", "off"]).default("on"), {
    is: "on or off",
    example: "on",
    otherwise: "on",
    does: "`off` removes the check before sign-up, the contact form, and a visitor's first chat message",
  }),
  LIVE_CHAT: setting(z.union([z.enum(["self", "off"]), Script]).default("self"), {
    is: "self, off or the https URL of a third-party script",
    example: "https://chat.example.org/embed.js",
    otherwise: "self",
    does: "who answers visitors on public pages: our own chat at the support desk, nobody (the bubble links to the contact form), or another provider's script (say in your cookie and privacy policies what it stores)",
  }),
  LIVE_CHAT_ORIGINS: setting(Sources.optional(), {
    is: "comma-separated URLs without a path",
    example: "https://chat.example.org,https://*.example.net",
    does: "for another provider's script: more addresses it may load from and connect to. The script's own origin is always included. The content security policy blocks everything else, and allows these only on public pages of signed-out visitors",
  }),
  DRILL: setting(Flag.optional(), {
    is: "0 or 1",
    example: "1",
    otherwise: "0",
    does: "`1` starts a restored copy that can't act: see [Restore drill](#restore-drill)",
  }),
};
