import { type RawBuilder, type Selectable, sql } from "kysely";
import type { EditorsTable } from "#db/schema.ts";
import { type Reader, database } from "#app/platform/server/core/database.ts";
import type { Level } from "#app/features/pricing/rules/editor-pay.ts";
import type { Service } from "#app/features/pricing/rules/policy.ts";
import type { EnglishVariant } from "#app/features/pricing/rules/taxonomy.ts";
import type { EditorSettings } from "../rules/editor-for-matching.ts";

/** Maps an editor's row to the type the rules use. */
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
  documentsExpired: e.kycExpiredAt !== null,
  matchReady: e.matchReady,
  doctorate: e.doctorateVerifiedAt !== null,
  level: e.level as Level,
  paused: e.pausedAt !== null,
});

/** The settings of these editors, skipping ids that aren't editors. */
export async function findEditorSettings(uids: readonly string[], db: Reader = database()): Promise<EditorSettings[]> {
  if (uids.length === 0) return [];
  return (await db.selectFrom("editors").selectAll().where("uid", "in", uids).execute()).map(settingsOf);
}

/** Whether nobody has disabled this editor's account. @param uid an expression */
export const isEnabled = (uid: RawBuilder<unknown>) =>
  sql<boolean>`not exists (select 1 from auth_user a where a.id = ${uid} and a."disabledAt" is not null)`;

/** Ready to accept orders, same as `canAccept`, the partial index, and the rows of `editor_subfields`. */
export const isReady = sql<boolean>`(e."matchReady"
  and e."identityApprovedAt" is not null and e."agreementSignedAt" is not null and e."kycExpiredAt" is null
    and e."pausedAt" is null
  and ${isEnabled(sql`e.uid`)})`;
