import { LEGAL_TITLES, type LegalDocument, versionLabel } from "#app/features/accounts/rules/legal.ts";
import type { Audience } from "#app/features/notifications/rules/feeds.ts";
import { formatLongDay } from "#app/platform/rules/core/time.ts";

/**
 * Why a draft has to be brought up to date before it can be approved, or null.
 * @param newest the version it has to build on
 */
export function whyOutdated(basedOn: string, newest: string): string | null {
  if (basedOn === newest) return null;
  return basedOn > newest
    ? `The version of ${versionLabel(basedOn)}, which this draft is based on, was canceled.`
    : `The version of ${versionLabel(newest)} was approved after this draft was started.`;
}

/** What account holders are told about a new version. Editors alone have signed their agreement. */
export function announcementOf(of: { document: LegalDocument; version: string; effectiveAt: Date; summary: string }): {
  audience: Audience;
  severity: number;
  title: string;
  body: string;
  link: string;
} {
  const day = formatLongDay(of.effectiveAt.toISOString().slice(0, 10));
  return {
    audience: of.document === "editor-agreement" ? "editor" : "global",
    severity: 1,
    title: `${LEGAL_TITLES[of.document]}: new version from ${day}`,
    body: `${of.summary}\n\nThe current version applies until then. You can read both on the page.`,
    link: `/${of.document}?version=${of.version}`,
  };
}
