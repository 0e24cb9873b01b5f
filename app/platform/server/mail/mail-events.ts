import { sql } from "kysely";
import type { MailEventsTable, MailSource } from "#db/schema.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { now } from "../core/clock.ts";
import { type Reader, type Tx, database, lockName } from "../core/database.ts";
import { enqueue } from "../core/jobs.ts";
import { publish } from "../live/live.ts";

/** The job that tells the address's owner that emails no longer reach them. */
export const SUPPRESSED_JOB = "address-suppressed";

/** A bounce or complaint, from any source. */
export type MailEvent = {
  /** The same for every delivery of one event. */
  key: string;
  kind: MailEventsTable["kind"];
  source: MailSource;
  address: string;
  /** Our id of the email, or the provider's, where known. */
  mailId?: string | null;
  providerId?: string | null;
  /** What the mail server said. */
  detail: string;
  at: Date;
};

/**
 * Records a bounce or complaint: the email's status, and for anything but a soft bounce an entry in the suppression
 * list. Safe to repeat. An event older than the last removal of its address doesn't suppress it again.
 * @returns false if it was already recorded
 */
export async function recordMailEvent(tx: Tx, event: MailEvent): Promise<boolean> {
  const address = event.address.trim().toLowerCase();
  const detail = event.detail.replaceAll(/\s+/g, " ").trim().slice(0, 300);
  const { key, kind, source, at } = event;
  const mailId = await findMailId(tx, event);
  const fresh = await tx
    .insertInto("mail_events")
    .values({ id: newId("mailEvent"), key, kind, source, address, mailId, detail, at })
    .onConflict((c) => c.column("key").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!fresh) return false;
  if (mailId)
    await tx
      .updateTable("mail")
      .set({ status: kind === "complaint" ? "complained" : "bounced", failure: detail, problemAt: at, claimedAt: null })
      .where("id", "=", mailId)
      .where((e) => e(sql`lower("to")`, "=", address))
      // A complaint is final: the person who complained had received it.
      .where("status", "<>", "complained")
      .execute();
  if (kind !== "soft_bounce") await suppress(tx, { address, reason: kind, source, detail, at });
  await publish(tx, ["staff"], { kind: "mail", orderId: null });
  return true;
}

async function findMailId(tx: Tx, { mailId, providerId }: MailEvent): Promise<string | null> {
  if (!mailId && !providerId) return null;
  const row = await tx
    .selectFrom("mail")
    .select("id")
    .where((e) => (mailId ? e("id", "=", mailId) : e("providerId", "=", providerId!)))
    .executeTakeFirst();
  return row?.id ?? null;
}

async function suppress(
  tx: Tx,
  it: { address: string; reason: "bounce" | "complaint"; source: MailSource; detail: string; at: Date },
): Promise<void> {
  await lockName(tx, `suppression ${it.address}`);
  const removed = await tx
    .selectFrom("mail_suppressions")
    .select((e) => e.fn.max("removedAt").as("at"))
    .where("address", "=", it.address)
    .executeTakeFirst();
  if (removed?.at && it.at <= new Date(removed.at)) return;
  const { at, ...row } = it;
  const made = await tx
    .insertInto("mail_suppressions")
    .values({ id: newId("suppression"), ...row, createdAt: at })
    .onConflict((c) => c.column("address").where("removedAt", "is", null).doNothing())
    .returning("id")
    .executeTakeFirst();
  if (made) await enqueue(tx, SUPPRESSED_JOB, { suppressionId: made.id });
  else if (it.reason === "complaint")
    await tx
      .updateTable("mail_suppressions")
      .set({ reason: "complaint", source: it.source, detail: it.detail })
      .where("address", "=", it.address)
      .where("removedAt", "is", null)
      .execute();
}

export type Suppression = { id: string; reason: "bounce" | "complaint"; detail: string; createdAt: Date };

/** Why an address gets no email, or null if it does. */
export async function findSuppression(address: string, db: Reader = database()): Promise<Suppression | null> {
  const row = await db
    .selectFrom("mail_suppressions")
    .select(["id", "reason", "detail", "createdAt"])
    .where("address", "=", address.trim().toLowerCase())
    .where("removedAt", "is", null)
    .executeTakeFirst();
  return row ?? null;
}

/** Takes an entry off the suppression list. It stays on record. @returns false if it's no longer on it */
export async function liftSuppression(tx: Tx, id: string, by: { uid: string; reason: string }): Promise<boolean> {
  const row = await tx
    .updateTable("mail_suppressions")
    .set({ removedAt: now(), removedBy: by.uid, removedReason: by.reason })
    .where("id", "=", id)
    .where("removedAt", "is", null)
    .returning("id")
    .executeTakeFirst();
  if (row) await publish(tx, ["staff"], { kind: "mail", orderId: null });
  return row !== undefined;
}
