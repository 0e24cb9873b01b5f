import { z } from "zod";
import { uidOf } from "#app/platform/rules/core/actor.ts";
import { conflict, invalid } from "#app/platform/rules/core/errors.ts";
import { command } from "#app/platform/server/core/command.ts";
import { missingAnswers } from "../../rules/application.ts";
import { canApplication } from "../../rules/application-flow.ts";
import { findSample, sampleFor } from "../../rules/samples.ts";
import { lockApplication } from "./find-application.ts";

/**
 * An applicant opens the sample for their field. The clock runs from then on, also while they're away, and starts once.
 * @throws invalid without a field
 */
export const startSample = command({
  input: z.object({}),
  load: async (_input, { tx, actor }) => ({ application: await lockApplication(tx, uidOf(actor) ?? "") }),
  allow: (actor) =>
    canApplication.write(actor, uidOf(actor) ?? "") || "Sign in with a verified email address to apply.",
  run: async ({ thing: { application }, tx, now, fact }): Promise<void> => {
    if (application?.sampleStartedAt) return;
    if (!application || application.answers.subfields.length === 0)
      throw invalid("no_field", "Choose your fields first.", "We pick the sample by your first subfield.", {
        subfields: "Choose at least one subfield.",
      });
    const { id } = sampleFor(application.answers.subfields);
    await tx
      .updateTable("editor_applications")
      .set({ sampleId: id, sampleStartedAt: now, updatedAt: now })
      .where("uid", "=", application.uid)
      .execute();
    await fact("application.sample_started", {
      subjectId: application.uid,
      data: { uid: application.uid, sampleId: id },
      topics: [`user:${application.uid}`],
    });
  },
});

/** An applicant submits the sample as it was last saved, which stops the clock. It can't be changed after that. */
export const finishSample = command({
  input: z.object({}),
  load: async (_input, { tx, actor }) => ({ application: await lockApplication(tx, uidOf(actor) ?? "") }),
  allow: (actor) =>
    canApplication.write(actor, uidOf(actor) ?? "") || "Sign in with a verified email address to apply.",
  run: async ({ thing: { application }, tx, now }): Promise<void> => {
    if (!application?.sampleStartedAt)
      throw conflict("sample_not_started", "You haven't started the sample edit yet.", "Start it first.");
    if (application.sampleFinishedAt) return;
    const { sample } = missingAnswers(application.answers, findSample(application.sampleId).text);
    if (sample) throw invalid("sample", sample, "Then submit it. The clock keeps running until you do.", { sample });
    await tx
      .updateTable("editor_applications")
      .set({ sampleFinishedAt: now, updatedAt: now })
      .where("uid", "=", application.uid)
      .execute();
  },
});
