import { z } from "zod";
import { conflict, invalid } from "#app/platform/rules/core/errors.ts";
import { type Deed, command } from "#app/platform/server/core/command.ts";
import { json } from "#app/platform/server/core/database.ts";
import { currentVersion } from "#app/features/accounts/server/legal-documents.ts";
import { recordAcceptance } from "#app/features/accounts/server/record-acceptance.ts";
import { ApplicationAnswers, lackingIn } from "../rules/application.ts";
import { canApplication } from "../rules/application-flow.ts";
import { type Application, lockApplication } from "./find-application.ts";

const own = ({ actor }: Deed): string => (actor.kind === "person" ? actor.uid : "");
const whyNot = (deed: { actor: Deed["actor"] }): true | string =>
  deed.actor.kind === "person" && deed.actor.isEditor
    ? "You’re already an editor."
    : canApplication.write(deed.actor, deed.actor.kind === "person" ? deed.actor.uid : "") ||
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
  load: async (_input, deed) => ({ application: own(deed) ? await lockApplication(deed.tx, own(deed)) : null }),
  allow: (actor) => whyNot({ actor }),
  async run({ input, thing: { application }, ...deed }): Promise<void> {
    if (application && application.status !== "draft") throw sentAlready(application);
    const answers = json(input.answers);
    await deed.tx
      .insertInto("editor_applications")
      .values({ uid: own(deed), answers, createdAt: deed.now, updatedAt: deed.now })
      .onConflict((c) => c.column("uid").doUpdateSet({ answers, updatedAt: deed.now }))
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
  load: async (_input, deed) => ({ application: own(deed) ? await lockApplication(deed.tx, own(deed)) : null }),
  allow: (actor) => whyNot({ actor }),
  async run({ input, thing: { application }, ...deed }): Promise<void> {
    if (!application)
      throw invalid("application_empty", "Your application is empty.", "Fill in the application first.");
    if (application.status !== "draft") throw sentAlready(application);
    const inForce = currentVersion("editor-agreement", deed.now);
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
    const uid = own(deed);
    await recordAcceptance(deed, { uid, documents: ["editor-agreement"], context: "editor application" });
    await deed.tx
      .updateTable("editor_applications")
      .set({ status: "submitted", agreementVersion: inForce, submittedAt: deed.now, updatedAt: deed.now })
      .where("uid", "=", uid)
      .execute();
    await deed.fact("application.submitted", {
      subjectId: uid,
      data: { uid, name: deed.actor.kind === "person" ? deed.actor.displayName : "" },
      topics: [`user:${uid}`, "staff"],
    });
  },
});
