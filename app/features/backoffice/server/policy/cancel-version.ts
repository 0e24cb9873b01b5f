import { z } from "zod";
import { may } from "#app/platform/rules/core/duties.ts";
import { notFound } from "#app/platform/rules/core/errors.ts";
import { reasonText } from "#app/platform/server/core/reason-text.ts";
import { command } from "#app/platform/server/core/command.ts";
import { lockName } from "#app/platform/server/core/database.ts";
import { policyChanged } from "#app/features/policy/server/version-rows.ts";
import { policyOfVersion } from "#app/features/policy/server/read-policy.ts";
import { payChanges } from "../../rules/policy-document.ts";
import { policyVersions } from "./policy-versions.ts";

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
    await policyVersions.cancel(ctx, row, input.note);
    const pay = payChanges((await policyOfVersion(row.basedOn, ctx.tx)).figures, row.figures);
    await ctx.fact("policy.canceled", {
      subjectId: row.id,
      data: { version: row.version!, reason: input.note, ...(pay.length > 0 ? { pay } : {}) },
      topics: ["staff"],
    });
    await policyChanged(ctx.tx);
  },
});
