import { formText } from "#app/platform/rules/text/form-text.ts";
import { invalid } from "#app/platform/rules/core/errors.ts";
import { isTimeZone } from "#app/platform/rules/core/time.ts";
import { instantOf } from "#app/platform/rules/core/wall-clock.ts";
import type { Audience } from "./feeds.ts";

const text = (form: FormData, name: string): string => formText(form, name);

/** What was typed, to fill the form again after an error. */
export type TypedAnnouncement = Record<
  "id" | "version" | "audience" | "severity" | "title" | "body" | "link" | "startsAt" | "expiresAt" | "zone",
  string
>;
export const typedAnnouncement = (form: FormData): TypedAnnouncement => ({
  id: text(form, "id"),
  version: text(form, "version"),
  audience: text(form, "audience"),
  severity: text(form, "severity"),
  title: text(form, "title"),
  body: text(form, "body"),
  link: text(form, "link"),
  startsAt: text(form, "startsAt"),
  expiresAt: text(form, "expiresAt"),
  zone: text(form, "zone"),
});

/** A date and time in the admin's time zone, or null when the field is empty. */
function instantIn(typed: TypedAnnouncement, name: "startsAt" | "expiresAt"): Date | null {
  if (typed[name].trim() === "") return null;
  const at = instantOf(typed[name], isTimeZone(typed.zone) ? typed.zone : "UTC");
  if (!at)
    throw invalid(
      "time",
      "This isn't a valid date and time.",
      "Choose a date and time, or enter it as 2026-11-24T14:05.",
      {
        [name]: "Choose a date and time, or enter it as 2026-11-24T14:05.",
      },
    );
  return at;
}

/** The form as `saveAnnouncement` takes it. @throws Problem invalid for an invalid date */
export function readAnnouncementForm(typed: TypedAnnouncement) {
  return {
    id: typed.id,
    version: /^\d{1,9}$/.test(typed.version) ? Number(typed.version) : 0,
    audience: typed.audience as Audience,
    severity: /^[012]$/.test(typed.severity) ? Number(typed.severity) : -1,
    title: typed.title,
    body: typed.body,
    link: typed.link,
    startsAt: instantIn(typed, "startsAt"),
    expiresAt: instantIn(typed, "expiresAt"),
  };
}
