import { count } from "#app/platform/rules/core/count.ts";
import { type RoleHolder, mainRole } from "#app/platform/rules/core/actor.ts";
import { CLOCK } from "#app/platform/rules/core/actor.ts";
import { appUrl } from "#app/platform/rules/requests/origins.ts";
import { formatInstant } from "#app/platform/rules/core/time.ts";
import { type CommandContext, transact } from "#app/platform/server/core/command.ts";
import { config } from "#app/platform/server/core/config.ts";
import { type Tx, database } from "#app/platform/server/core/database.ts";
import { type EmailText, renderEmail } from "#app/platform/server/mail/email.tsx";
import { log } from "#app/platform/server/core/log.ts";
import { post } from "#app/platform/server/mail/mail.ts";
import { nextDigestAt } from "../rules/digest-time.ts";
import { type Digest } from "../rules/notice-groups.ts";
import { orderPage } from "#app/features/orders/rules/order-page.ts";
import { endUrl } from "./end-token.ts";
import { findEmailRecipient } from "./find-email-recipient.ts";
import { listNotifications } from "./list-notifications.ts";
import { footOf } from "./notice-email.ts";

const AT_ONCE = 500;
/** Maximum lines in a digest. The rest are counted. */
export const DIGEST_LINES = 20;

type Due = { uid: string; digest: Digest; nextDigestAt: Date | null; digestedAt: Date | null };
type Line = { title: string; at: Date; link: string | null; orderId: string | null; orderTitle: string | null };

/**
 * Scheduled job: at 7:00 in each reader's time zone, emails what is unread in their bell and wasn't emailed before.
 * Sends nothing when there is nothing.
 */
export async function sendDigests(now: Date): Promise<void> {
  const due = await database()
    .selectFrom("notification_preferences")
    .select(["uid", "digest", "nextDigestAt", "digestedAt"])
    .where("digest", "<>", "off")
    .where("nextDigestAt", "<=", now)
    .orderBy("nextDigestAt")
    .limit(AT_ONCE)
    .execute();
  for (const it of due) {
    try {
      await transact(CLOCK, (ctx) => sendDigest(ctx, it));
    } catch (error) {
      log.error("couldn't send digest", error, { uid: it.uid });
    }
  }
}

async function sendDigest({ tx, now }: CommandContext, due: Due): Promise<void> {
  const reader = await findEmailRecipient(tx, due.uid);
  // The update claims this digest, so a second worker finds it done.
  const mine = await tx
    .updateTable("notification_preferences")
    .set({ digestedAt: now, nextDigestAt: nextDigestAt(due.digest, now, reader?.timeZone ?? "UTC") })
    .where("uid", "=", due.uid)
    .where("digest", "=", due.digest)
    .where("nextDigestAt", "=", due.nextDigestAt)
    .returning("uid")
    .executeTakeFirst();
  if (!mine || !reader || due.digest === "off") return;
  const since = due.digestedAt ?? new Date(0);
  const own = await ownSince(tx, due.uid, since);
  const heard = (await listNotifications(reader))
    .filter((n) => !n.own && n.unread && new Date(n.createdAt) > since)
    .map((n) => ({
      title: n.title,
      at: new Date(n.createdAt),
      link: n.link,
      orderId: n.orderId,
      orderTitle: n.orderTitle,
    }));
  const total = own.total + heard.length;
  if (total === 0) return;
  const lines = [...own.lines, ...heard].sort((a, b) => b.at.getTime() - a.at.getTime()).slice(0, DIGEST_LINES);
  const text = digestEmail({ reader, digest: due.digest, lines, total, now });
  await post(tx, {
    key: `digest:${due.uid}:${due.nextDigestAt!.toISOString()}`,
    to: reader.email,
    subject: text.heading,
    ...(await renderEmail(text)),
    kind: "digest",
    unsubscribeUrl: text.end!.url,
  });
}

/** The reader's own unread rows since the last digest that weren't emailed. */
async function ownSince(tx: Tx, uid: string, since: Date): Promise<{ lines: Line[]; total: number }> {
  const rows = tx
    .selectFrom("notifications")
    .where("userId", "=", uid)
    .where("unread", "=", true)
    .where("createdAt", ">", since)
    .where("mailedAt", "is", null);
  const { total } = await rows
    .select((e) => e.cast<number>(e.fn.countAll(), "integer").as("total"))
    .executeTakeFirstOrThrow();
  const lines =
    total === 0
      ? []
      : await rows
          .select(["title", "createdAt as at", "link", "orderId", "orderTitle"])
          .orderBy("seq", "desc")
          .limit(DIGEST_LINES)
          .execute();
  return { lines, total };
}

/** Lists unread items with links. Titles only: never quotes what people wrote. */
export function digestEmail({
  reader,
  digest,
  lines,
  total,
  now,
}: {
  reader: RoleHolder & { uid: string; displayName: string; timeZone: string };
  digest: "daily" | "weekly";
  lines: readonly Line[];
  total: number;
  now: Date;
}): EmailText {
  const { origins, siteName } = config();
  const role = mainRole(reader);
  const as = role === "content" ? "client" : role;
  const address = ({ link, orderId }: Line): string | null => {
    const to = link ?? orderPage(as, orderId, reader);
    return to === null ? null : to.startsWith("/") ? appUrl(origins, to) : to;
  };
  const left = total - lines.length;
  const often = digest === "daily" ? "every morning" : "every Monday morning";
  return {
    key: "digest",
    reader: { uid: reader.uid, name: reader.displayName, timeZone: reader.timeZone },
    values: { count: total },
    heading: `${count(total, "unread notification")} at ${siteName}`,
    paragraphs: [
      `Dear ${reader.displayName},`,
      `Here are your unread notifications since ${digest === "daily" ? "the last summary" : "last week's summary"}, newest first.`,
    ],
    preheader: lines
      .slice(0, 3)
      .map((l) => l.title)
      .join(" · "),
    lines: [
      ...lines.map((l) => ({
        title: l.title,
        detail: [formatInstant(l.at, reader.timeZone, { now }), l.orderTitle].filter(Boolean).join(" · "),
        url: address(l),
      })),
      ...(left > 0
        ? [{ title: `And ${left} more`, detail: "See the full list on the notifications page.", url: null }]
        : []),
    ],
    button: { label: "View all notifications", url: appUrl(origins, "/notifications") },
    footer: footOf(
      `You're getting this email because you chose to get a summary ${often} from ${siteName}. It leaves out anything we've already emailed you.`,
      lines.length > 0 ? ["00:00"] : [],
      reader.timeZone,
    ),
    end: { url: endUrl({ uid: reader.uid, topic: `digest-${digest}` }), label: "Turn off this summary" },
  };
}
