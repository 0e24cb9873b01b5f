import { sql } from "kysely";
import { z } from "zod";
import { may } from "#app/platform/rules/core/duties.ts";
import { conflict, notFound } from "#app/platform/rules/core/errors.ts";
import { MINUTE, after } from "#app/platform/rules/core/time.ts";
import { command } from "#app/platform/server/core/command.ts";
import { lockName } from "#app/platform/server/core/database.ts";
import { findReplyThread } from "#app/platform/server/mail/reply-address.ts";
import { TEXTS_DELETED } from "#app/features/messages/server/remove-order-texts.ts";
import { post } from "#app/platform/server/mail/mail.ts";

const PAUSE_MS = 10 * MINUTE;

/**
 * Sends an email about an order once more, to the address it went to. Sign-in and security emails aren't about an
 * order, so they can't be sent again from here.
 * @throws not-found, refused, conflict (too_soon)
 */
export const resendOrderEmail = command({
  input: z.object({ orderId: z.string(), mailId: z.string() }),
  async load({ orderId, mailId }, { tx }) {
    await lockName(tx, `resend:${mailId}`);
    const mail = await tx
      .selectFrom("mail as m")
      .innerJoin("facts as f", (on) => on.on(sql`split_part(m.key, ':', 1)`, "=", sql.ref("f.id")))
      .selectAll("m")
      .where("m.id", "=", mailId)
      .where("f.orderId", "=", orderId)
      .executeTakeFirst();
    if (!mail) throw notFound("email");
    if (mail.text === TEXTS_DELETED)
      throw conflict(
        "texts_deleted",
        "This email's text was deleted with the order's files.",
        "Write a message instead.",
      );
    return mail;
  },
  allow: (actor) => may(actor, "care") || "Only staff can send an email again.",
  async run({ thing: mail, tx, now }): Promise<{ to: string }> {
    const [base] = mail.key.split(":again:");
    const latest = await tx
      .selectFrom("mail")
      .select("createdAt")
      .where(sql`split_part(key, ':', 1)`, "=", base!.split(":")[0]!)
      .where("to", "=", mail.to)
      .orderBy("createdAt", "desc")
      .executeTakeFirstOrThrow();
    if (latest.createdAt > after(now, -PAUSE_MS))
      throw conflict("too_soon", "This email was sent less than ten minutes ago.", "Wait a little, then try again.");
    const replies = mail.replyToken ? await findReplyThread(mail.replyToken) : null;
    await post(tx, {
      key: `${base}:again:${now.getTime()}`,
      to: mail.to,
      subject: mail.subject,
      html: mail.html,
      text: mail.text,
      kind: mail.kind,
      ...(replies ? { replies } : {}),
      ...(mail.unsubscribeUrl ? { unsubscribeUrl: mail.unsubscribeUrl } : {}),
    });
    return { to: mail.to };
  },
});
