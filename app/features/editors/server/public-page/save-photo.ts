import { createHash } from "node:crypto";
import { z } from "zod";
import { invalid } from "#app/platform/rules/core/errors.ts";
import { command } from "#app/platform/server/core/command.ts";
import { forgetPages } from "#app/platform/server/public-pages/html-cache.ts";
import { cleanPhoto } from "../../rules/photo.ts";
import { can } from "../../rules/can.ts";
import { MAX_PHOTO_BYTES } from "../../rules/public-page.ts";
import { lockEditor } from "../find-editor.ts";

/** Saves or removes the photo on an editor's public page, without camera metadata. @param bytes null removes it */
export const savePhoto = command({
  input: z.object({ editorId: z.string(), bytes: z.instanceof(Uint8Array).nullable() }),
  load: ({ editorId }, { tx }) => lockEditor(tx, editorId),
  allow: (actor, editor) => can.publish(actor, editor.uid) || "Only editors themselves can change their photo.",
  async run({ input, thing: editor, ...ctx }): Promise<void> {
    const { bytes } = input;
    if (bytes && bytes.length > MAX_PHOTO_BYTES)
      throw photoProblem(`This photo is larger than ${MAX_PHOTO_BYTES / 1_000} KB.`, "Choose a smaller one.");
    const clean = bytes && cleanPhoto(bytes);
    if (bytes && !clean) throw photoProblem("We can't read this photo.", "Choose a JPEG or PNG file.");
    const photo = clean
      ? {
          photo: Buffer.from(clean.bytes),
          photoType: clean.type,
          photoHash: createHash("sha256").update(clean.bytes).digest("hex").slice(0, 12),
        }
      : { photo: null, photoType: null, photoHash: null };
    await ctx.tx
      .insertInto("editor_pages")
      .values({ editorId: editor.uid, ...photo, updatedAt: ctx.now })
      .onConflict((c) => c.column("editorId").doUpdateSet({ ...photo, updatedAt: ctx.now }))
      .execute();
    await forgetPages(ctx.tx);
  },
});

const photoProblem = (message: string, advice: string) => invalid("photo", message, advice, { photo: message });
