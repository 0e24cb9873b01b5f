import { type Actor, isAdmin, isSystem } from "#app/platform/rules/actor.ts";
import type { Audience } from "./feeds.ts";

export const ANNOUNCEMENT_LIMITS = { title: 120, body: 2_000, link: 500 } as const;

export const AUDIENCE_WORDS: Record<Audience, string> = {
  global: "Everybody",
  client: "Authors",
  editor: "Editors",
  support: "Support",
  admin: "Admins",
};

/** What each severity asks of whoever reads it. */
export const SEVERITY_WORDS = [
  { label: "P0", name: "act now", meaning: "It counts on the bell until it is read, and stands out." },
  { label: "P1", name: "to do", meaning: "It counts on the bell until it is read." },
  { label: "P2", name: "to know", meaning: "It stands in the list and does not count on the bell." },
] as const;

/** What authors and editors read instead: the staff's labels mean nothing to them, and most notifications need no label. */
const PLAIN_SEVERITY = ["Urgent", "Important", null] as const;

/** The label of a severity for its reader; null where none is shown. @param forStaff admins and support read P0 to P2 */
export const severityLabel = (severity: number, forStaff: boolean): string | null =>
  (forStaff ? SEVERITY_WORDS[severity]?.label : PLAIN_SEVERITY[severity]) ?? null;

/** Who writes announcements, and sees who has read them. The clock publishes and ends what an admin has scheduled. */
export const mayAnnounce = (actor: Actor): boolean => isAdmin(actor) || isSystem(actor);

/**
 * A link that may stand in a notification: a page of ours, or a whole https address.
 * @returns it as it is stored; null for anything else (other schemes, "//host", addresses with a password in them)
 */
export function announcementLink(typed: string): string | null {
  const text = typed.trim();
  if (text.length > ANNOUNCEMENT_LIMITS.link || /[\s\\\p{Cc}]/u.test(text)) return null;
  if (text.startsWith("/")) return text.startsWith("//") ? null : text;
  if (!/^https:\/\//i.test(text) || !URL.canParse(text)) return null;
  const url = new URL(text);
  return url.username || url.password || !url.hostname.includes(".") ? null : url.href;
}

/** When an announcement begins and ends; null: now, never. */
export type AnnouncementTimes = { startsAt: Date | null; expiresAt: Date | null };

/** What is wrong with the times, by the form's field. Empty when nothing is. @param scheduled it is to be published by the clock */
export function timeProblems(
  { startsAt, expiresAt }: AnnouncementTimes,
  scheduled: boolean,
  now: Date,
): Partial<Record<"startsAt" | "expiresAt", string>> {
  const problems: Partial<Record<"startsAt" | "expiresAt", string>> = {};
  if (scheduled && !startsAt) problems.startsAt = "Say when it is to be published.";
  else if (scheduled && startsAt! <= now)
    problems.startsAt = "This time has passed. Choose one to come, or publish it now.";
  if (expiresAt && expiresAt <= now) problems.expiresAt = "It would have ended already. Choose a later end.";
  else if (expiresAt && scheduled && startsAt && expiresAt <= startsAt)
    problems.expiresAt = "It must end after it begins.";
  return problems;
}
