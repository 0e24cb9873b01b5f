import { z } from "zod";
import { conflict, notFound } from "#app/platform/rules/core/errors.ts";
import { uidOf } from "#app/platform/rules/core/actor.ts";
import { type CommandContext, command } from "#app/platform/server/core/command.ts";
import { FINDING_KINDS, type Finding, type FindingKind } from "#app/features/documents/rules/gate/findings.ts";
import { can } from "../../rules/can.ts";
import { lockOrder } from "../views/find-order.ts";
import { findOpenSubmission, listSubmissionFiles } from "../work/find-work.ts";
import { WRITING } from "../work/write-letter.ts";

/**
 * The editor confirms that a change found by the gate, or all changes of a kind, are intended, with an optional reason,
 * or withdraws the confirmation. Safe to repeat. Confirming a whole kind keeps reasons that were given before.
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
    return confirmFindings(
      { tx, actor, now },
      { ...input, submissionId: submission.id, findings: part?.gate?.findings ?? [] },
    );
  },
});

/**
 * Stores or removes a person's confirmations of findings. A step of the command that checked that they may. Withdrawing
 * them keeps what the order's other editor confirmed.
 * @returns how many findings this affects
 * @throws not-found when there are none
 */
export async function confirmFindings(
  { tx, actor, now }: Pick<CommandContext, "tx" | "actor" | "now">,
  it: {
    submissionId: string;
    sourceFileId: string;
    findings: readonly Finding[];
    key?: string | undefined;
    kind: FindingKind;
    reason: string;
    resolved: boolean;
  },
): Promise<number> {
  const keys = it.findings
    .filter(
      (finding) =>
        finding.severity === "look" && finding.kind === it.kind && (it.key === undefined || finding.key === it.key),
    )
    .map((finding) => finding.key);
  if (keys.length === 0) throw notFound("finding in the copy that was read last");
  const by = uidOf(actor)!;
  if (!it.resolved) {
    await tx
      .deleteFrom("gate_resolutions")
      .where("submissionId", "=", it.submissionId)
      .where("sourceFileId", "=", it.sourceFileId)
      .where("findingKey", "in", keys)
      .where("resolvedBy", "=", by)
      .execute();
    return keys.length;
  }
  await tx
    .insertInto("gate_resolutions")
    .values(
      keys.map((findingKey) => ({
        submissionId: it.submissionId,
        sourceFileId: it.sourceFileId,
        findingKey,
        kind: it.kind,
        reason: it.reason,
        resolvedBy: by,
        resolvedAt: now,
      })),
    )
    .onConflict((conflicting) => {
      const same = conflicting.columns(["submissionId", "sourceFileId", "findingKey"]);
      return it.key === undefined
        ? same.doNothing()
        : same.doUpdateSet({ reason: it.reason, resolvedBy: by, resolvedAt: now });
    })
    .execute();
  return keys.length;
}
