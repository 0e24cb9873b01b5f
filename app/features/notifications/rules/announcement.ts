import { type Actor, isSystem } from "#app/platform/rules/core/actor.ts";
import { may } from "#app/platform/rules/core/duties.ts";
import type { Audience } from "./feeds.ts";

export const ANNOUNCEMENT_LIMITS = { title: 120, body: 2_000, link: 500 } as const;

export const AUDIENCE_WORDS: Record<Audience, string> = {
  global: "Everyone",
  client: "Authors",
  editor: "Editors",
  support: "Support",
  admin: "Admins",
};

/** What the reader of each severity should do. */
export const SEVERITY_WORDS = [
  { label: "P0", name: "urgent", meaning: "Counts on the bell until read, and is highlighted." },
  { label: "P1", name: "action needed", meaning: "Counts on the bell until read." },
  { label: "P2", name: "for information", meaning: "Appears in the list but doesn't count on the bell." },
] as const;

/** Labels for authors and editors. Staff labels mean nothing to them, and most notifications need no label. */
const PLAIN_SEVERITY = ["Urgent", "Important", null] as const;

/**
 * The label of a severity for its reader, or null if none is shown.
 * @param forStaff admins and support read P0 to P2
 */
export const severityLabel = (severity: number, forStaff: boolean): string | null =>
  (forStaff ? SEVERITY_WORDS[severity]?.label : PLAIN_SEVERITY[severity]) ?? null;

/** Who may write announcements and see who has read them. The system publishes and ends scheduled ones. */
export const mayAnnounce = (actor: Actor): boolean => may(actor, "announcements") || isSystem(actor);

/**
 * A link allowed in a notification: one of our pages or a full https address.
 * @returns the link as stored, or null for anything else (other schemes, "//host", addresses with a password in them)
 */
export function announcementLink(typed: string): string | null {
  const text = typed.trim();
  if (text.length > ANNOUNCEMENT_LIMITS.link || /[\s\\\p{Cc}]/u.test(text)) return null;
  if (text.startsWith("/")) return text.startsWith("//") ? null : text;
  if (!/^https:\/\//i.test(text) || !URL.canParse(text)) return null;
  const url = new URL(text);
  return url.username || url.password || !url.hostname.includes(".") ? null : url.href;
}

/** When an announcement begins and ends. Null means now and never. */
export type AnnouncementTimes = { startsAt: Date | null; expiresAt: Date | null };

/**
 * Problems with the times by form field, empty when there are none.
 * @param scheduled whether it is published automatically
 */
export function timeProblems(
  { startsAt, expiresAt }: AnnouncementTimes,
  scheduled: boolean,
  now: Date,
): Partial<Record<"startsAt" | "expiresAt", string>> {
  const problems: Partial<Record<"startsAt" | "expiresAt", string>> = {};
  if (scheduled && !startsAt) problems.startsAt = "Choose when to publish it.";
  else if (scheduled && startsAt! <= now)
    problems.startsAt = "This time has passed. Choose a later time or publish now.";
  if (expiresAt && expiresAt <= now) problems.expiresAt = "This time has passed. Choose a later end time.";
  else if (expiresAt && scheduled && startsAt && expiresAt <= startsAt)
    problems.expiresAt = "Choose an end time after the publication time.";
  return problems;
}
