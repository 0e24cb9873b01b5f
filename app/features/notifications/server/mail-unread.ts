import { CLOCK } from "#app/platform/rules/core/actor.ts";
import { appUrl } from "#app/platform/rules/core/origins.ts";
import { formatInstant } from "#app/platform/rules/core/time.ts";
import { type CommandContext, transact } from "#app/platform/server/core/command.ts";
import { config } from "#app/platform/server/core/config.ts";
import { type Tx, database } from "#app/platform/server/core/database.ts";
import { type EmailText, renderEmail } from "#app/platform/server/mail/email.tsx";
import { log } from "#app/platform/server/core/log.ts";
import { post } from "#app/platform/server/mail/mail.ts";
import { byEmail, channelOf } from "../rules/notice-groups.ts";
import { orderPage } from "#app/features/orders/rules/order-page.ts";
import type { ReaderRoles } from "#app/platform/rules/core/fact-words.ts";
import { findEmailRecipient } from "./find-email-recipient.ts";
import { endOf, footOf } from "./notice-email.ts";
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
    messages: rows.length,
    latestAt: rows.at(-1)!.createdAt,
    now,
    from: await writersOf(
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

/** Who wrote them, as named for the reader. */
async function writersOf(tx: Tx, messageIds: readonly string[], as: "client" | "editor"): Promise<string[]> {
  const rows = await tx
    .selectFrom("messages as m")
    .leftJoin("users as u", "u.uid", "m.authorId")
    .select(["m.authorRole", "u.displayName"])
    .where("m.id", "in", messageIds)
    .orderBy("m.id")
    .execute();
  const words = rows.map((r) =>
    r.authorRole === "editor"
      ? r.displayName || "Your editor"
      : r.authorRole === "client"
        ? "The author"
        : "Our support team",
  );
  const known = [...new Set(words)];
  return known.length > 0 ? known : [as === "client" ? "Your editor" : "The author"];
}

/** Says who wrote and where to read it, never what the message says. */
export function unreadEmail({
  order,
  as,
  reader,
  messages,
  latestAt,
  from,
  now,
}: {
  order: { id: string; number: string; title: string };
  as: "client" | "editor";
  reader: ReaderRoles & { uid: string; displayName: string; timeZone: string };
  messages: number;
  latestAt: Date;
  from: readonly string[];
  now: Date;
}): EmailText {
  const { origins, siteName } = config();
  const one = messages === 1;
  const sentAt = formatInstant(latestAt, reader.timeZone, { now });
  const who =
    from.length === 1
      ? from[0]!
      : `${from.slice(0, -1).join(", ")} and ${from.at(-1)!.replace(/^(The|Our|Your) /, (word) => word.toLowerCase())}`;
  const said = [
    `${who} wrote to you about ${order.number}${order.title ? `, “${order.title}”` : ""}. ${one ? `It was sent ${sentAt} and is unread.` : `${messages} messages are unread. The latest was sent ${sentAt}.`}`,
    config().mail.inbound
      ? "You can reply on the order page, or to this email: your answer joins the conversation."
      : "Please reply on the order page. Replies to this email don't reach anyone working on the order.",
  ];
  return {
    heading: one ? `Unread message about ${order.number}` : `${messages} unread messages about ${order.number}`,
    paragraphs: [`Dear ${reader.displayName},`, ...said],
    button: {
      label: one ? "Read message" : "Read messages",
      url: appUrl(origins, orderPage(as, order.id, reader)!),
    },
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
