import { z } from "zod";
import { conflict, invalid, notFound } from "#app/platform/rules/core/errors.ts";
import { command } from "#app/platform/server/core/command.ts";
import { json } from "#app/platform/server/core/database.ts";
import { lockRoles } from "#app/features/accounts/server/people/change-roles.ts";
import { degreeLine } from "../../rules/application.ts";
import { canApplication } from "../../rules/application-flow.ts";
import { RUBRIC, RUBRIC_MOST, type RubricKey } from "../../rules/samples.ts";
import { makeEditor } from "../make-editor.ts";
import { lockApplication } from "./find-application.ts";

const points = z.coerce
  .number({ error: `Enter 0 to ${RUBRIC_MOST} points.` })
  .int(`Enter 0 to ${RUBRIC_MOST} points.`)
  .min(0, `Enter 0 to ${RUBRIC_MOST} points.`)
  .max(RUBRIC_MOST, `Enter 0 to ${RUBRIC_MOST} points.`);

/**
 * An admin approves, declines, or asks for more on a sent application. Approval makes the applicant a trial editor with
 * the application as profile; KYC comes next. Notifies the applicant either way.
 * @throws not-found, refused; conflict if already decided; invalid if declined without a note
 */
export const decideApplication = command({
  input: z.object({
    uid: z.string(),
    decision: z.enum(["approved", "declined", "needs_info"], "Choose to approve, ask for more, or decline."),
    note: z.string().trim().max(2_000, "Shorten the note to 2,000 characters or fewer.").default(""),
    /** Points for the sample; required to approve. */
    rubric: z
      .object(Object.fromEntries(RUBRIC.map(([key]) => [key, points])) as Record<RubricKey, typeof points>)
      .nullish(),
  }),
  load: async ({ uid }, ctx) => {
    // Lock roles before the application, as every role change does.
    await lockRoles(ctx.tx);
    const application = await lockApplication(ctx.tx, uid);
    if (!application || application.status === "draft") throw notFound("application");
    return application;
  },
  allow: (actor, { uid }) =>
    canApplication.decide(actor, uid) ||
    (actor.kind === "person" && actor.uid === uid
      ? "Another admin has to review your application."
      : "Only an admin can decide on applications."),
  async run({ input: { decision, note, rubric }, thing: application, ...ctx }): Promise<void> {
    const { uid } = application;
    if (application.status !== "submitted")
      throw conflict(
        "application_decided",
        application.status === "needs_info"
          ? "The applicant has already been asked for more."
          : `This application was already ${application.status}.`,
      );
    if (decision === "approved" && !rubric)
      throw invalid("rubric", "Score the sample edit first.", "Give points for every criterion, then approve.", {
        rubric: "Give points for every criterion.",
      });
    if (decision !== "approved" && note === "")
      throw invalid("note", "Enter a reason.", "The applicant will see it, so say what was missing.", {
        note: "Explain why. The applicant will see this.",
      });
    await ctx.tx
      .updateTable("editor_applications")
      .set({
        status: decision,
        note,
        ...(rubric ? { rubric: json(rubric) } : {}),
        ...(decision === "needs_info"
          ? {}
          : { decidedAt: ctx.now, decidedBy: ctx.actor.kind === "person" ? ctx.actor.uid : null }),
        updatedAt: ctx.now,
      })
      .where("uid", "=", uid)
      .execute();
    if (decision === "needs_info") {
      await ctx.fact("application.asked", { subjectId: uid, data: { uid, note }, topics: [`user:${uid}`, "staff"] });
      return;
    }
    if (decision === "approved") {
      const { headline, bio, subfields, variants, services } = application.answers;
      await makeEditor(ctx, {
        uid,
        reason: "The application to work as an editor was approved.",
        settings: { headline, degree: degreeLine(application.answers), bio },
        fields: subfields,
        variants,
        services,
      });
    }
    await ctx.fact("application.decided", {
      subjectId: uid,
      data: { uid, decision, note },
      topics: [`user:${uid}`, "staff"],
    });
  },
});
