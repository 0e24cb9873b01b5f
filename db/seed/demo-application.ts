import type { Person } from "#app/platform/rules/core/actor.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { DAY, MINUTE, after } from "#app/platform/rules/core/time.ts";
import { commandContext } from "#app/platform/server/core/command.ts";
import { database, json } from "#app/platform/server/core/database.ts";
import { currentVersion } from "#app/features/accounts/server/legal/legal-documents.ts";
import { findSample } from "#app/features/editors/rules/samples.ts";
import { keepApplicationFiles } from "#app/features/editors/server/application/application-files.ts";
import { startSample } from "#app/features/editors/server/application/sample-edit.ts";
import { storeSealed } from "#app/platform/server/files/sealed-files.ts";
import { saveApplication, submitApplication } from "#app/features/editors/server/application/save-application.ts";
import { specimenPdf } from "./specimen.ts";
import type { ApplicationInput } from "#app/features/editors/rules/application.ts";

/** An applicant waiting for a decision. Her account has no password, because nobody in the demo signs in as her. */
const ELIF: Person = {
  kind: "person",
  uid: "usr_elif",
  email: "elif.demir@demo.test",
  emailVerified: true,
  displayName: "Dr. Elif Demir",
  role: "client",
  isAdmin: false,
  isEditor: false,
  isSupport: false,
  photoURL: null,
  claims: {},
  timeZone: "Europe/Istanbul",
};

const ANSWERS: ApplicationInput = {
  degree: "PhD, Clinical Nutrition",
  institution: "Hacettepe University",
  subfields: ["nutrition", "public-health", "epidemiology"],
  services: ["proofreading", "copyediting"],
  variants: ["UK"],
  years: 6,
  headline: "Nutrition scientist and manuscript editor",
  bio: "I have edited research articles in nutrition and public health since my doctorate, most of them by authors whose first language is not English. I know CONSORT and STROBE well, and I query rather than guess where a method can be read in two ways.",
  sample: findSample("blood-pressure").model.replace("Adherence to the program was self-reported. ", ""),
  sampleNote:
    "I changed “demonstrates that walking prevents cardiovascular events” to a statement about blood pressure, which is what the trial measured. The two groups add up to 185 patients, not 186. Please check the number.",
};

/** Creates an application that needs review. Safe to repeat. The job queue must be open. */
export async function seedApplication(base: Date): Promise<void> {
  const at = after(base, -1.4 * DAY);
  await database()
    .transaction()
    .execute(async (tx) => {
      if (await tx.selectFrom("users").select("uid").where("uid", "=", ELIF.uid).executeTakeFirst()) return;
      const joined = after(at, -DAY);
      await tx
        .insertInto("users")
        .values({
          uid: ELIF.uid,
          displayName: ELIF.displayName,
          email: ELIF.email,
          role: "client",
          timeZone: ELIF.timeZone,
          createdAt: joined,
        })
        .execute();
      await tx
        .insertInto("auth_user")
        .values({
          id: ELIF.uid,
          name: ELIF.displayName,
          email: ELIF.email,
          emailVerified: true,
          image: null,
          claims: json({}),
          timeZone: ELIF.timeZone,
          createdAt: joined,
          updatedAt: joined,
        })
        .execute();
      const ctx = commandContext(tx, ELIF, at);
      const began = commandContext(tx, ELIF, after(at, -38 * MINUTE));
      await saveApplication.inside(began, { answers: ANSWERS });
      await storeSealed(
        (["cv", "degree"] as const).map((kind) => ({
          id: newId("applicationFile"),
          folder: "applications",
          contentType: "application/pdf",
          bytes: specimenPdf([kind === "cv" ? "Curriculum vitae" : "Degree certificate", ELIF.displayName]),
        })),
        (files) =>
          keepApplicationFiles.inside(began, {
            files: files.map((f, i) => ({ ...f, kind: i === 0 ? ("cv" as const) : ("degree" as const) })),
          }),
      );
      await startSample.inside(began, {});
      await saveApplication.inside(ctx, { answers: ANSWERS });
      await submitApplication.inside(ctx, { agreement: await currentVersion("editor-agreement", at, ctx.tx) });
    });
}
