import { z } from "zod";
import { may } from "#app/platform/rules/core/duties.ts";
import { conflict, notFound } from "#app/platform/rules/core/errors.ts";
import { reasonText } from "#app/platform/server/core/reason-text.ts";
import { command } from "#app/platform/server/core/command.ts";
import { lockName } from "#app/platform/server/core/database.ts";
import { cancelableUntil } from "#app/features/policy/rules/version-flow.ts";
import { moveVersion, policyChanged } from "#app/features/policy/server/version-rows.ts";
import { policyOfVersion } from "#app/features/policy/server/read-policy.ts";
import { payChanges } from "../../rules/policy-document.ts";

/**
 * Cancels a scheduled version before it takes effect. Versions approved after it have to be canceled first. Repeating
 * it does nothing.
 */
export const cancelPolicyVersion = command({
  input: z.object({
    version: z.coerce.number().int(),
    note: reasonText("Enter a reason. Every admin will see it.", 3),
  }),
  async load({ version }, { tx }) {
    await lockName(tx, "policy");
    const row = await tx.selectFrom("policy_versions").selectAll().where("version", "=", version).executeTakeFirst();
    if (!row) throw notFound("policy version");
    return row;
  },
  allow: (actor) => may(actor, "policy") || "Only admins can change the policy.",
  async run({ input, thing: row, ...ctx }): Promise<void> {
    if (row.status === "canceled") return;
    if (ctx.now >= cancelableUntil(row.effectiveAt!))
      throw conflict(
        "in_effect",
        `Version ${row.version} is already in effect, or will be within a minute.`,
        "To undo it, go back to an earlier version.",
      );
    const later = await ctx.tx
      .selectFrom("policy_versions")
      .select("version")
      .where("status", "=", "approved")
      .where("version", ">", row.version)
      .orderBy("version", "desc")
      .executeTakeFirst();
    if (later)
      throw conflict(
        "built_upon",
        `Version ${later.version} builds on this one.`,
        `Cancel version ${later.version} first.`,
      );
    await moveVersion(ctx.tx, row, "cancel", { decisionNote: input.note, decidedAt: ctx.now });
    const pay = payChanges((await policyOfVersion(row.basedOn, ctx.tx)).figures, row.figures);
    await ctx.fact("policy.canceled", {
      subjectId: row.id,
      data: { version: row.version!, reason: input.note, ...(pay.length > 0 ? { pay } : {}) },
      topics: ["staff"],
    });
    await policyChanged(ctx.tx);
  },
});
