import { sameField } from "#app/features/pricing/rules/taxonomy.ts";
import type { Service } from "#app/features/pricing/rules/policy.ts";
import type { EditorSettings, MatchingSettings } from "./editor-for-matching.ts";

/**
 * What's missing before an editor can be matched, in the words of the settings page. Empty means matching-ready, which
 * hides the menu's "setup" badge.
 */
export function missingForMatching(settings: MatchingSettings): string[] {
  const missing: string[] = [];
  if (settings.fields.length === 0) missing.push("Fields");
  if (settings.variants.length === 0) missing.push("English variants");
  if (settings.services.length === 0) missing.push("Services");
  if (!settings.weeklyWords || settings.weeklyWords <= 0) missing.push("Weekly words");
  if (!settings.parallelOrders || settings.parallelOrders <= 0) missing.push("Orders at once");
  if (settings.workingDays.length === 0) missing.push("Calendar");
  if (settings.quietHours === null) missing.push("Quiet hours");
  return missing;
}

/**
 * Whether an editor may accept orders: identity confirmed, agreement signed, nothing expired, settings complete, not
 * paused.
 */
export const canAccept = (editor: EditorSettings): boolean =>
  editor.identityApproved && editor.agreementSigned && !editor.documentsExpired && !editor.paused && editor.matchReady;

/**
 * Whether an editor's fields cover a subfield. Expert editing requires the exact subfield and a doctorate. A null
 * subfield isn't chosen yet.
 */
export function knowsField(
  editor: Pick<EditorSettings, "fields" | "doctorate">,
  service: Service,
  subfield: string | null,
): boolean {
  if (service === "expert" && !editor.doctorate) return false;
  if (subfield === null) return true;
  if (editor.fields.includes(subfield)) return true;
  return service !== "expert" && editor.fields.some((own) => sameField(own, subfield));
}
