import { mailIdLike } from "#app/platform/rules/mail/message-id.ts";
import { statusVerdict } from "#app/platform/rules/mail/smtp-verdict.ts";
import { addressIn } from "./provider-events.ts";

/** Providers take 25 to 35 MB; encoded, and in Postmark's JSON with its files a second time, that doubles. */
export const INBOUND_BYTES = 80 * 1024 * 1024;

/** A header as it was sent; the name in lower case. */
export type Header = { key: string; value: string };

const AUTOMATIC = /^(?:bulk|junk|list|auto[_-]?reply)\b/i;
const MACHINES = /^(?:mailer-daemon|postmaster|no-?reply|do-?not-?reply|bounces?)(?:[+._-][^@]*)?@/i;

/** The value of a header, or an empty text. */
export const headerOf = (headers: readonly Header[], key: string): string =>
  headers.find((it) => it.key === key)?.value.trim() ?? "";

/**
 * Whether a machine wrote this email: an out-of-office note, a list, or another program. Answering one could start a
 * loop (RFC 3834), and its text isn't a reply.
 */
export function isAutomatic(headers: readonly Header[], from: string): boolean {
  const submitted = headerOf(headers, "auto-submitted");
  if (submitted && !/^no\b/i.test(submitted)) return true;
  if (AUTOMATIC.test(headerOf(headers, "precedence"))) return true;
  if (
    ["x-autoreply", "x-autorespond", "x-autoresponder", "list-id", "feedback-id"].some((key) => headerOf(headers, key))
  )
    return true;
  if (headers.some((it) => it.key === "return-path" && it.value.trim() === "<>")) return true;
  return MACHINES.test(from);
}

/** The token of the first of our reply addresses among an email's recipients. */
export function replyTokenIn(recipients: readonly string[], domain: string): string | null {
  for (const one of recipients) {
    const [local, of] = addressIn(one).split("@");
    const token = of === domain ? /^reply\+([a-z0-9]{20,40})$/.exec(local ?? "")?.[1] : undefined;
    if (token) return token;
  }
  return null;
}

export type DeliveryReport = {
  kind: "bounce" | "soft_bounce";
  address: string;
  mailId: string;
  detail: string;
};

const field = (text: string, name: string): string =>
  new RegExp(`^${name}:[ \\t]*(.*(?:\\r?\\n[ \\t]+.*)*)`, "im").exec(text)?.[1]?.replaceAll(/\s+/g, " ").trim() ?? "";

/**
 * A delivery status notification (RFC 3464) about an email of ours that couldn't be delivered, or null: one about a
 * delay, or one that doesn't carry the Message-ID we gave the email, which nobody else can guess.
 * @param status the message/delivery-status part
 * @param original the returned email, or its headers
 */
export function readDeliveryReport(status: string, original: string): DeliveryReport | null {
  if (field(status, "Action").toLowerCase() !== "failed") return null;
  const mailId = mailIdLike(field(original, "Message-ID"));
  const address = addressIn(
    (field(status, "Original-Recipient") || field(status, "Final-Recipient")).replace(/^[a-z0-9-]+\s*;\s*/i, ""),
  );
  if (!mailId || !address) return null;
  const code = field(status, "Status");
  const [, subject, detail] = /^5\.(\d{1,3})\.(\d{1,3})/.exec(code) ?? [];
  const hard = subject !== undefined && statusVerdict(Number(subject), Number(detail)) === "bounce";
  const said = field(status, "Diagnostic-Code").replace(/^[a-z0-9-]+\s*;\s*/i, "");
  return { kind: hard ? "bounce" : "soft_bounce", address, mailId, detail: said || `status ${code}` };
}
