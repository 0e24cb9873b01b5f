/** nodemailer's error for an email that the mail server refused. */
export type SmtpFailure = { responseCode?: number; response?: string; command?: string; code?: string };

export type SmtpVerdict =
  /** Refused for now, or our access to the server is the problem: try again. */
  | "retry"
  /** Refused for good, for a reason that isn't the address: its size, its content, our reputation. */
  | "failed"
  /** The mailbox can't take it, but may later: it's full, for example. */
  | "soft_bounce"
  /** The address doesn't exist or no longer receives email. */
  | "bounce";

/**
 * What to do after a refusal while sending. The enhanced status code (RFC 3463) decides if there is one: 5.1.x is about
 * the address and 5.2.x about its mailbox. Without one, a refusal counts against the address only if it answers RCPT
 * TO.
 */
export function smtpVerdict({ responseCode = 0, response = "", command = "", code = "" }: SmtpFailure): SmtpVerdict {
  if (code === "EENVELOPE" && responseCode === 0) return "failed";
  if (responseCode < 500 || code === "EAUTH") return "retry";
  const [, subject, detail] = /^\d{3}[ -]5\.(\d{1,3})\.(\d{1,3})\b/.exec(response) ?? [];
  if (subject !== undefined) return statusVerdict(Number(subject), Number(detail));
  return command === "RCPT TO" && [550, 551, 553].includes(responseCode) ? "bounce" : "failed";
}

/** What a permanent status 5.subject.detail says about the address. */
export function statusVerdict(subject: number, detail: number): "failed" | "soft_bounce" | "bounce" {
  // 5.1.7 and 5.1.8 are about the sender's address.
  if (subject === 1) return detail === 7 || detail === 8 ? "failed" : "bounce";
  if (subject === 2) return detail === 1 ? "bounce" : "soft_bounce";
  return "failed";
}
