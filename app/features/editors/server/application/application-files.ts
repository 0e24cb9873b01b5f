import { sql } from "kysely";
import { z } from "zod";
import { type Actor, uidOf } from "#app/platform/rules/core/actor.ts";
import { may } from "#app/platform/rules/core/duties.ts";
import { Problem, conflict, invalid, notFound } from "#app/platform/rules/core/errors.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { command } from "#app/platform/server/core/command.ts";
import { type Reader, database } from "#app/platform/server/core/database.ts";
import { storage } from "#app/platform/server/files/storage.ts";
import { keptMs } from "#app/features/policy/server/read-keep.ts";
import { limitUploads } from "#app/features/accounts/server/sign-in/count-attempt.ts";
import { canApplication } from "../../rules/application-flow.ts";
import { MOST_APPLICATION_FILES, kycFileType } from "../../rules/kyc/kyc-file.ts";
import { lockApplication } from "./find-application.ts";
import { sealedFile, storeSealed } from "#app/platform/server/files/sealed-files.ts";

export type ApplicationFile = {
  id: string;
  kind: "cv" | "degree";
  contentType: string;
  bytes: number;
  position: number;
};

/** The form's field for each kind. */
const FIELD = { cv: "cv", degree: "degreeFile" } as const;
const UPLOADS_PER_HOUR = 30;

/** An application's remaining files, CV first. The caller checks permission. */
export async function listApplicationFiles(uid: string, db: Reader = database()): Promise<ApplicationFile[]> {
  const rows = await db
    .selectFrom("application_files")
    .select(["id", "kind", "contentType", "bytes"])
    .where("uid", "=", uid)
    .where("removedAt", "is", null)
    .orderBy("kind")
    .orderBy("id")
    .execute();
  return rows.map((row, position) => ({ ...row, position }));
}

/**
 * Adds stored files to an application that can still be changed, except those it already has. Called by
 * `attachToApplication`.
 * @returns the ids of the added files
 */
export const keepApplicationFiles = command({
  input: z.object({
    files: z.array(
      z.object({
        id: z.string(),
        kind: z.enum(["cv", "degree"]),
        contentType: z.string(),
        bytes: z.number().int().positive(),
        sha256: z.string(),
        storageKey: z.string(),
        keyVersion: z.number().int(),
      }),
    ),
  }),
  load: async (_input, { tx, actor }) => ({ application: await lockApplication(tx, uidOf(actor) ?? "") }),
  allow: (actor) =>
    canApplication.write(actor, uidOf(actor) ?? "") || "Sign in with a verified email address to apply.",
  run: async ({ input: { files }, thing: { application }, tx, now }): Promise<string[]> => {
    if (!application || !["draft", "needs_info"].includes(application.status))
      throw conflict("application_sent", "Your application was already sent.", "It can no longer be changed.");
    const kept = await tx
      .selectFrom("application_files")
      .select(["kind", "sha256"])
      .where("uid", "=", application.uid)
      .where("removedAt", "is", null)
      .execute();
    // A form keeps its files when it's saved, and sends them again with the next button.
    const isNew = (file: (typeof files)[number], i: number) =>
      ![...kept, ...files.slice(0, i)].some((one) => one.kind === file.kind && one.sha256 === file.sha256);
    const added = files.filter(isNew);
    if (added.length === 0) return [];
    if (kept.length + added.length > MOST_APPLICATION_FILES) {
      const message = `Attach up to ${MOST_APPLICATION_FILES} files.`;
      throw invalid("application_files", message, "Remove one first.", { [FIELD[files[0]?.kind ?? "cv"]]: message });
    }
    await tx
      .insertInto("application_files")
      .values(added.map((f) => ({ ...f, uid: application.uid, createdAt: now })))
      .execute();
    return added.map((f) => f.id);
  },
});

/** Checks an applicant's files by their content, encrypts and stores them. @throws Problem at the field */
export async function attachToApplication(
  actor: Actor,
  files: readonly { kind: "cv" | "degree"; bytes: Uint8Array }[],
): Promise<void> {
  if (files.length === 0) return;
  const typed = files.map((f) => {
    try {
      return { ...f, contentType: kycFileType(f.bytes) };
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      throw new Problem(error.kind, error.code, error.message, error.advice, { [FIELD[f.kind]]: error.message });
    }
  });
  await limitUploads(actor, "application files", UPLOADS_PER_HOUR);
  const kinds = new Map<string, "cv" | "degree">();
  const again = await storeSealed(
    typed.map((f) => {
      const id = newId("applicationFile");
      kinds.set(id, f.kind);
      return { id, folder: "applications", contentType: f.contentType, bytes: f.bytes };
    }),
    async (sealed) => {
      const added = await keepApplicationFiles(actor, {
        files: sealed.map((s) => ({ ...s, kind: kinds.get(s.id)! })),
      });
      return sealed.filter((s) => !added.includes(s.id));
    },
  );
  await Promise.all(again.map((file) => storage().remove(file.storageKey)));
}

/** An applicant removes a file before sending. */
export const removeApplicationFile = command({
  input: z.object({ fileId: z.string().max(60) }),
  load: async ({ fileId }, { tx, actor }) => {
    const application = await lockApplication(tx, uidOf(actor) ?? "");
    const file = await tx
      .selectFrom("application_files")
      .select("id")
      .where("id", "=", fileId)
      .where("uid", "=", uidOf(actor) ?? "")
      .executeTakeFirst();
    if (!file || !application) throw notFound("file");
    return application;
  },
  allow: (actor, application) => canApplication.write(actor, application.uid),
  run: async ({ input: { fileId }, thing: application, tx, now }): Promise<void> => {
    if (!["draft", "needs_info"].includes(application.status))
      throw conflict("application_sent", "Your application was already sent.", "It can no longer be changed.");
    // The clock rule deletes the bytes.
    await tx.updateTable("application_files").set({ removedAt: now }).where("id", "=", fileId).execute();
  },
});

/** Records that an admin opens an applicant's file, before it is decrypted. @throws not-found when deleted */
export const openApplicationFile = command({
  input: z.object({ fileId: z.string().max(60) }),
  load: async ({ fileId }, { tx }) => {
    const file = await tx
      .selectFrom("application_files as f")
      .innerJoin("editor_applications as a", "a.uid", "f.uid")
      .select(["f.id", "f.kind", "f.storageKey", "f.contentType", "f.uid", "a.status"])
      .where("f.id", "=", fileId)
      .where("f.removedAt", "is", null)
      .where("a.status", "<>", "draft")
      .executeTakeFirst();
    if (!file) throw notFound("file");
    return file;
  },
  allow: (actor, file) =>
    (may(actor, "people") && actor.uid !== file.uid) || "Only an admin can open an applicant's files.",
  run: async ({ thing: { id, uid, kind, storageKey, contentType }, fact }) => {
    await fact("application.file_opened", { subjectId: uid, data: { uid, fileId: id, kind }, topics: ["staff"] });
    return { id, storageKey, contentType };
  },
});

/** POST /api/applications/files/:id: a decrypted file, for admins, each opening logged. */
export const openApplicationFileEndpoint = async (
  request: Request,
  { actor, params }: { actor: Actor; params: Record<string, string> },
): Promise<Response> => sealedFile(request, await openApplicationFile(actor, { fileId: params.id ?? "" }));

/**
 * Clock rule: deletes the bytes of removed files, of decided applications, and of drafts that weren't changed, after
 * the times that applied when they were sent or last changed.
 */
export async function dropApplicationFiles(now: Date): Promise<void> {
  const { rows } = await sql<{ id: string; storageKey: string }>`
    select f.id, f."storageKey" from application_files f join editor_applications a on a.uid = f.uid
    where f.bytes > 0 and (f."removedAt" is not null or a."decidedAt" < ${now}::timestamptz -
      ${keptMs("applicationMs", sql`coalesce(a."submittedAt", a."decidedAt")`)} * interval '1 millisecond'
      or (a.status = 'draft' and a."updatedAt" < ${now}::timestamptz -
        ${keptMs("applicationDraftMs", sql`a."updatedAt"`)} * interval '1 millisecond'))
    order by f.id limit 200`.execute(database());
  for (const { id, storageKey } of rows) {
    await storage().remove(storageKey);
    await database().updateTable("application_files").set({ removedAt: now, bytes: 0 }).where("id", "=", id).execute();
  }
}
