import { LEGAL_TITLES, type LegalDocument, versionLabel } from "#app/features/accounts/rules/legal.ts";
import type { Audience } from "#app/features/notifications/rules/feeds.ts";
import { dayOf } from "#app/platform/rules/core/day.ts";
import { formatLongDay } from "#app/platform/rules/core/time.ts";

/** A version of a legal text at the beginning of a sentence. */
export const legalVersionName = (version: string): string => `The version of ${versionLabel(version)}`;

/** What account holders are told about a new version. Editors alone have signed their agreement. */
export function announcementOf(of: { document: LegalDocument; version: string; effectiveAt: Date; summary: string }): {
  audience: Audience;
  severity: number;
  title: string;
  body: string;
  link: string;
} {
  const day = formatLongDay(dayOf(of.effectiveAt));
  return {
    audience: of.document === "editor-agreement" ? "editor" : "global",
    severity: 1,
    title: `${LEGAL_TITLES[of.document]}: new version from ${day}`,
    body: `${of.summary}\n\nThe current version applies until then. You can read both on the page.`,
    link: `/${of.document}?version=${of.version}`,
  };
}
