import { type Person, SYSTEM } from "#app/platform/rules/core/actor.ts";
import { appUrl } from "#app/platform/rules/requests/origins.ts";
import { SECOND, after } from "#app/platform/rules/core/time.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { type CommandContext, transact } from "#app/platform/server/core/command.ts";
import { config } from "#app/platform/server/core/config.ts";
import { type Tx, database, json } from "#app/platform/server/core/database.ts";
import { enqueue } from "#app/platform/server/core/jobs.ts";
import { processWide } from "#app/platform/server/core/process-wide.ts";
import { callOutside } from "#app/platform/server/requests/call-outside.ts";
import { renderEmail } from "#app/platform/server/mail/email.tsx";
import { post } from "#app/platform/server/mail/mail.ts";
import { findEmailRecipient } from "#app/features/notifications/server/find-email-recipient.ts";
import { mayHaveAlerts, slackMessage, teamsMessage } from "../../rules/alerts.ts";
import { ANSWER_MS, type Attempt, RETRY_AFTER_MS, restMs, shouldPause } from "../../rules/webhook.ts";
import { type Endpoint, hostOf, purposeOf } from "./find-endpoint.ts";
import { openSecret, signedHeaders } from "./sign-event.ts";

/** The job that sends an event to an endpoint. */
export const WEBHOOK_JOB = "deliver-webhook";

type Network = { allowed?: (address: string) => boolean; open: boolean };
const holder = processWide<{ __stetWebhookNetwork?: Network }>();
/** Which addresses events may be sent to: those on the web. */
export const webhookNetwork = (): Network => holder.__stetWebhookNetwork ?? { open: false };
/** For tests: sends events to this machine. */
export const useWebhookNetwork = (network: Network | undefined): void => {
  if (network) holder.__stetWebhookNetwork = network;
  else delete holder.__stetWebhookNetwork;
};

/** Puts a delivery's next attempt on the queue. */
export const enqueueDelivery = (tx: Tx, deliveryId: string, attempt: number, afterMs = 0): Promise<void> =>
  enqueue(tx, WEBHOOK_JOB, { deliveryId, attempt }, afterMs > 0 ? { afterSeconds: Math.ceil(afterMs / SECOND) } : {});

/** Endpoints that this process is sending to. One that doesn't answer takes up one worker, not all. */
const busy = new Set<string>();
const BUSY_AGAIN_MS = 3 * SECOND;

/** A delivery that still has to be made, by the number of its attempt. */
const findPending = (deliveryId: string, attempt: number) =>
  database()
    .selectFrom("webhook_deliveries as d")
    .innerJoin("webhook_events as e", "e.id", "d.eventId")
    .innerJoin("webhook_endpoints as w", "w.id", "d.endpointId")
    .selectAll("w")
    .select(["d.id as deliveryId", "d.attempts", "e.id as eventId", "e.payload", "d.log"])
    .where("d.id", "=", deliveryId)
    .where("d.status", "=", "pending")
    .where("d.attempts", "=", attempt)
    .executeTakeFirst();
type Pending = NonNullable<Awaited<ReturnType<typeof findPending>>>;

/**
 * The job: one attempt to send an event. A failed one is repeated after longer and longer pauses. The receiver may get
 * an event twice, with the same id.
 */
export async function deliverEvent(deliveryId: string, attempt: number): Promise<void> {
  const it = await findPending(deliveryId, attempt);
  if (!it) return;
  if (it.status !== "active") return hold(it);
  const reader = purposeOf(it) === "alerts" ? await readerOfAlerts(it.ownerId) : null;
  // Somebody who doesn't run the shop anymore isn't told about it.
  if (purposeOf(it) === "alerts" && !reader) return hold(it);
  const restingMs = it.waitUntilAt ? it.waitUntilAt.getTime() - now().getTime() : 0;
  if (restingMs > 0 || busy.has(it.id))
    return transact(SYSTEM, ({ tx }) => enqueueDelivery(tx, deliveryId, attempt, Math.max(restingMs, BUSY_AGAIN_MS)));
  busy.add(it.id);
  let made: Attempt;
  try {
    made = await (it.format === "email" ? mail(it, reader!) : send(it));
  } finally {
    busy.delete(it.id);
  }
  await transact(SYSTEM, (ctx) => note(ctx, it, made));
}

/** Its secret, and the one before while both count. */
function secretsOf(it: Endpoint): string[] {
  const previous = it.previousSecret && it.previousUntilAt && it.previousUntilAt > now() ? [it.previousSecret] : [];
  return [it.secret, ...previous].map((sealed) => openSecret(sealed, it.id));
}

/** An admin who gets alerts, or null if the account is gone, blocked, or isn't an admin's anymore. */
export async function readerOfAlerts(uid: string): Promise<Person | null> {
  const person = await findEmailRecipient(database(), uid);
  return person && mayHaveAlerts(person) ? person : null;
}

/** What is sent: the event itself to programs, and an alert in the words of the chat it's for. */
function bodyOf({ format, payload }: Pending): unknown {
  const { alert } = payload.data;
  if (format === "events" || !alert) return payload;
  const { siteName, origins } = config();
  const url = appUrl(origins, alert.path);
  return format === "teams" ? teamsMessage(alert, url, siteName) : slackMessage(alert, url, siteName);
}

/** Hands an alert to the mail queue, which has retries of its own. The same attempt is one email. */
async function mail({ payload, deliveryId, attempts }: Pending, reader: Person): Promise<Attempt> {
  const { alert } = payload.data;
  if (alert) {
    const { siteName, origins } = config();
    const text = {
      key: "alert",
      heading: alert.title,
      paragraphs: [`Dear ${reader.displayName},`, alert.text],
      button: { label: "Open", url: appUrl(origins, alert.path) },
      footer: `You're getting this email because you asked for alerts at ${siteName}. Change them at ${appUrl(origins, "/admin/alerts")}.`,
    };
    await post(database(), {
      key: `alert:${deliveryId}:${attempts}`,
      to: reader.email,
      subject: text.heading,
      ...(await renderEmail(text)),
      kind: "alert",
    });
  }
  return { at: now().toISOString(), ms: 0, status: null, problem: null };
}

async function send(it: Pending): Promise<Attempt> {
  const body = JSON.stringify(bodyOf(it));
  const started = Date.now();
  const about = { at: now().toISOString() };
  try {
    const { status } = await callOutside(new URL(it.url), {
      method: "POST",
      waitMs: ANSWER_MS,
      allowed: webhookNetwork().allowed,
      body,
      headers: {
        "content-type": "application/json",
        "user-agent": `${config().siteName} webhooks`,
        // Receivers compare it with their own clock, so it's the real time.
        ...(it.format === "events" ? signedHeaders(it.eventId, body, secretsOf(it), new Date()) : {}),
      },
    });
    const problem = status >= 200 && status < 300 ? null : status >= 300 && status < 400 ? "redirected" : "refused";
    return { ...about, ms: Date.now() - started, status, problem };
  } catch (error) {
    return { ...about, ms: Date.now() - started, status: null, problem: problemOf(error) };
  }
}

/** Why a call failed, in a word. What the network says may name addresses. */
function problemOf(error: unknown): string {
  const { code, name, message } = error as { code?: string; name?: string; message?: string };
  if (message === "inside") return "not on the internet";
  if (name === "TimeoutError" || name === "AbortError" || message === "timeout") return "too slow";
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") return "unknown host";
  if (code?.includes("CERT") || code?.includes("SSL") || code?.startsWith("ERR_TLS")) return "bad certificate";
  return "no connection";
}

const hold = async (it: Pending): Promise<void> =>
  void (await database()
    .updateTable("webhook_deliveries")
    .set({ status: "held", nextAt: null })
    .where("id", "=", it.deliveryId)
    .where("status", "=", "pending")
    .execute());

/** Records an attempt, and what follows from it. */
async function note(ctx: CommandContext, it: Pending, made: Attempt): Promise<void> {
  const { tx } = ctx;
  const endpoint = await tx
    .selectFrom("webhook_endpoints")
    .selectAll()
    .where("id", "=", it.id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const attempts = it.attempts + 1;
  const nextMs = made.problem === null ? null : (RETRY_AFTER_MS[attempts - 1] ?? null);
  const updated = await tx
    .updateTable("webhook_deliveries")
    .set({
      attempts,
      log: json([...it.log, made]),
      status: made.problem === null ? "delivered" : nextMs === null ? "failed" : "pending",
      nextAt: nextMs === null ? null : after(ctx.now, nextMs),
      endedAt: nextMs === null ? ctx.now : null,
    })
    .where("id", "=", it.deliveryId)
    .where("attempts", "=", it.attempts)
    .where("status", "=", "pending")
    .returning("id")
    .executeTakeFirst();
  if (!updated) return;
  if (nextMs !== null) await enqueueDelivery(tx, it.deliveryId, attempts, nextMs);
  if (made.problem === null) {
    if (endpoint.failures > 0)
      await tx
        .updateTable("webhook_endpoints")
        .set({ failures: 0, failingSinceAt: null, waitUntilAt: null })
        .where("id", "=", it.id)
        .execute();
    return;
  }
  const failures = endpoint.failures + 1;
  const since = endpoint.failingSinceAt ?? ctx.now;
  // A receiver that says it's gone for good is believed.
  const pauses =
    endpoint.status === "active" && (made.status === 410 || shouldPause(failures, ctx.now.getTime() - since.getTime()));
  const rest = restMs(failures);
  await tx
    .updateTable("webhook_endpoints")
    .set({
      failures,
      failingSinceAt: since,
      waitUntilAt: rest > 0 ? after(ctx.now, rest) : null,
      ...(pauses ? { status: "paused", pausedAt: ctx.now } : {}),
    })
    .where("id", "=", it.id)
    .execute();
  if (pauses)
    await ctx.fact("webhook.failing", {
      subjectId: endpoint.ownerId,
      data: {
        uid: endpoint.ownerId,
        endpointId: endpoint.id,
        host: hostOf(endpoint),
        failures,
        alerts: purposeOf(endpoint) === "alerts",
      },
      topics: [`user:${endpoint.ownerId}`],
    });
}
