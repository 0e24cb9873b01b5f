import { z } from "zod";
import { conflict } from "#app/platform/rules/core/errors.ts";
import { command } from "#app/platform/server/core/command.ts";
import { type Reader, database } from "#app/platform/server/core/database.ts";
import { CONFIDENTIALITY_VERSION } from "../../rules/confidentiality.ts";
import { can } from "../../rules/can.ts";
import { lockEditor } from "../find-editor.ts";

/** An editor signs the confidentiality agreement. Records version and time as a fact. Signing again does nothing. */
export const signConfidentiality = command({
  input: z.object({
    editorId: z.string(),
    version: z.string(),
    agreed: z.literal("yes", { error: "Confirm that you've read the agreement and accept it." }),
  }),
  load: (input, { tx }) => lockEditor(tx, input.editorId),
  allow: (actor, editor) => can.sign(actor, editor.uid) || "Only the editor can sign this agreement.",
  run: async (ctx) => {
    const { input, thing: editor, tx, now } = ctx;
    if (input.version !== CONFIDENTIALITY_VERSION)
      throw conflict(
        "agreement_changed",
        "There's a new version of this agreement.",
        "Read the new version, then sign it.",
      );
    const signed = await findSignedVersion(editor.uid, tx);
    if (editor.confidentialitySignedAt !== null && (signed === null || signed === CONFIDENTIALITY_VERSION))
      return { signedAt: editor.confidentialitySignedAt };
    await tx.updateTable("editors").set({ confidentialitySignedAt: now }).where("uid", "=", editor.uid).execute();
    await ctx.fact("editor.confidentiality_signed", {
      subjectId: editor.uid,
      topics: [`user:${editor.uid}`, "staff"],
      data: { editorId: editor.uid, version: input.version },
    });
    return { signedAt: now };
  },
});

/** The version an editor signed last, or null. */
export async function findSignedVersion(uid: string, db: Reader = database()): Promise<string | null> {
  const fact = await db
    .selectFrom("facts")
    .select("data")
    .where("kind", "=", "editor.confidentiality_signed")
    .where("subjectId", "=", uid)
    .orderBy("seq", "desc")
    .limit(1)
    .executeTakeFirst();
  const version = fact?.data.version;
  return typeof version === "string" ? version : null;
}
