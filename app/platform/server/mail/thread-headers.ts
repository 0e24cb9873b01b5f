import type { Selectable } from "kysely";
import type { MailTable } from "#db/schema.ts";
import { mailIdLike } from "../../rules/mail/message-id.ts";
import { config } from "../core/config.ts";
import { type Reader, database } from "../core/database.ts";

/** More would only make the header longer: mailboxes look at the first and the last. */
const REFERENCES = 12;

const ours = (id: string): string => `<${id}@${new URL(config().origins.app).hostname}>`;

/** The Message-ID of one of our emails. */
export const messageIdOf = (mailId: string): string => ours(mailId);

/** Our email's id in a Message-ID that we gave, or null. */
export function mailIdIn(messageId: string): string | null {
  const id = mailIdLike(messageId);
  return id !== null && messageIdOf(id) === `<${messageId.trim().replace(/^<|>$/g, "").toLowerCase()}>` ? id : null;
}

/**
 * In-Reply-To and References of an email in a conversation: the conversation's own id, the emails we sent this person
 * before, and those they sent us. The id of the conversation never changes, so that mailboxes show one thread even where
 * they never saw the earlier emails, and where a mail provider changes Message-IDs.
 */
export async function threadHeaders(
  mail: Pick<Selectable<MailTable>, "thread" | "to" | "seq" | "createdAt">,
  db: Reader = database(),
): Promise<{ inReplyTo: string; references: string[] } | null> {
  const { thread } = mail;
  if (!thread) return null;
  const sent = await db
    .selectFrom("mail")
    .select(["id", "createdAt as at"])
    .where("thread", "=", thread)
    .where("to", "=", mail.to)
    .where("seq", "<", mail.seq)
    .orderBy("seq", "desc")
    .limit(REFERENCES)
    .execute();
  const received = await db
    .selectFrom("inbound_emails")
    .select(["messageId", "at"])
    .where("thread", "=", thread)
    .where("address", "=", mail.to.trim().toLowerCase())
    .where("messageId", "is not", null)
    .where("at", "<=", mail.createdAt)
    .orderBy("at", "desc")
    .limit(REFERENCES)
    .execute();
  const earlier = [
    ...sent.map(({ id, at }) => ({ id: messageIdOf(id), at })),
    ...received.map(({ messageId, at }) => ({ id: messageId!, at })),
  ]
    .sort((a, b) => a.at.getTime() - b.at.getTime())
    .slice(-REFERENCES)
    .map(({ id }) => id);
  const root = ours(`${thread}.thread`);
  return { inReplyTo: earlier.at(-1) ?? root, references: [root, ...earlier] };
}
