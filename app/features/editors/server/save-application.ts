import { z } from "zod";
import { conflict, invalid } from "#app/platform/rules/core/errors.ts";
import { type CommandContext, command } from "#app/platform/server/core/command.ts";
import { json } from "#app/platform/server/core/database.ts";
import { currentVersion } from "#app/features/accounts/server/legal-documents.ts";
import { recordAcceptance } from "#app/features/accounts/server/record-acceptance.ts";
import { ApplicationAnswers, lackingIn } from "../rules/application.ts";
import { canApplication } from "../rules/application-flow.ts";
import { type Application, lockApplication } from "./find-application.ts";

const own = ({ actor }: CommandContext): string => (actor.kind === "person" ? actor.uid : "");
const whyNot = (ctx: { actor: CommandContext["actor"] }): true | string =>
  ctx.actor.kind === "person" && ctx.actor.isEditor
    ? "You’re already an editor."
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
    if (application && application.status !== "draft") throw sentAlready(application);
    const answers = json(input.answers);
    await ctx.tx
      .insertInto("editor_applications")
      .values({ uid: own(ctx), answers, createdAt: ctx.now, updatedAt: ctx.now })
      .onConflict((c) => c.column("uid").doUpdateSet({ answers, updatedAt: ctx.now }))
      .execute();
  },
});

/**
 * Sends the last saved application and notifies staff. @throws invalid naming missing fields, including `agreement`; conflict if already sent
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
    if (application.status !== "draft") throw sentAlready(application);
    const inForce = currentVersion("editor-agreement", ctx.now);
    const fields: Record<string, string> = { ...lackingIn(application.answers) };
    if (input.agreement === null) fields.agreement = "Accept the editor agreement to apply.";
    else if (input.agreement !== inForce)
      fields.agreement = "The editor agreement changed since you opened this page. Read the new version and accept it.";
    if (Object.keys(fields).length > 0)
      throw invalid(
        "application_incomplete",
        "Your application isn’t complete.",
        "We saved what you wrote. Complete the marked fields, then send it.",
        fields,
      );
    const uid = own(ctx);
    await recordAcceptance(ctx, { uid, documents: ["editor-agreement"], context: "editor application" });
    await ctx.tx
      .updateTable("editor_applications")
      .set({ status: "submitted", agreementVersion: inForce, submittedAt: ctx.now, updatedAt: ctx.now })
      .where("uid", "=", uid)
      .execute();
    await ctx.fact("application.submitted", {
      subjectId: uid,
      data: { uid, name: ctx.actor.kind === "person" ? ctx.actor.displayName : "" },
      topics: [`user:${uid}`, "staff"],
    });
  },
});
