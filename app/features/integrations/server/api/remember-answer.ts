import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { Problem, conflict, unreadable } from "#app/platform/rules/core/errors.ts";
import { DAY, MINUTE, SECOND } from "#app/platform/rules/core/time.ts";
import { database } from "#app/platform/server/core/database.ts";
import { sealJson, unsealJson } from "#app/platform/server/files/sealing.ts";
import type { Owner } from "../../rules/owner.ts";

export type Answered = { status: number; body: unknown };

/** How long an answer is remembered. */
export const REMEMBERED_MS = DAY;
/** After this, a write whose process died may be made again. Every command is safe to repeat. */
const LEFT_MS = 2 * MINUTE;
/** How long the second of two writes with one key waits for the first one's answer. */
const WAIT_MS = 10 * SECOND;

/** The key of a write. @throws unreadable */
export function idempotencyKeyOf(request: Request): string {
  const key = request.headers.get("idempotency-key") ?? "";
  if (/^[\x21-\x7e]{1,255}$/.test(key)) return key;
  throw unreadable(
    "idempotency_key",
    key === "" ? "This write has no Idempotency-Key header." : "This Idempotency-Key can't be used.",
    "Send a different random value with every write, such as a UUID, and the same one when you repeat it.",
  );
}

/** What a write is, so that its key can't be used for another one. */
export const fingerprintOf = (request: Request, body: string): string =>
  createHash("sha256")
    .update(`${request.method} ${new URL(request.url).pathname}\n${body}`)
    .digest("hex");

const aboutOf = ({ ownerKind, ownerId }: Owner, key: string): string => `api answer ${ownerKind} ${ownerId} ${key}`;

/**
 * Runs a write once for each key of an owner: the same write again gets the same answer, also if both arrive at once.
 * Failures of ours aren't remembered, so they can be tried again.
 * @throws conflict idempotency_key_reused, idempotency_in_progress
 */
export async function answerOnce(
  owner: Owner,
  key: string,
  fingerprint: string,
  run: () => Promise<Answered>,
): Promise<Answered & { again: boolean }> {
  if (!(await begin(owner, key, fingerprint))) {
    const known = await answerOf(owner, key, fingerprint);
    if (known) return { ...known, again: true };
  }
  try {
    const answered = await run();
    if (answered.status >= 500 || answered.status === 429) await forget(owner, key);
    else
      await rowsOf(owner, key)
        .set({ status: answered.status, answer: sealJson(answered.body ?? null, aboutOf(owner, key)) })
        .execute();
    return { ...answered, again: false };
  } catch (error) {
    await forget(owner, key);
    throw error;
  }
}

/** Whether this call is the first with its key, and so the one that runs. */
async function begin({ ownerKind, ownerId }: Owner, key: string, fingerprint: string): Promise<boolean> {
  const made = await database()
    .insertInto("api_requests")
    .values({ ownerKind, ownerId, key, fingerprint, startedAt: new Date() })
    .onConflict((c) => c.columns(["ownerId", "ownerKind", "key"]).doNothing())
    .returning("key")
    .executeTakeFirst();
  return made !== undefined;
}

/** The first call's answer, when there is one; null if it never came and this call has taken over. */
async function answerOf(owner: Owner, key: string, fingerprint: string): Promise<Answered | null> {
  const until = Date.now() + WAIT_MS;
  for (let pause = 25; ; pause = Math.min(500, pause * 2)) {
    const row = await database()
      .selectFrom("api_requests")
      .select(["fingerprint", "startedAt", "status", "answer"])
      .where("ownerKind", "=", owner.ownerKind)
      .where("ownerId", "=", owner.ownerId)
      .where("key", "=", key)
      .executeTakeFirst();
    if (row && row.fingerprint !== fingerprint)
      throw conflict(
        "idempotency_key_reused",
        "This Idempotency-Key was used for another request.",
        "Use a new key for every write, and the same key only to repeat it unchanged.",
      );
    if (row?.answer && row.status !== null)
      return { status: row.status, body: unsealJson(row.answer, aboutOf(owner, key)) };
    // The first call failed and took its row away, or its process died.
    if (!row ? await begin(owner, key, fingerprint) : await takeOver(owner, key, row.startedAt)) return null;
    if (Date.now() > until)
      throw conflict(
        "idempotency_in_progress",
        "The same request is still being worked on.",
        "Repeat it with the same key in a few seconds.",
      );
    await sleep(pause);
  }
}

async function takeOver(owner: Owner, key: string, startedAt: Date): Promise<boolean> {
  if (Date.now() - startedAt.getTime() < LEFT_MS) return false;
  const taken = await rowsOf(owner, key)
    .set({ startedAt: new Date() })
    .where("startedAt", "=", startedAt)
    .where("answer", "is", null)
    .returning("key")
    .executeTakeFirst();
  return taken !== undefined;
}

const forget = (owner: Owner, key: string) =>
  database()
    .deleteFrom("api_requests")
    .where("ownerKind", "=", owner.ownerKind)
    .where("ownerId", "=", owner.ownerId)
    .where("key", "=", key)
    .execute();

const rowsOf = (owner: Owner, key: string) =>
  database()
    .updateTable("api_requests")
    .where("ownerKind", "=", owner.ownerKind)
    .where("ownerId", "=", owner.ownerId)
    .where("key", "=", key);

/** Clock rule: forgets answers that are a day old. By the real clock, as they were written. */
export async function forgetAnswers(): Promise<void> {
  await database()
    .deleteFrom("api_requests")
    .where("startedAt", "<", new Date(Date.now() - REMEMBERED_MS))
    .execute();
}

/** The problem of too many requests. */
export const tooManyRequests = (seconds: number): Problem =>
  new Problem("too-many", "rate_limited", "You've sent too many requests.", `Try again in ${seconds} seconds.`);
