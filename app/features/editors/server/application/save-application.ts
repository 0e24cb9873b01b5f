import { z } from "zod";
import { conflict, invalid } from "#app/platform/rules/core/errors.ts";
import { type CommandContext, command } from "#app/platform/server/core/command.ts";
import { json } from "#app/platform/server/core/database.ts";
import { currentVersion } from "#app/features/accounts/server/legal/legal-documents.ts";
import { recordAcceptance } from "#app/features/accounts/server/legal/record-acceptance.ts";
import { ApplicationAnswers, EMPTY_ANSWERS, missingAnswers } from "../../rules/application.ts";
import { canApplication } from "../../rules/application-flow.ts";
import { findSample } from "../../rules/samples.ts";
import { listApplicationFiles } from "./application-files.ts";
import { type Application, lockApplication } from "./find-application.ts";

/** States in which an application can be changed. */
const OPEN: readonly string[] = ["draft", "needs_info"];

const own = ({ actor }: CommandContext): string => (actor.kind === "person" ? actor.uid : "");
const whyNot = (ctx: { actor: CommandContext["actor"] }): true | string =>
  ctx.actor.kind === "person" && ctx.actor.isEditor
    ? "You're already an editor."
    : canApplication.write(ctx.actor, ctx.actor.kind === "person" ? ctx.actor.uid : "") ||
      "Sign in with a verified email address to apply.";

const sentAlready = (application: Application) =>
  conflict(
    "application_sent",
    application.status === "submitted"
      ? "Your application was already sent."
      : `Your application was ${application.status}.`,
    "It can no longer be changed.",
  );

/** Saves a user's application as a private draft. */
export const saveApplication = command({
  input: z.object({ answers: ApplicationAnswers }),
  load: async (_input, ctx) => ({ application: own(ctx) ? await lockApplication(ctx.tx, own(ctx)) : null }),
  allow: (actor) => whyNot({ actor }),
  async run({ input, thing: { application }, ...ctx }): Promise<void> {
    if (application && !OPEN.includes(application.status)) throw sentAlready(application);
    // The sample can be edited only from its start until it is submitted.
    const { sample, sampleNote } =
      application?.sampleStartedAt && !application.sampleFinishedAt
        ? input.answers
        : (application?.answers ?? EMPTY_ANSWERS);
    const answers = json({ ...input.answers, sample, sampleNote });
    await ctx.tx
      .insertInto("editor_applications")
      .values({ uid: own(ctx), answers, createdAt: ctx.now, updatedAt: ctx.now })
      .onConflict((c) => c.column("uid").doUpdateSet({ answers, updatedAt: ctx.now }))
      .execute();
  },
});

/**
 * Sends the last saved application and notifies staff.
 * @throws invalid naming missing fields, including `agreement`; conflict if already sent
 */
export const submitApplication = command({
  input: z.object({
    /** The editor agreement version shown when it was accepted. */
    agreement: z.string().max(20).nullable(),
  }),
  load: async (_input, ctx) => ({ application: own(ctx) ? await lockApplication(ctx.tx, own(ctx)) : null }),
  allow: (actor) => whyNot({ actor }),
  async run({ input, thing: { application }, ...ctx }): Promise<void> {
    if (!application)
      throw invalid("application_empty", "Your application is empty.", "Fill in the application first.");
    if (!OPEN.includes(application.status)) throw sentAlready(application);
    const inForce = await currentVersion("editor-agreement", ctx.now, ctx.tx);
    const again = application.status === "needs_info";
    const fields: Record<string, string> = {
      ...missingAnswers(application.answers, findSample(application.sampleId).text),
      ...(application.sampleStartedAt ? {} : { sample: "Start the sample edit and submit it." }),
    };
    const files = await listApplicationFiles(application.uid, ctx.tx);
    if (!files.some((f) => f.kind === "cv")) fields.cv = "Attach your CV.";
    if (!files.some((f) => f.kind === "degree")) fields.degreeFile = "Attach evidence of your degree.";
    if (input.agreement === null) fields.agreement = "Accept the editor agreement to apply.";
    else if (input.agreement !== inForce)
      fields.agreement = "The editor agreement changed since you opened this page. Read the new version and accept it.";
    if (Object.keys(fields).length > 0)
      throw invalid(
        "application_incomplete",
        "Your application isn't complete.",
        "We saved what you wrote. Complete the marked fields, then send it.",
        fields,
      );
    const uid = own(ctx);
    await recordAcceptance(ctx, { uid, documents: ["editor-agreement"], context: "editor application" });
    await ctx.tx
      .updateTable("editor_applications")
      .set({
        status: "submitted",
        agreementVersion: inForce,
        submittedAt: ctx.now,
        updatedAt: ctx.now,
        sampleFinishedAt: application.sampleFinishedAt ?? ctx.now,
      })
      .where("uid", "=", uid)
      .execute();
    await ctx.fact("application.submitted", {
      subjectId: uid,
      data: { uid, name: ctx.actor.kind === "person" ? ctx.actor.displayName : "", again },
      topics: [`user:${uid}`, "staff"],
    });
  },
});
