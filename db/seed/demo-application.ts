import type { Person } from "#app/platform/rules/core/actor.ts";
import { DAY, after } from "#app/platform/rules/core/time.ts";
import { commandContext } from "#app/platform/server/core/command.ts";
import { database, json } from "#app/platform/server/core/database.ts";
import { currentVersion } from "#app/features/accounts/server/legal-documents.ts";
import { saveApplication, submitApplication } from "#app/features/editors/server/save-application.ts";
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
  sample:
    "Urban trees are often planted without considering the soil in which they will grow. In this study, we investigated the effect of soil compaction on the survival of 412 young trees in three European cities over five years. Trees planted in compacted soil had significantly lower survival (61%) than those in loosened soil (83%), which suggests that compaction is an important cause of early death. However, the watering regime also differed between the sites and could have influenced the results. Therefore, we suggest that municipalities loosen the soil before planting, which is a cheap measure, and monitor the trees for at least the first three years.",
  sampleNote:
    "I changed “proves” to “suggests”, and “the main cause” to “an important cause”: because the watering differed between the sites and the design can't show which cause is the main one. Please check that this is what you can support.",
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
      await saveApplication.inside(ctx, { answers: ANSWERS });
      await submitApplication.inside(ctx, { agreement: currentVersion("editor-agreement", at) });
    });
}
