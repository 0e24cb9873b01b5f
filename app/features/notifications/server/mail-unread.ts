import { joinWords } from "#app/platform/rules/text/join-words.ts";
import { CLOCK } from "#app/platform/rules/core/actor.ts";
import { appUrl } from "#app/platform/rules/requests/origins.ts";
import { formatInstant } from "#app/platform/rules/core/time.ts";
import { type CommandContext, transact } from "#app/platform/server/core/command.ts";
import { config } from "#app/platform/server/core/config.ts";
import { type Tx, database } from "#app/platform/server/core/database.ts";
import { type EmailQuote, type EmailText, renderEmail } from "#app/platform/server/mail/email.tsx";
import { log } from "#app/platform/server/core/log.ts";
import { post } from "#app/platform/server/mail/mail.ts";
import { byEmail, channelOf } from "../rules/notice-groups.ts";
import { orderPage } from "#app/features/orders/rules/order-page.ts";
import type { ReaderRoles } from "#app/platform/rules/core/fact-words.ts";
import { findEmailRecipient } from "./find-email-recipient.ts";
import { countFilesWith } from "./load-quotation.ts";
import { endOf, footOf, replyNote } from "./notice-email.ts";
import { listChannels } from "./preferences.ts";

const AT_ONCE = 500;

/**
 * Scheduled job: emails people about messages unread on an order's thread for ten minutes, one email per thread. Skips
 * messages read in the bell or on the thread, and people who have turned off these emails.
 */
export async function mailUnread(now: Date): Promise<void> {
  const due = await database()
    .selectFrom("notifications")
    .select(["mailTo", "orderId"])
    .where("mailAt", "<=", now)
    .groupBy(["mailTo", "orderId"])
    .limit(AT_ONCE)
    .execute();
  for (const { mailTo, orderId } of due) {
    try {
      await transact(CLOCK, (ctx) => tellUnread(ctx, mailTo, orderId));
    } catch (error) {
      // One failure doesn't stop the others. It is retried the next minute.
      log.error("couldn't email about unread messages", error, { orderId });
    }
  }
}

async function tellUnread({ tx, now }: CommandContext, uid: string | null, orderId: string | null): Promise<void> {
  // The update claims the rows, so a second worker finds none left.
  const rows = (
    await tx
      .updateTable("notifications")
      .set({ mailAt: null })
      .where("mailTo", "is not distinct from", uid)
      .where("orderId", "is not distinct from", orderId)
      .where("mailAt", "is not", null)
      .returning(["id", "seq", "key", "userId", "unread", "subject", "createdAt"])
      .execute()
  )
    .filter((r) => r.userId === null || r.unread)
    .sort((a, b) => a.seq - b.seq);
  if (rows.length === 0 || !uid || !orderId) return;
  const order = await tx
    .selectFrom("orders")
    .select(["id", "number", "title", "userId", "assignedTo", "unreadByClient", "unreadByEditor"])
    .where("id", "=", orderId)
    .executeTakeFirst();
  const as = order?.userId === uid ? "client" : order?.assignedTo === uid ? "editor" : null;
  if (!order || !as || !(as === "client" ? order.unreadByClient : order.unreadByEditor)) return;
  const reader = await findEmailRecipient(tx, uid);
  if (!reader || !byEmail(channelOf((await listChannels(tx, [uid])).get(uid) ?? {}, "messages"))) return;
  const text = unreadEmail({
    order,
    as,
    reader,
    latestAt: rows.at(-1)!.createdAt,
    now,
    messages: await messagesOf(
      tx,
      rows.map((r) => r.subject),
      as,
    ),
  });
  await post(tx, {
    key: `unread:${rows[0]!.key}`,
    to: reader.email,
    subject: text.heading,
    ...(await renderEmail(text)),
    kind: "message.unread",
    replies: { orderId, uid },
    ...(text.end ? { unsubscribeUrl: text.end.url } : {}),
  });
  await tx
    .updateTable("notifications")
    .set({ mailedAt: now })
    .where(
      "id",
      "in",
      rows.map((r) => r.id),
    )
    .execute();
}

type Unread = Pick<EmailQuote, "by" | "text" | "files">;

/** The messages with their writers as named for the reader, oldest first. */
async function messagesOf(tx: Tx, messageIds: readonly string[], as: "client" | "editor"): Promise<Unread[]> {
  const rows = await tx
    .selectFrom("messages as m")
    .leftJoin("users as u", "u.uid", "m.authorId")
    .select(["m.id", "m.authorRole", "u.displayName", "m.body"])
    .where("m.id", "in", messageIds)
    .orderBy("m.id")
    .execute();
  const files = await countFilesWith(messageIds, tx);
  const other = as === "client" ? "Your editor" : "The author";
  return messageIds.map((id) => {
    const row = rows.find((it) => it.id === id);
    const by =
      row?.authorRole === "editor"
        ? row.displayName || "Your editor"
        : row?.authorRole === "client"
          ? "The author"
          : row
            ? "Our support team"
            : other;
    return { by, text: row?.body ?? "", files: files.get(id) ?? 0 };
  });
}

/** More messages than this are on the order page only. */
const QUOTED = 10;

/** Says who wrote what, and where to reply. */
export function unreadEmail({
  order,
  as,
  reader,
  messages,
  latestAt,
  now,
}: {
  order: { id: string; number: string; title: string };
  as: "client" | "editor";
  reader: ReaderRoles & { uid: string; displayName: string; timeZone: string };
  messages: readonly Unread[];
  latestAt: Date;
  now: Date;
}): EmailText {
  const { origins, siteName } = config();
  const one = messages.length === 1;
  const from = [...new Set(messages.map((it) => it.by))];
  const url = appUrl(origins, orderPage(as, order.id, reader)!);
  const sentAt = formatInstant(latestAt, reader.timeZone, { now });
  const who = joinWords(
    from.map((one, i) => (i === 0 ? one : one.replace(/^(The|Our|Your) /, (word) => word.toLowerCase()))),
  );
  const said = [
    `${who} wrote to you about ${order.number}${order.title ? `, “${order.title}”` : ""}. ${one ? `It was sent ${sentAt} and is unread.` : `${messages.length} messages are unread. The latest was sent ${sentAt}.`}`,
    ...(messages.length > QUOTED ? [`Here are the latest ${QUOTED}. The others are on the order page.`] : []),
    `Reply on the order page. ${replyNote()}`,
  ];
  return {
    key: "message.unread",
    reader: { uid: reader.uid, name: reader.displayName, timeZone: reader.timeZone },
    values: { order: order.number, title: order.title, count: messages.length },
    heading: one ? `Unread message about ${order.number}` : `${messages.length} unread messages about ${order.number}`,
    paragraphs: [`Dear ${reader.displayName},`, ...said],
    quotes: messages
      .filter((it) => it.text !== "" || it.files > 0)
      .slice(-QUOTED)
      .map((it) => ({ ...it, url })),
    button: { label: "Open order and reply", url },
    footer: footOf(
      as === "client"
        ? `You're getting this email because ${order.number} is your order at ${siteName} and has messages unread for ten minutes.`
        : `You're getting this email because you edit ${order.number} for ${siteName} and it has messages unread for ten minutes.`,
      said,
      reader.timeZone,
    ),
    ...endOf(reader.uid, "messages"),
  };
}
