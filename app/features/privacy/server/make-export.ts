import { createWriteStream } from "node:fs";
import { mkdtemp, rm, stat } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { SYSTEM } from "#app/platform/rules/core/actor.ts";
import { after } from "#app/platform/rules/core/time.ts";
import { transact } from "#app/platform/server/core/command.ts";
import { database } from "#app/platform/server/core/database.ts";
import { sealStream } from "#app/platform/server/files/sealed-stream.ts";
import { storage } from "#app/platform/server/files/storage.ts";
import { zipStream } from "#app/platform/server/files/zip-stream.ts";
import { keepAt } from "#app/features/policy/server/read-keep.ts";
import { collectPersonalData } from "./collect-personal-data.ts";

/**
 * The job that makes a copy of a person's data: a ZIP file, encrypted while it's written, because it contains data that
 * is encrypted at rest elsewhere. Safe to repeat: an interrupted job starts again from the beginning.
 */
export async function makeExport(requestId: string): Promise<void> {
  const request = await database()
    .selectFrom("data_requests as d")
    .innerJoin("users as u", "u.uid", "d.uid")
    .select(["d.uid", "u.email"])
    .where("d.id", "=", requestId)
    .where("d.status", "=", "making")
    .executeTakeFirst();
  if (!request) return;
  const storageKey = `exports/${requestId}`;
  const folder = await mkdtemp(path.join(os.tmpdir(), "stet-export-"));
  try {
    const local = path.join(folder, "export");
    const sealed = sealStream(zipStream(collectPersonalData(request)), requestId);
    await pipeline(Readable.from(sealed), createWriteStream(local, { mode: 0o600 }));
    await storage().putFile(storageKey, local);
    const { size } = await stat(local);
    const kept = await transact(SYSTEM, async (ctx) => {
      const expiresAt = after(ctx.now, (await keepAt(ctx.now, ctx.tx)).exportMs);
      const ready = await ctx.tx
        .updateTable("data_requests")
        .set({ status: "ready", storageKey, bytes: size, doneAt: ctx.now, expiresAt })
        .where("id", "=", requestId)
        .where("status", "=", "making")
        .returning("id")
        .executeTakeFirst();
      if (!ready) return false;
      await ctx.fact("privacy.export_ready", {
        subjectId: request.uid,
        data: { uid: request.uid, requestId, expiresAt: expiresAt.toISOString() },
        topics: [`user:${request.uid}`, "staff"],
      });
      return true;
    });
    // The owner's account was closed in the meantime.
    if (!kept && !(await isStored(requestId))) await storage().remove(storageKey);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const isStored = async (requestId: string): Promise<boolean> =>
  (await database()
    .selectFrom("data_requests")
    .select("id")
    .where("id", "=", requestId)
    .where("storageKey", "is not", null)
    .executeTakeFirst()) !== undefined;
