import { z } from "zod";
import { uidOf } from "#app/platform/rules/core/actor.ts";
import { conflict, notFound } from "#app/platform/rules/core/errors.ts";
import { type CommandContext, command } from "#app/platform/server/core/command.ts";
import { enqueue } from "#app/platform/server/core/jobs.ts";
import { canData } from "../rules/data-request.ts";
import { findClosureBlockers } from "./closure-blockers.ts";

export const ERASE_JOB = "erase-person";

async function lockRequest({ tx }: CommandContext, id: string) {
  const row = await tx
    .selectFrom("data_requests")
    .selectAll()
    .where("id", "=", id)
    .where("kind", "=", "erasure")
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound("request");
  return row;
}

const decided = () => conflict("decided", "This request was already decided or withdrawn.");

/**
 * An admin approves an erasure, and a job carries it out. Safe to repeat.
 * @throws conflict open with everything that must be settled first, decided
 */
export const approveErasure = command({
  input: z.object({ requestId: z.string() }),
  load: ({ requestId }, ctx) => lockRequest(ctx, requestId),
  allow: (actor) => canData.decide(actor) || "Only admins can decide on erasures.",
  async run({ thing: request, ...ctx }): Promise<void> {
    if (request.status === "erasing" || request.status === "done") return;
    if (request.status !== "waiting") throw decided();
    const open = await findClosureBlockers(ctx.tx, request.uid);
    if (open.length > 0) throw conflict("open", "This person's data can't be erased yet.", open.join(" "));
    await ctx.tx
      .updateTable("data_requests")
      .set({ status: "erasing", decidedBy: uidOf(ctx.actor), decidedAt: ctx.now })
      .where("id", "=", request.id)
      .execute();
    await enqueue(ctx.tx, ERASE_JOB, { requestId: request.id }, { once: request.id });
    await ctx.fact("privacy.erasure_approved", {
      subjectId: request.uid,
      data: { uid: request.uid, requestId: request.id },
      topics: [`user:${request.uid}`, "staff"],
    });
  },
});

/** An admin declines an erasure with a reason, which the person is told. @throws conflict decided */
export const declineErasure = command({
  input: z.object({
    requestId: z.string(),
    note: z
      .string()
      .trim()
      .min(10, "Tell the person why, in a sentence or two.")
      .max(2_000, "Use at most 2,000 characters."),
  }),
  load: ({ requestId }, ctx) => lockRequest(ctx, requestId),
  allow: (actor) => canData.decide(actor) || "Only admins can decide on erasures.",
  async run({ input: { note }, thing: request, ...ctx }): Promise<void> {
    if (request.status !== "waiting") throw decided();
    await ctx.tx
      .updateTable("data_requests")
      .set({ status: "declined", note, decidedBy: uidOf(ctx.actor), decidedAt: ctx.now })
      .where("id", "=", request.id)
      .execute();
    await ctx.fact("privacy.erasure_declined", {
      subjectId: request.uid,
      data: { uid: request.uid, requestId: request.id, note },
      topics: [`user:${request.uid}`, "staff"],
    });
  },
});
