import { type Selectable, sql } from "kysely";
import type { EditorsTable } from "#db/schema.ts";
import { type Reader, database } from "#app/platform/server/database.ts";
import type { Level } from "#app/features/pricing/rules/editor-pay.ts";
import type { Service } from "#app/features/pricing/rules/policy.ts";
import { type EnglishVariant, subfieldsBeside } from "#app/features/pricing/rules/taxonomy.ts";
import type { EditorSettings } from "../rules/editor-for-matching.ts";

/** An editor's row as the rules know it. */
export const settingsOf = (e: Selectable<EditorsTable>): EditorSettings => ({
  uid: e.uid,
  fields: e.fields,
  variants: e.variants as EnglishVariant[],
  services: e.services as Service[],
  weeklyWords: e.weeklyWords,
  parallelOrders: e.parallelOrders,
  // The table counts days 1 Monday to 7 Sunday; the rules 0 Sunday to 6 Saturday.
  workingDays: (e.calendar?.workdays ?? []).map((d) => d % 7),
  quietHours: e.quietHours ?? (e.matchReady ? "none" : null),
  daysOff: e.calendar?.away ?? [],
  timeZone: e.timeZone,
  identityApproved: e.identityApprovedAt !== null,
  agreementSigned: e.agreementSignedAt !== null,
  matchReady: e.matchReady,
  doctorate: e.doctorateVerifiedAt !== null,
  level: e.level as Level,
});

/** The settings of these editors, those who are no editors left out. */
export async function findEditorSettings(uids: readonly string[], db: Reader = database()): Promise<EditorSettings[]> {
  if (uids.length === 0) return [];
  return (await db.selectFrom("editors").selectAll().where("uid", "in", uids).execute()).map(settingsOf);
}

/** Ready to take orders at all, as `canAccept` says; the partial index reads the same. */
export const isReady = sql<boolean>`(e."matchReady" and e."identityApprovedAt" is not null and e."agreementSignedAt" is not null)`;

/** In the same field as a subfield, or in any where it is not chosen yet. */
export const inField = (subfield: string | null) =>
  subfield === null ? sql<boolean>`true` : sql<boolean>`e.fields ?| ${subfieldsBeside(subfield)}::text[]`;

/**
 * Editors who are ready, in the field and the variant, those with the most weekly words first.
 * @param beyond the last of the part read before; null for the first part
 */
export async function listReadyEditors(
  of: { subfield: string | null; variant: EnglishVariant | null; clientUid: string | null },
  beyond: EditorSettings | null,
  limit: number,
  db: Reader = database(),
): Promise<EditorSettings[]> {
  let rows = db
    .selectFrom("editors as e")
    .selectAll("e")
    .where(isReady)
    .where(inField(of.subfield))
    .orderBy("e.weeklyWords", "desc")
    .orderBy("e.uid")
    .limit(limit);
  if (of.variant !== null) rows = rows.where(sql<boolean>`e.variants ? ${of.variant}`);
  if (of.clientUid !== null)
    rows = rows.where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom("client_editors as c")
            .select("c.editorId")
            .whereRef("c.editorId", "=", "e.uid")
            .where("c.userId", "=", of.clientUid!)
            .where("c.kind", "=", "blocked"),
        ),
      ),
    );
  if (beyond)
    rows = rows.where((eb) =>
      eb.or([
        eb("e.weeklyWords", "<", beyond.weeklyWords ?? 0),
        eb.and([eb("e.weeklyWords", "=", beyond.weeklyWords ?? 0), eb("e.uid", ">", beyond.uid)]),
      ]),
    );
  return (await rows.execute()).map(settingsOf);
}
