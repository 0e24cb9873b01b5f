import { z } from "zod";
import { conflict, invalid } from "#app/platform/rules/core/errors.ts";
import { isTimeZone } from "#app/platform/rules/core/time.ts";
import { command } from "#app/platform/server/core/command.ts";
import { contentVersion } from "#app/platform/server/public-pages/content-version.ts";
import { json } from "#app/platform/server/core/database.ts";
import { SERVICES } from "#app/features/pricing/rules/policy.ts";
import { ENGLISH_VARIANTS, findSubfield } from "#app/features/pricing/rules/taxonomy.ts";
import { can } from "../rules/can.ts";
import { NO_QUIET_HOURS, PARALLEL_ORDERS, WEEKLY_WORDS } from "../rules/readiness.ts";
import { changeEditor } from "./change-editor.ts";
import { type EditorRow, lockEditor } from "./find-editor.ts";
import { setTimeZone } from "#app/features/accounts/server/settings/set-time-zone.ts";

const blank = z.literal("").transform(() => null);
const whole = ({ least, most }: { least: number; most: number }, what: string) =>
  z.union([
    blank,
    z.coerce
      .number({ error: `Enter a number of ${what}.` })
      .int(`Enter a whole number of ${what}.`)
      .min(least, `Enter ${least.toLocaleString("en-US")} or more.`)
      .max(most, `Enter ${most.toLocaleString("en-US")} or fewer.`),
  ]);
const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Enter a time of day, such as 22:00.");

/** An editor's choices. Any may be unset, but then there are no invites. */
const settings = z.object({
  editorId: z.string(),
  fields: z
    .array(z.string().refine((slug) => findSubfield(slug) !== null, "Choose a field from the list."))
    .max(40, "Choose up to 40 fields that you know well."),
  variants: z.array(z.enum(ENGLISH_VARIANTS)),
  services: z.array(z.enum(SERVICES)),
  weeklyWords: whole(WEEKLY_WORDS, "words"),
  parallelOrders: whole(PARALLEL_ORDERS, "orders"),
  /** 1 Monday to 7 Sunday. */
  workdays: z.array(z.coerce.number().int().min(1).max(7)),
  quiet: z.enum(["", "none", "hours"]).default(""),
  quietFrom: z.union([z.literal(""), clock]).default(""),
  quietTo: z.union([z.literal(""), clock]).default(""),
  timeZone: z.string().refine(isTimeZone, "Choose a time zone."),
  /** The version the form was filled with. */
  seen: z.string().optional(),
});

const sorted = <T extends string | number>(items: readonly T[]): T[] =>
  [...new Set(items)].toSorted((a, b) => (a < b ? -1 : 1));

/** The settings in the form. Days off have their own forms. */
export const matchingForm = (e: EditorRow) => ({
  fields: sorted(e.fields),
  variants: sorted(e.variants),
  services: sorted(e.services),
  weeklyWords: e.weeklyWords,
  parallelOrders: e.parallelOrders,
  workdays: sorted(e.calendar?.workdays ?? []),
  quietHours: e.quietHours ? { from: e.quietHours.from, to: e.quietHours.to } : null,
  timeZone: e.timeZone,
});
export const matchingVersion = (e: EditorRow): string => contentVersion(matchingForm(e));

/** Saves an editor's matching settings and updates readiness in the same transaction. */
export const saveMatching = command({
  byImpersonator: true,
  input: settings,
  load: (input, { tx }) => lockEditor(tx, input.editorId),
  allow: (actor, editor) => can.setMatching(actor, editor.uid) || "Only the editor can change these settings.",
  run: async (ctx) => {
    const { input, thing: editor } = ctx;
    if (input.services.includes("expert") && editor.doctorateVerifiedAt === null)
      throw invalid(
        "expert",
        "Expert editing requires a verified doctorate.",
        "Remove it, or send us your degree certificate first.",
        { services: "Expert editing requires a verified doctorate." },
      );
    if (input.quiet === "hours") {
      const fields = {
        ...(input.quietFrom ? {} : { quietFrom: "Enter a start time." }),
        ...(input.quietTo ? {} : { quietTo: "Enter an end time." }),
      };
      if (Object.keys(fields).length > 0)
        throw invalid("quiet", "Quiet hours need a start and an end time.", "Enter both or choose none.", fields);
      if (input.quietFrom === input.quietTo)
        throw invalid(
          "quiet",
          "Quiet hours start and end at the same time.",
          "Enter a different end time or choose none.",
          {
            quietTo: "Same as the start time.",
          },
        );
    }
    const quietHours =
      input.quiet === "none"
        ? NO_QUIET_HOURS
        : input.quiet === "hours"
          ? { from: input.quietFrom, to: input.quietTo }
          : null;
    const before = matchingForm(editor);
    const next = {
      fields: sorted(input.fields),
      variants: sorted(input.variants),
      services: sorted(input.services),
      weeklyWords: input.weeklyWords,
      parallelOrders: input.parallelOrders,
      workdays: sorted(input.workdays),
      quietHours,
      timeZone: input.timeZone,
    };
    const changed = (Object.keys(next) as (keyof typeof next)[]).filter(
      (key) => JSON.stringify(next[key]) !== JSON.stringify(before[key]),
    );
    // Sent twice: already saved.
    if (changed.length === 0) return { changed, matchReady: editor.matchReady, becameReady: false };
    if (input.seen !== undefined && input.seen !== matchingVersion(editor))
      throw conflict(
        "settings_changed",
        "Your settings were changed in another window.",
        "Your changes are still here. Save again to overwrite the other version, or reload to see it.",
      );
    const result = await changeEditor(
      ctx,
      editor,
      {
        fields: json(next.fields),
        variants: json(next.variants),
        services: json(next.services),
        weeklyWords: next.weeklyWords,
        parallelOrders: next.parallelOrders,
        calendar: json({ workdays: next.workdays, away: editor.calendar?.away ?? [] }),
        quietHours: quietHours ? json(quietHours) : null,
        timeZone: next.timeZone,
      },
      changed,
    );
    await setTimeZone(ctx.tx, editor.uid, next.timeZone);
    return { changed, ...result };
  },
});
