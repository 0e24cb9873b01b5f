import { type Transporter, createTransport } from "nodemailer";
import { newId } from "#app/platform/rules/ids.ts";
import { now } from "./clock.ts";
import { config } from "./config.ts";
import { type Reader, database } from "./database.ts";
import { enqueue } from "./jobs.ts";
import { publish } from "./live.ts";

/** A letter, ready to go. `key` makes it one: the same key is never sent twice. */
export type Letter = { key: string; to: string; subject: string; html: string; text: string; kind: string };

export const MAIL_JOB = "mail";

/** Puts a letter into the outbox, in the transaction given. Returns false when one with this key is there already. */
export async function post(db: Reader, letter: Letter): Promise<boolean> {
  const id = newId("mail");
  const row = await db.insertInto("mail").values({ id, ...letter, createdAt: now() }).onConflict((c) => c.column("key").doNothing()).returning("id").executeTakeFirst();
  if (!row) return false;
  await enqueue(db, MAIL_JOB, { mailId: id });
  return true;
}

const holder = globalThis as unknown as { __stetSmtp?: { url: string; transport: Transporter } };
function smtp(url: string): Transporter {
  if (holder.__stetSmtp?.url !== url)
    holder.__stetSmtp = { url, transport: createTransport({ url, pool: true, maxConnections: 2, connectionTimeout: 10_000, socketTimeout: 30_000 }) };
  return holder.__stetSmtp.transport;
}

/**
 * The job that sends one letter. Without an SMTP server (the embedded default) the outbox itself is where it arrives.
 * A letter sent but not yet marked when the process dies may go a second time; it carries its id as Message-ID, so that mailboxes fold the two.
 */
export async function sendMail(data: Record<string, unknown>): Promise<void> {
  const db = database();
  const letter = await db.selectFrom("mail").selectAll().where("id", "=", String(data.mailId)).where("status", "<>", "sent").executeTakeFirst();
  if (!letter) return;
  const { smtpUrl, from } = config().mail;
  try {
    if (smtpUrl)
      await smtp(smtpUrl).sendMail({ from, to: letter.to, subject: letter.subject, html: letter.html, text: letter.text, messageId: `<${letter.id}@${new URL(config().origins.app).hostname}>` });
    await db.updateTable("mail").set({ status: "sent", sentAt: now(), attempts: letter.attempts + 1 }).where("id", "=", letter.id).execute();
    await publish(db, ["mailbox"], { kind: "mail", orderId: null });
  } catch (error) {
    await db.updateTable("mail").set({ status: "failed", attempts: letter.attempts + 1, failure: error instanceof Error ? error.message.slice(0, 300) : "" }).where("id", "=", letter.id).execute();
    throw error;
  }
}
