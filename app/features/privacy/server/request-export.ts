import { z } from "zod";
import { uidOf } from "#app/platform/rules/core/actor.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { after } from "#app/platform/rules/core/time.ts";
import { command } from "#app/platform/server/core/command.ts";
import { lockName } from "#app/platform/server/core/database.ts";
import { enqueue } from "#app/platform/server/core/jobs.ts";
import { ANSWER_MS, canData } from "../rules/data-request.ts";

export const EXPORT_JOB = "export-data";

/**
 * A person requests a copy of what we store about them, and a job makes it. Safe to repeat: there is no second copy
 * while one is being made or can be downloaded.
 */
export const requestExport = command({
  input: z.object({}),
  load: async (_input, { tx, actor }) => {
    const uid = uidOf(actor) ?? "";
    await lockName(tx, `data requests of ${uid}`);
    return uid;
  },
  allow: (actor) => canData.ask(actor) || "Sign in to request a copy of your data.",
  run: async ({ tx, thing: uid, now, fact }): Promise<{ id: string }> => {
    const there = await tx
      .selectFrom("data_requests")
      .select("id")
      .where("uid", "=", uid)
      .where("kind", "=", "export")
      .where((e) => e.or([e("status", "=", "making"), e.and([e("status", "=", "ready"), e("expiresAt", ">", now)])]))
      .executeTakeFirst();
    if (there) return there;
    const id = newId("dataRequest");
    await tx
      .insertInto("data_requests")
      .values({ id, uid, kind: "export", status: "making", createdAt: now, dueAt: after(now, ANSWER_MS) })
      .execute();
    await enqueue(tx, EXPORT_JOB, { requestId: id }, { once: id });
    await fact("privacy.export_requested", {
      subjectId: uid,
      data: { uid, requestId: id },
      topics: [`user:${uid}`, "staff"],
    });
    return { id };
  },
});
