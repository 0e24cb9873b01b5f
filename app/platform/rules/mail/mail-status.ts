/** What staff read about an email. Queued includes emails that are being sent right now. */
export const MAIL_STATUS_WORDS = {
  waiting: "queued",
  sending: "queued",
  sent: "sent",
  failed: "failed",
  bounced: "bounced",
  complained: "reported as spam",
  suppressed: "not sent (suppressed)",
} as const;

export type MailStatus = keyof typeof MAIL_STATUS_WORDS;

/** The color of an email's status. */
export const mailTone = (status: MailStatus): "done" | "waiting" | "late" =>
  status === "sent" ? "done" : status === "waiting" || status === "sending" ? "waiting" : "late";

export const SUPPRESSION_WORDS = {
  bounce: "Bounced",
  complaint: "Reported as spam",
} as const;

export const MAIL_SOURCE_WORDS = {
  smtp: "mail server",
  ses: "Amazon SES",
  postmark: "Postmark",
  report: "delivery report",
} as const;
