import { z } from "zod";
import { uidOf } from "#app/platform/rules/core/actor.ts";
import { may } from "#app/platform/rules/core/duties.ts";
import { conflict, invalid } from "#app/platform/rules/core/errors.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { command } from "#app/platform/server/core/command.ts";
import { type Tx, lockName } from "#app/platform/server/core/database.ts";
import { policyOfVersion } from "#app/features/policy/server/read-policy.ts";
import { findNewest, findOwnDraft, insertDraft } from "#app/features/policy/server/version-rows.ts";
import { completeFigures } from "../../rules/policy-document.ts";

/**
 * Starts a draft from the newest version, or one with an earlier version's figures. An admin has one at a time;
 * starting again opens the one there is.
 * @throws conflict when a revert is asked for while a draft is open
 */
export const startPolicyDraft = command({
  input: z.object({
    /** The version to go back to, or "". */
    revertTo: z.string().default(""),
  }),
  load: (_input, { tx }) => lockName(tx, "policy"),
  allow: (actor) => may(actor, "policy") || "Only admins can change the policy.",
  async run({ input, ...ctx }): Promise<{ draftId: string }> {
    const uid = uidOf(ctx.actor)!;
    const own = await findOwnDraft(ctx.tx, uid);
    const revertedFrom = input.revertTo === "" ? null : Number(input.revertTo);
    if (own && revertedFrom !== null)
      throw conflict(
        "draft_open",
        "You already have a draft.",
        "Discard it, or have it approved. Then go back to an earlier version.",
      );
    if (own) return { draftId: own.id };
    const newest = await findNewest(ctx.tx);
    if (revertedFrom !== null && !(await isVersion(ctx.tx, revertedFrom)))
      throw invalid("version", "There is no such version.", "Choose one from the history.");
    const source =
      revertedFrom === null ? (newest?.figures ?? {}) : (await policyOfVersion(revertedFrom, ctx.tx)).figures;
    const draft = await insertDraft(ctx, {
      figures: completeFigures(source),
      basedOn: newest?.version ?? 1,
      draftedBy: uid,
      revertedFrom,
      reason: revertedFrom === null ? "" : `Back to version ${revertedFrom}.`,
    });
    await ctx.fact("policy.draft_started", {
      subjectId: draft.id,
      data: { revertsTo: revertedFrom },
      topics: ["staff"],
    });
    return { draftId: draft.id };
  },
});

/** Whether there's an approved version with this number. It's impossible to return to a canceled one. */
const isVersion = async (tx: Tx, version: number): Promise<boolean> =>
  Number.isSafeInteger(version) &&
  (await tx
    .selectFrom("policy_versions")
    .select("id")
    .where("version", "=", version)
    .where("status", "=", "approved")
    .where("effectiveAt", "<=", now())
    .executeTakeFirst()) !== undefined;
