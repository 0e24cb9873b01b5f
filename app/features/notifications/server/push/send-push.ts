import type { PushedNotice } from "#app/platform/rules/core/pushed-notice.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { config } from "#app/platform/server/core/config.ts";
import { type Tx, database } from "#app/platform/server/core/database.ts";
import { enqueue } from "#app/platform/server/core/jobs.ts";
import { refuseInDrill } from "#app/platform/server/drill.ts";
import { log } from "#app/platform/server/core/log.ts";
import { vapidKeys } from "./vapid-keys.ts";

export const PUSH_JOB = "push";
const LIMIT_MS = 10_000;
/** A notification that can't be shown within a day is outdated. It's still in the bell. */
const TTL_S = 24 * 3_600;
/** A push can have 4,096 bytes, including what encryption adds. */
const LONGEST_BODY = 300;

/** Sends a new notification to each browser in which its reader turned them on. */
export async function enqueuePushes(tx: Tx, uid: string, notificationId: string): Promise<void> {
  const browsers = await tx.selectFrom("push_subscriptions").select("id").where("uid", "=", uid).limit(20).execute();
  for (const { id } of browsers) await enqueue(tx, PUSH_JOB, { subscriptionId: id, notificationId });
}

/**
 * Job: sends one notification, or a test, to one browser. Sends nothing to a session that has ended, or if it was read
 * in the meantime.
 * @param notificationId null for a test
 * @throws when the push service can't accept it now, so that the job is tried again
 */
export async function sendPush(subscriptionId: string, notificationId: string | null): Promise<void> {
  const browser = await database()
    .selectFrom("push_subscriptions as p")
    .innerJoin("auth_session as s", "s.id", "p.sessionId")
    .select(["p.id", "p.uid", "p.endpoint", "p.p256dh", "p.auth"])
    .where("p.id", "=", subscriptionId)
    // Sessions expire by the real clock.
    .where("s.expiresAt", ">", new Date())
    .executeTakeFirst();
  if (!browser) return;
  const notice = notificationId === null ? testNotice() : await findNotice(notificationId, browser.uid);
  if (!notice) return;
  refuseInDrill();
  const { publicKey, privateKey } = vapidKeys();
  // Loaded with the first push, because no process needs it to start.
  const { default: webPush } = await import("web-push");
  const { endpoint, headers, body } = webPush.generateRequestDetails(
    { endpoint: browser.endpoint, keys: { p256dh: browser.p256dh, auth: browser.auth } },
    JSON.stringify(notice),
    {
      vapidDetails: { subject: contact(), publicKey, privateKey },
      TTL: TTL_S,
      contentEncoding: "aes128gcm",
    },
  );
  const answer = await fetch(endpoint, {
    method: "POST",
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
    body: new Uint8Array(body ?? []),
    redirect: "manual",
    signal: AbortSignal.timeout(LIMIT_MS),
  });
  await answer.body?.cancel();
  if (answer.ok) {
    await database().updateTable("push_subscriptions").set({ pushedAt: now() }).where("id", "=", browser.id).execute();
    return;
  }
  if (answer.status === 429 || answer.status >= 500) throw new Error(`The push service answered ${answer.status}.`);
  // The subscription is gone or no longer ours, so the browser has to subscribe again. The notification is still in the
  // bell.
  log.info("push subscription ended", { status: answer.status });
  await database().deleteFrom("push_subscriptions").where("id", "=", browser.id).execute();
}

/** The contact for push services about our messages. */
const contact = (): string => `mailto:${/<([^<>]+)>/.exec(config().mail.from)?.[1] ?? config().mail.from}`;

const testNotice = (): PushedNotice => ({
  id: "test",
  title: `Notifications from ${config().siteName} work here`,
  body: "Your own notifications appear like this.",
  path: "/notifications?view=settings",
  test: true,
});

async function findNotice(id: string, uid: string): Promise<PushedNotice | null> {
  const row = await database()
    .selectFrom("notifications")
    .select(["id", "title", "body", "link"])
    .where("id", "=", id)
    .where("userId", "=", uid)
    .where("unread", "=", true)
    .executeTakeFirst();
  if (!row) return null;
  const body = row.body.length > LONGEST_BODY ? `${row.body.slice(0, LONGEST_BODY)}…` : row.body;
  return { id: row.id, title: row.title, body, path: row.link ?? "/notifications", test: false };
}
