import { z } from "zod";
import { uidOf } from "#app/platform/rules/core/actor.ts";
import { conflict } from "#app/platform/rules/core/errors.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { after } from "#app/platform/rules/core/time.ts";
import { command } from "#app/platform/server/core/command.ts";
import { lockName } from "#app/platform/server/core/database.ts";
import { ANSWER_MS, canData } from "../rules/data-request.ts";

/**
 * A person asks us to erase their data, and an admin decides within `ANSWER_MS`. Safe to repeat: an open request stays.
 * The caller has made sure that they signed in recently.
 */
export const requestErasure = command({
  input: z.object({ reason: z.string().trim().max(2_000, "Use at most 2,000 characters.").default("") }),
  load: async (_input, { tx, actor }) => {
    const uid = uidOf(actor) ?? "";
    await lockName(tx, `data requests of ${uid}`);
    return uid;
  },
  allow: (actor) => canData.ask(actor) || "Sign in to request the erasure of your data.",
  run: async ({ input, tx, thing: uid, now, fact }): Promise<{ dueAt: Date }> => {
    const there = await tx
      .selectFrom("data_requests")
      .select("dueAt")
      .where("uid", "=", uid)
      .where("kind", "=", "erasure")
      .where("status", "in", ["waiting", "erasing"])
      .executeTakeFirst();
    if (there) return there;
    const id = newId("dataRequest");
    const dueAt = after(now, ANSWER_MS);
    await tx
      .insertInto("data_requests")
      .values({ id, uid, kind: "erasure", status: "waiting", reason: input.reason, createdAt: now, dueAt })
      .execute();
    await fact("privacy.erasure_requested", {
      subjectId: uid,
      data: { uid, requestId: id, dueAt: dueAt.toISOString() },
      topics: [`user:${uid}`, "staff"],
    });
    return { dueAt };
  },
});

/** Withdraws a person's own request, until an admin has approved it. Safe to repeat. */
export const withdrawErasure = command({
  input: z.object({}),
  load: async (_input, { actor }) => uidOf(actor) ?? "",
  allow: (actor) => canData.ask(actor) || "Sign in to withdraw your request.",
  run: async ({ tx, thing: uid, now, fact }): Promise<void> => {
    const row = await tx
      .updateTable("data_requests")
      .set({ status: "withdrawn", decidedAt: now })
      .where("uid", "=", uid)
      .where("kind", "=", "erasure")
      .where("status", "=", "waiting")
      .returning("id")
      .executeTakeFirst();
    if (row)
      await fact("privacy.erasure_withdrawn", {
        subjectId: uid,
        data: { uid, requestId: row.id },
        topics: [`user:${uid}`, "staff"],
      });
    else {
      const erasing = await tx
        .selectFrom("data_requests")
        .select("id")
        .where("uid", "=", uid)
        .where("status", "=", "erasing")
        .executeTakeFirst();
      if (erasing) throw conflict("erasing", "We've already begun to erase your data.", "It can't be stopped.");
    }
  },
});
