/** Amazon SES's report on one recipient of an email. */
export type ReportedEvent = {
  kind: "bounce" | "soft_bounce" | "complaint";
  address: string;
  mailId: string | null;
  providerId: string | null;
  detail: string;
  at: Date | null;
};

type Json = Record<string, unknown>;
const asRecord = (value: unknown): Json => (typeof value === "object" && value !== null ? (value as Json) : {});
const asText = (value: unknown): string => (typeof value === "string" ? value : "");
const asList = (value: unknown): Json[] => (Array.isArray(value) ? value.slice(0, 100).map(asRecord) : []);
const asDate = (value: unknown): Date | null => {
  const at = new Date(asText(value));
  return Number.isNaN(at.getTime()) ? null : at;
};

/**
 * The bounces and complaints in a message of Amazon SES, as a notification of an identity or an event of a
 * configuration set. A permanent bounce is about the address, except where our message was the reason; every other one
 * may pass.
 */
export function readSesMessage(message: unknown): ReportedEvent[] {
  const it = asRecord(message);
  const providerId = asText(asRecord(it["mail"])["messageId"]) || null;
  const type = asText(it["notificationType"]) || asText(it["eventType"]);
  if (type === "Bounce") {
    const bounce = asRecord(it["bounce"]);
    const hard = bounce["bounceType"] === "Permanent" && bounce["bounceSubType"] !== "ContentRejected";
    return asList(bounce["bouncedRecipients"])
      .filter((r) => asText(r["emailAddress"]))
      .map((r) => ({
        kind: hard ? "bounce" : "soft_bounce",
        address: addressIn(asText(r["emailAddress"])),
        mailId: null,
        providerId,
        detail:
          asText(r["diagnosticCode"]) || `${asText(bounce["bounceType"])} ${asText(bounce["bounceSubType"])}`.trim(),
        at: asDate(bounce["timestamp"]),
      }));
  }
  if (type !== "Complaint") return [];
  const complaint = asRecord(it["complaint"]);
  // "Not spam" is the opposite of a complaint.
  if (complaint["complaintFeedbackType"] === "not-spam") return [];
  return asList(complaint["complainedRecipients"])
    .filter((r) => asText(r["emailAddress"]))
    .map((r) => ({
      kind: "complaint",
      address: addressIn(asText(r["emailAddress"])),
      mailId: null,
      providerId,
      detail: asText(complaint["complaintFeedbackType"]) || "complaint",
      at: asDate(complaint["timestamp"]),
    }));
}

/** "Amara <amara@example.org>" as "amara@example.org". */
export const addressIn = (text: string): string => (/<([^<>\s]+)>\s*$/.exec(text)?.[1] ?? text).trim().toLowerCase();

/**
 * The bounce or complaint in a webhook of Postmark, or null for the other records it sends. What deactivates the
 * address at Postmark, and an address that doesn't exist, is a bounce; the others may pass.
 */
export function readPostmarkRecord(record: unknown): (ReportedEvent & { key: string }) | null {
  const it = asRecord(record);
  // Header names, which the keys come from, have no case of their own.
  const [, mailId = null] =
    Object.entries(asRecord(it["Metadata"])).find(
      (pair): pair is [string, string] => pair[0].toLowerCase() === "mail-id" && asText(pair[1]) !== "",
    ) ?? [];
  const common = { mailId, providerId: null };
  if (it["RecordType"] === "Bounce" || it["RecordType"] === "SpamComplaint") {
    const address = addressIn(asText(it["Email"]));
    if (!address) return null;
    const complaint = it["RecordType"] === "SpamComplaint" || it["Type"] === "SpamComplaint";
    const hard = it["Inactive"] === true || it["Type"] === "HardBounce" || it["Type"] === "BadEmailAddress";
    return {
      ...common,
      key: `postmark:${String(it["ID"])}`,
      kind: complaint ? "complaint" : hard ? "bounce" : "soft_bounce",
      address,
      detail: asText(it["Description"]) || asText(it["Type"]),
      at: asDate(it["BouncedAt"]),
    };
  }
  if (it["RecordType"] !== "SubscriptionChange" || it["SuppressSending"] !== true) return null;
  const address = addressIn(asText(it["Recipient"]));
  // A person who pressed the provider's own unsubscribe link has complained in the politest way.
  return address
    ? {
        ...common,
        key: `postmark:${asText(it["MessageID"])}:${asText(it["ChangedAt"])}`,
        kind: it["SuppressionReason"] === "HardBounce" ? "bounce" : "complaint",
        address,
        detail: asText(it["SuppressionReason"]),
        at: asDate(it["ChangedAt"]),
      }
    : null;
}
