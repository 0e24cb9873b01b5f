import type { Person } from "#app/platform/rules/core/actor.ts";
import type { EditorForMatching } from "#app/features/editors/rules/editor-for-matching.ts";
import { inQuietHours } from "#app/features/editors/rules/calendar.ts";
import { type Pause, pauseOf } from "#app/features/editors/rules/pause.ts";
import { findEditor } from "#app/features/editors/server/find-editor.ts";
import { findEditorForMatching } from "./list-editors-for-matching.ts";

/** What an editor is matched by, and what's still missing. */
export type Readiness = {
  /** Sentences about what's needed before invites; empty if nothing. */
  missing: string[];
  /** Subfield slugs, services and variants used for matching. */
  fields: string[];
  services: string[];
  variants: string[];
  /** Paused by an admin. */
  pause: Pause | null;
  quietNow: boolean;
  openOrders: number;
  parallelOrders: number | null;
};

/**
 * What an editor can be invited to, or null if not an editor.
 * @param known the editor's matching data, if it has been read
 */
export async function findReadiness(
  person: Person,
  now: Date,
  known?: EditorForMatching | null,
): Promise<Readiness | null> {
  const editor = known === undefined ? await findEditorForMatching(person.uid, null, now) : known;
  if (!editor) return null;
  const row = await findEditor(person.uid);
  const missing: string[] = [];
  if (!editor.identityApproved) missing.push("Your identity hasn't been verified yet.");
  if (!editor.agreementSigned) missing.push("You haven't signed the editor agreement.");
  if (editor.fields.length === 0) missing.push("You haven't chosen any fields.");
  if (editor.services.length === 0) missing.push("You haven't chosen any services.");
  if (editor.variants.length === 0) missing.push("You haven't chosen any English variants.");
  if (editor.weeklyWords === null) missing.push("You haven't set a weekly word limit.");
  if (editor.parallelOrders === null) missing.push("You haven't set how many orders you take at once.");
  if (!editor.matchReady && missing.length === 0) missing.push("Your matching settings aren't complete.");
  return {
    missing,
    fields: [...editor.fields],
    services: [...editor.services],
    variants: [...editor.variants],
    pause: row && pauseOf(row),
    quietNow: inQuietHours(editor.quietHours, editor.timeZone, now),
    openOrders: editor.openOrders.filter((o) => !o.untaken).length,
    parallelOrders: editor.parallelOrders,
  };
}
