import { z } from "zod";
import { conflict } from "#app/platform/rules/core/errors.ts";
import { isTimeZone } from "#app/platform/rules/core/time.ts";
import { command } from "#app/platform/server/core/command.ts";
import { contentVersion } from "#app/platform/server/public-pages/content-version.ts";
import { json } from "#app/platform/server/core/database.ts";
import { findSubfield } from "#app/features/pricing/rules/taxonomy.ts";
import { can } from "../rules/can.ts";
import { MOST_LANGUAGES, isLanguage } from "../rules/languages.ts";
import { eachText } from "../rules/profile-texts.ts";
import { changeEditor } from "./change-editor.ts";
import { type EditorRow, lockEditor } from "./find-editor.ts";
import { setTimeZone } from "#app/features/accounts/server/settings/set-time-zone.ts";

/** The fields of the profile form. */
export const profileForm = (e: EditorRow) => ({
  ...eachText((name) => e[name]),
  timeZone: e.timeZone,
  fields: [...e.fields].toSorted(),
  languages: [...e.languages].toSorted(),
});
export const profileVersion = (e: EditorRow): string => contentVersion(profileForm(e));

/**
 * Saves an editor's profile, by the editor or an admin. Matching also uses the fields: without one, there are no
 * invites.
 */
export const saveEditorProfile = command({
  input: z.object({
    editorId: z.string(),
    ...eachText((_, { limit }) =>
      z
        .string()
        .trim()
        .max(limit, `Shorten this to ${limit.toLocaleString("en-US")} characters or fewer.`),
    ),
    timeZone: z.string().refine(isTimeZone, "Choose a time zone."),
    fields: z
      .array(z.string().refine((slug) => findSubfield(slug) !== null, "Choose a field from the list."))
      .max(40, "Choose up to 40 fields that you know well."),
    languages: z
      .array(z.string().refine(isLanguage, "Choose a language from the list."))
      .max(MOST_LANGUAGES, `Choose up to ${MOST_LANGUAGES} languages.`),
    seen: z.string().optional(),
  }),
  load: (input, { tx }) => lockEditor(tx, input.editorId),
  allow: (actor, editor) => can.editProfile(actor, editor.uid) || "Only this editor or an admin can edit this profile.",
  run: async (ctx) => {
    const {
      input: { editorId: _, seen, ...typed },
      thing: editor,
    } = ctx;
    const before = profileForm(editor);
    const next = {
      ...typed,
      fields: [...new Set(typed.fields)].toSorted(),
      languages: [...new Set(typed.languages)].toSorted(),
    };
    const changed = (Object.keys(next) as (keyof typeof next)[]).filter(
      (key) => JSON.stringify(next[key]) !== JSON.stringify(before[key]),
    );
    if (changed.length === 0) return { changed };
    if (seen !== undefined && seen !== profileVersion(editor))
      throw conflict(
        "profile_changed",
        "This profile was changed in another window.",
        "Your changes are still here. Save again to overwrite the other version, or reload to see it.",
      );
    await changeEditor(
      ctx,
      editor,
      {
        ...eachText((name) => next[name]),
        timeZone: next.timeZone,
        fields: json(next.fields),
        languages: json(next.languages),
      },
      changed,
    );
    await setTimeZone(ctx.tx, editor.uid, next.timeZone);
    return { changed };
  },
});
