import { z } from "zod";
import { uidOf } from "#app/platform/rules/core/actor.ts";
import { command } from "#app/platform/server/core/command.ts";
import { type DocumentKind, UPLOAD_KINDS } from "../../rules/kyc/kyc.ts";
import { canKyc } from "../../rules/kyc/can-kyc.ts";
import { lockEditor } from "../find-editor.ts";

const Kind = z.enum(UPLOAD_KINDS as [DocumentKind, ...DocumentKind[]], "Choose what you need.");

/**
 * An admin asks an editor for documents, even of a kind that's approved. The editor is told what's needed and why, and
 * sees it on /editor/kyc until they send a document of that kind. Asking again for the same kind replaces the note.
 */
export const requestKycDocuments = command({
  input: z.object({
    uid: z.string(),
    kinds: z.array(Kind).min(1, "Choose what you need.").max(UPLOAD_KINDS.length),
    note: z
      .string()
      .trim()
      .min(5, "Say what exactly you need and why. The editor will see it.")
      .max(1_000, "Use 1,000 characters or fewer."),
  }),
  load: ({ uid }, { tx }) => lockEditor(tx, uid),
  allow: (actor, editor) => canKyc.ask(actor, editor.uid) || "Only another admin can ask for documents.",
  async run({ input: { note, ...input }, thing: { uid }, tx, actor, now, fact }): Promise<{ asked: DocumentKind[] }> {
    const same = new Set(
      (
        await tx.selectFrom("kyc_requests").select("kind").where("uid", "=", uid).where("note", "=", note).execute()
      ).map((r) => r.kind),
    );
    const kinds = [...new Set(input.kinds)].filter((kind) => !same.has(kind));
    // The same request sent again.
    if (kinds.length === 0) return { asked: [] };
    const asked = { note, askedBy: uidOf(actor), askedAt: now, remindedAt: null };
    await tx
      .insertInto("kyc_requests")
      .values(kinds.map((kind) => ({ uid, kind, ...asked })))
      .onConflict((c) => c.columns(["uid", "kind"]).doUpdateSet(asked))
      .execute();
    await fact("kyc.requested", {
      subjectId: uid,
      data: { uid, kinds, note, again: false },
      topics: [`user:${uid}`, "staff"],
    });
    return { asked: kinds };
  },
});

/** An admin withdraws a request for a document. Safe to repeat. */
export const withdrawKycRequest = command({
  input: z.object({ uid: z.string(), kind: Kind }),
  load: ({ uid }, { tx }) => lockEditor(tx, uid),
  allow: (actor, editor) => canKyc.ask(actor, editor.uid) || "Only another admin can withdraw a request.",
  async run({ input: { kind }, thing: { uid }, tx, fact }): Promise<void> {
    const gone = await tx
      .deleteFrom("kyc_requests")
      .where("uid", "=", uid)
      .where("kind", "=", kind)
      .returning("kind")
      .executeTakeFirst();
    if (gone)
      await fact("kyc.request_withdrawn", { subjectId: uid, data: { uid, kind }, topics: [`user:${uid}`, "staff"] });
  },
});
