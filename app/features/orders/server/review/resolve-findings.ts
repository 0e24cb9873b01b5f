import { z } from "zod";
import { conflict, notFound } from "#app/platform/rules/core/errors.ts";
import { uidOf } from "#app/platform/rules/core/actor.ts";
import { command } from "#app/platform/server/core/command.ts";
import { FINDING_KINDS } from "#app/features/documents/rules/gate/findings.ts";
import { can } from "../../rules/policy.ts";
import { lockOrder } from "../views/find-order.ts";
import { findOpenSubmission, listSubmissionFiles } from "../work/find-work.ts";
import { WRITING } from "../work/write-letter.ts";

/**
 * The editor says of a finding of the gate, or of all of a kind, that the change is meant, with a reason if they like; or takes that back.
 * Safe to repeat. A kind said at once leaves reasons that were given before.
 */
export const resolveFindings = command({
  input: z.object({
    orderId: z.string(),
    sourceFileId: z.string(),
    /** One finding; without it, all of `kind`. */
    key: z.string().max(80).optional(),
    kind: z.enum(FINDING_KINDS),
    reason: z.string().trim().max(500, "A reason can have up to 500 characters.").default(""),
    resolved: z.boolean().default(true),
  }),
  load: (input, { tx }) => lockOrder(tx, input.orderId),
  allow: (actor, order) => can.work(actor, order) || "Only the editor of this order can confirm these changes.",
  run: async ({ input, thing: order, tx, actor, now }) => {
    const submission = WRITING.includes(order.status) ? await findOpenSubmission(order.id, tx) : null;
    if (!submission || submission.editorId !== order.assignedTo)
      throw conflict(
        "nothing_open",
        "There's no submission to review now.",
        "Reload the page to see the order's current status.",
      );
    const part = (await listSubmissionFiles([submission.id], tx)).find(
      (file) => file.sourceFileId === input.sourceFileId,
    );
    const keys = (part?.gate?.findings ?? [])
      .filter(
        (finding) =>
          finding.severity === "look" &&
          finding.kind === input.kind &&
          (input.key === undefined || finding.key === input.key),
      )
      .map((finding) => finding.key);
    if (keys.length === 0) throw notFound("finding in the copy that was read last");
    const about = { submissionId: submission.id, sourceFileId: input.sourceFileId };
    if (!input.resolved) {
      await tx
        .deleteFrom("gate_resolutions")
        .where("submissionId", "=", submission.id)
        .where("sourceFileId", "=", input.sourceFileId)
        .where("findingKey", "in", keys)
        .execute();
      return keys.length;
    }
    await tx
      .insertInto("gate_resolutions")
      .values(
        keys.map((findingKey) => ({
          ...about,
          findingKey,
          kind: input.kind,
          reason: input.reason,
          resolvedBy: uidOf(actor)!,
          resolvedAt: now,
        })),
      )
      .onConflict((conflicting) => {
        const same = conflicting.columns(["submissionId", "sourceFileId", "findingKey"]);
        return input.key === undefined ? same.doNothing() : same.doUpdateSet({ reason: input.reason, resolvedAt: now });
      })
      .execute();
    return keys.length;
  },
});
