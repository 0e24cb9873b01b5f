import type { Selectable, Updateable } from "kysely";
import { type Transporter, createTransport } from "nodemailer";
import type { MailTable } from "#db/schema.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { SECOND, after } from "#app/platform/rules/core/time.ts";
import { now } from "../core/clock.ts";
import { config } from "../core/config.ts";
import { type Reader, database } from "../core/database.ts";
import { enqueue } from "../core/jobs.ts";
import { publish } from "../live/live.ts";
import { log } from "../core/log.ts";
import { metrics } from "../core/metrics.ts";
import { processWide } from "../core/process-wide.ts";
import { traced } from "../core/tracing.ts";
import { type SmtpFailure, smtpVerdict } from "../../rules/mail/smtp-verdict.ts";
import { refuseInDrill } from "../drill.ts";
import { findSuppression, recordMailEvent } from "./mail-events.ts";
import { type ReplyThread, keepReplyToken, replyAddress } from "./reply-address.ts";
import { messageIdOf, threadHeaders } from "./thread-headers.ts";

/** An email ready to send. `key` makes it unique: the same key is never sent twice. */
export type OutgoingEmail = {
  key: string;
  to: string;
  subject: string;
  html: string;
  text: string;
  kind: string;
  /**
   * The one-click unsubscribe URL for emails of this kind; omitted if they can't be unsubscribed from (sign-in,
   * security).
   */
  unsubscribeUrl?: string;
  /** The id of the order or ticket whose emails mailboxes show as one conversation; by default that of `replies`. */
  thread?: string;
  /** The conversation that replies are added to; omitted if there is none. */
  replies?: ReplyThread;
};

export const MAIL_JOB = "mail";

/** Puts an email into the outbox, in the transaction given. Returns false if one with this key is already there. */
export async function post(db: Reader, { replies, ...email }: OutgoingEmail): Promise<boolean> {
  const id = newId("mail");
  const replyToken = replies ? await keepReplyToken(db, replies) : null;
  const thread = email.thread ?? (replies ? ("orderId" in replies ? replies.orderId : replies.ticketId) : null);
  const row = await db
    .insertInto("mail")
    .values({ id, ...email, replyToken, thread, createdAt: now() })
    .onConflict((c) => c.column("key").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!row) return false;
  await enqueue(db, MAIL_JOB, { mailId: id });
  return true;
}

/** How long a mail server has to answer a check. */
const PROBE_MS = 8_000;

const holder = processWide<{ __stetSmtp?: { url: string; transport: Transporter } }>();
function smtp(url: string): Transporter {
  if (holder.__stetSmtp?.url !== url)
    holder.__stetSmtp = {
      url,
      transport: createTransport({
        url,
        pool: true,
        maxConnections: 2,
        connectionTimeout: 10_000,
        socketTimeout: 30_000,
      }),
    };
  return holder.__stetSmtp.transport;
}

/** Why the mail server doesn't take emails at the moment, or null. Signs in, and sends nothing. */
export async function mailProblem(): Promise<string | null> {
  const { smtpUrl } = config().mail;
  if (!smtpUrl || config().drill) return null;
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: PROBE_MS,
    greetingTimeout: PROBE_MS,
    socketTimeout: PROBE_MS,
  });
  try {
    await transport.verify();
    return null;
  } catch (error) {
    const { code = "", responseCode = "" } = error as { code?: string; responseCode?: number };
    if (code === "EAUTH") return "SMTP_URL: the mail server refuses the name or password";
    if (code === "EDNS" || code === "ENOTFOUND") return "SMTP_URL: there's no server with this name";
    return `SMTP_URL: the mail server doesn't answer (${`${code} ${responseCode}`.trim()})`;
  } finally {
    transport.close();
  }
}

type StoredEmail = Selectable<MailTable>;

/** A worker that hasn't renewed its claim on an email for this long is gone, and another may send it. */
const LEASE_MS = 30 * SECOND;
/** How often a worker renews its claim while the mail server takes its time. */
const RENEW_MS = 10 * SECOND;

/**
 * Claims an email for sending, or says that another worker has it or that it's done. The UPDATE checks the old status,
 * so only one worker wins.
 */
async function claim(id: string): Promise<StoredEmail | "taken" | "settled"> {
  const db = database();
  const at = now();
  const mine = await db
    .updateTable("mail")
    .set((e) => ({ status: "sending", claimedAt: at, attempts: e("attempts", "+", 1) }))
    .where("id", "=", id)
    .where((e) =>
      e.or([
        e("status", "in", ["waiting", "failed"]),
        e.and([e("status", "=", "sending"), e("claimedAt", "<", after(at, -LEASE_MS))]),
      ]),
    )
    .returningAll()
    .executeTakeFirst();
  if (mine) return mine;
  const there = await db.selectFrom("mail").select("status").where("id", "=", id).executeTakeFirst();
  return there?.status === "sending" ? "taken" : "settled";
}

/** Renews this worker's claim. If it can't, another worker may send the email a second time. */
async function renew(id: string): Promise<void> {
  await database()
    .updateTable("mail")
    .set({ claimedAt: now() })
    .where("id", "=", id)
    .where("status", "=", "sending")
    .execute()
    .catch((error: unknown) => log.error("claim not renewed", error, { mail: id }));
}

const headersOf = ({ id, unsubscribeUrl }: StoredEmail): Record<string, string> => ({
  "Auto-Submitted": "auto-generated",
  // Postmark includes it in its reports.
  ...(config().mail.postmarkSecret ? { "X-PM-Metadata-mail-id": id } : {}),
  ...(unsubscribeUrl
    ? { "List-Unsubscribe": `<${unsubscribeUrl}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" }
    : {}),
});

/** Amazon SES responds with its own id, which its reports use. */
const providerIdOf = (response: string): string | null =>
  /^250 Ok ([0-9a-f]{16}-[0-9a-f-]{20,60})\s*$/i.exec(response)?.[1] ?? null;

async function deliver(email: StoredEmail): Promise<string | null> {
  const { smtpUrl, from, returnPath } = config().mail;
  if (!smtpUrl) return null;
  const replyTo = email.replyToken && replyAddress(email.replyToken);
  const info = (await smtp(smtpUrl).sendMail({
    from,
    to: email.to,
    ...(returnPath ? { envelope: { from: returnPath, to: email.to } } : {}),
    ...(replyTo ? { replyTo } : {}),
    ...(await threadHeaders(email)),
    subject: email.subject,
    html: email.html,
    text: email.text,
    headers: headersOf(email),
    messageId: messageIdOf(email.id),
  })) as { response?: string };
  return providerIdOf(info.response ?? "");
}

/**
 * The job that sends one email. Without an SMTP server (the embedded default) emails stay in the outbox. Nothing is
 * sent to an address on the suppression list. If the process dies after sending and before marking it, the email goes
 * out twice. Both carry its id as Message-ID, so mailboxes show one.
 * @throws if it wasn't sent, or another worker is sending it, and should be retried. A permanent refusal doesn't throw.
 */
export async function sendMail(data: Record<string, unknown>): Promise<void> {
  refuseInDrill();
  const db = database();
  const email = await claim(String(data.mailId));
  if (email === "settled") return;
  if (email === "taken") throw new Error("Another worker has this email in hand");
  const settle = (set: Updateable<MailTable>) =>
    db
      .updateTable("mail")
      .set({ ...set, claimedAt: null })
      .where("id", "=", email.id)
      .where("status", "=", "sending")
      .execute();
  if (await findSuppression(email.to, db)) {
    metrics().emails.inc({ result: "suppressed" });
    await settle({ status: "suppressed", failure: null });
    return;
  }
  let providerId: string | null;
  const renewing = setInterval(() => void renew(email.id), RENEW_MS);
  try {
    providerId = await traced("SMTP send", "client", {}, () => deliver(email));
  } catch (error) {
    const failure = error instanceof Error ? error.message.slice(0, 300) : "";
    const verdict = smtpVerdict(error as SmtpFailure);
    await settle({ status: "failed", failure });
    // The server's own message may contain the address, so it's stored with the email and never logged.
    const { code = "", responseCode = "" } = error as { code?: string; responseCode?: number };
    const said = new Error(`The mail server rejected this email: ${code} ${responseCode}`.trim());
    metrics().emails.inc({ result: verdict === "retry" ? "failed" : verdict === "failed" ? "refused" : "bounced" });
    if (verdict === "retry") throw said;
    if (verdict !== "failed")
      await db.transaction().execute((tx) =>
        recordMailEvent(tx, {
          key: `smtp:${email.id}:${email.attempts}`,
          kind: verdict,
          source: "smtp",
          address: email.to,
          mailId: email.id,
          detail: failure,
          at: now(),
        }),
      );
    log.error("email refused for good", said, { mail: email.id });
    return;
  } finally {
    clearInterval(renewing);
  }
  metrics().emails.inc({ result: "sent" });
  await settle({ status: "sent", sentAt: now(), failure: null, providerId });
  await publish(db, ["mailbox"], { kind: "mail", orderId: null });
}
