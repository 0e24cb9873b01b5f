import { randomUUID } from "node:crypto";
import { readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { sql } from "kysely";
import type { ReEdit } from "#app/features/documents/rules/re-edit/re-edit-count.ts";
import type { CountReceipt, DocumentFormat } from "#app/features/documents/rules/readers/receipt.ts";
import { type Refusal, refusal } from "#app/features/documents/rules/readers/refusal.ts";
import { engine } from "#app/features/documents/server/engine.ts";
import { SYSTEM } from "#app/platform/rules/core/actor.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { MINUTE, after } from "#app/platform/rules/core/time.ts";
import { transact } from "#app/platform/server/core/command.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { type Tx, database, json } from "#app/platform/server/core/database.ts";
import { log } from "#app/platform/server/core/log.ts";
import { isStorageAway, sha256, storage } from "#app/platform/server/files/storage.ts";
import { withStored } from "#app/platform/server/files/stored-file.ts";
import { isManuscript } from "../../rules/draft/file-role.ts";
import { type Found, foundIn } from "../../rules/draft/from-manuscript.ts";
import { titleFromName } from "../../rules/order-title.ts";
import { sampleAt } from "../read-sample.ts";
import { compareWithDelivery } from "../drafts/compare-with-delivery.ts";
import { askCheck } from "../check/check-file.ts";
import type { FileRow } from "../views/list-files.ts";
import { originOf } from "./origin-of.ts";

export const DOCX_TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
/** Formats that are edited in a .docx that the system makes from their text. */
const NEEDS_WORKING_COPY: readonly DocumentFormat[] = ["doc", "odt", "rtf", "txt", "md"];
const GIVE_UP_MS = 15 * MINUTE;

type Counted =
  | { ok: true; receipt: CountReceipt; sample: string; working: Uint8Array | null; reEdit: ReEdit | null }
  | Refusal;

/**
 * Counts a source file and stores the receipt, or why it was refused, on its row. Safe to repeat and to run twice at
 * once.
 */
export async function countFile(fileId: string): Promise<FileRow | null> {
  const file = await database().selectFrom("files").selectAll().where("id", "=", fileId).executeTakeFirst();
  if (!file || file.state !== "counting" || file.removedAt) return file ?? null;
  const counted = await withStored(file, (local) => read(local, file));
  const workingId = newId("file");
  if (counted.ok && counted.working) await storage().put(workingId, counted.working);
  return transact(SYSTEM, async ({ tx, now }) => {
    const row = await tx
      .updateTable("files")
      .set(
        counted.ok
          ? {
              state: "counted",
              receipt: json(counted.receipt),
              // Invites never show a passage from a new version or a reply letter.
              sample: isManuscript(file) ? counted.sample : null,
              reedit: counted.reEdit ? json(counted.reEdit) : null,
            }
          : {
              state: "refused",
              refusal: json({ code: counted.code, message: counted.message, advice: counted.advice }),
            },
      )
      .where("id", "=", file.id)
      .where("state", "=", "counting")
      .returningAll()
      .executeTakeFirst();
    // Someone else has counted it already. Keep their result.
    if (!row) return tx.selectFrom("files").selectAll().where("id", "=", file.id).executeTakeFirstOrThrow();
    if (isManuscript(row) && row.state === "counted") await askCheck(tx, row.id);
    if (isManuscript(row) && counted.ok) await fillChoices(tx, file.orderId, foundIn(counted.receipt));
    if (counted.ok && counted.working)
      await tx
        .insertInto("files")
        .values({
          id: workingId,
          orderId: file.orderId,
          purpose: "working",
          sourceFileId: file.id,
          name: `${titleFromName(file.name)}.docx`,
          contentType: DOCX_TYPE,
          bytes: counted.working.length,
          sha256: sha256(counted.working),
          storageKey: workingId,
          position: file.position,
          createdAt: now,
        })
        .execute();
    await tx
      .updateTable("orders")
      .set({ title: titleFromName(file.name) })
      .where("id", "=", file.orderId)
      .where("title", "=", "")
      .execute();
    return row;
  });
}

/** Answers what the manuscript says about itself in a draft, unless the author has answered it. */
async function fillChoices(tx: Tx, orderId: string, found: Found): Promise<void> {
  if (Object.keys(found).length === 0) return;
  await tx
    .updateTable("orders")
    .set({ choices: sql`${json(found)}::jsonb || choices` })
    .where("id", "=", orderId)
    .where("status", "=", "draft")
    .execute();
}

async function read(local: string, file: FileRow): Promise<Counted> {
  const { name } = file;
  const counting = engine().for(await originOf(file));
  const found = await counting.inspect(local, name, { sampleWords: (await sampleAt(now())).words });
  if (!found.ok) return found;
  const reEdit = await compareWithDelivery(file, local, counting);
  if (!NEEDS_WORKING_COPY.includes(found.receipt.format)) return { ...found, working: null, reEdit };
  const out = path.join(os.tmpdir(), `stet-working-${randomUUID()}.docx`);
  try {
    const made = await counting.workingCopy(local, name, out);
    return made.ok ? { ...found, working: await readFile(out), reEdit } : made;
  } finally {
    await rm(out, { force: true });
  }
}

/**
 * Clock rule: counts files again that neither their upload nor its job counted, and refuses those that can't be counted
 * in 15 minutes. A store that doesn't answer says nothing about a file.
 */
export async function countWaitingFiles(now: Date): Promise<number> {
  const waiting = await database()
    .selectFrom("files")
    .select(["id", "createdAt"])
    .where("state", "=", "counting")
    .where("removedAt", "is", null)
    .where("createdAt", "<", after(now, -MINUTE))
    .limit(20)
    .execute();
  for (const { id, createdAt } of waiting) {
    try {
      await countFile(id);
    } catch (error) {
      log.error("file not counted", error, { fileId: id });
      if (isStorageAway(error) || createdAt > after(now, -GIVE_UP_MS)) continue;
      const { code, message, advice } = refusal("timeout");
      await database()
        .updateTable("files")
        .set({ state: "refused", refusal: json({ code, message, advice }) })
        .where("id", "=", id)
        .where("state", "=", "counting")
        .execute();
    }
  }
  return waiting.length;
}
