import { type RawBuilder, type Selectable, sql } from "kysely";
import type { EditorsTable } from "#db/schema.ts";
import { type Reader, database } from "#app/platform/server/core/database.ts";
import type { Level } from "#app/features/pricing/rules/editor-pay.ts";
import type { Service } from "#app/features/pricing/rules/policy.ts";
import { type EnglishVariant, subfieldsBeside } from "#app/features/pricing/rules/taxonomy.ts";
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

/** Ready to accept orders, same as `canAccept` and the partial index. */
export const isReady = sql<boolean>`(e."matchReady" and e."identityApprovedAt" is not null and e."agreementSignedAt" is not null and e."kycExpiredAt" is null and e."pausedAt" is null
  and not exists (select 1 from auth_user a where a.id = e.uid and a."disabledAt" is not null))`;

/** In the same field as a subfield, or any field if none is chosen yet. */
export const inField = (subfield: string | null) =>
  subfield === null ? sql<boolean>`true` : sql<boolean>`e.fields ?| ${subfieldsBeside(subfield)}::text[]`;

/** Cursor of one service's editors: the start, or after the last one read. */
export type ReadyAfter = { service: Service; weeklyWords: number; uid: string };
export const FROM_THE_TOP = (service: Service): ReadyAfter => ({ service, weeklyWords: 2 ** 31 - 1, uid: "" });

/**
 * Ready editors in the field and variant who offer a service, most weekly words first, limited per service, in one query. Expert editing requires a
 * verified doctorate and the exact subfield.
 */
export async function listReadyEditors(
  of: { subfield: string | null; variant: EnglishVariant | null; clientUid: string | null },
  from: readonly ReadyAfter[],
  limit: number,
  db: Reader = database(),
): Promise<Map<Service, EditorSettings[]>> {
  const byService = new Map<Service, EditorSettings[]>(from.map(({ service }) => [service, []]));
  const next = (only: RawBuilder<boolean>) => sql`(
    select e.* from editors e
    where ${isReady} and ${only} and ${inField(of.subfield)} and e.services ? wanted.service
      and (${of.variant}::text is null or e.variants ? ${of.variant})
      and (e."weeklyWords" < wanted."weeklyWords" or (e."weeklyWords" = wanted."weeklyWords" and e.uid > wanted.uid))
      and not exists (
        select 1 from client_editors c where c."editorId" = e.uid and c."userId" = ${of.clientUid} and c.kind = 'blocked'
      )
    order by e."weeklyWords" desc, e.uid
    limit ${limit}
  )`;
  // Two branches, because few editors have a doctorate and these have an index of their own.
  const { rows } = await sql<Selectable<EditorsTable> & { service: Service }>`
    select ready.*, wanted.service
    from unnest(${from.map((f) => f.service)}::text[], ${from.map((f) => f.weeklyWords)}::int[], ${from.map((f) => f.uid)}::text[])
      as wanted (service, "weeklyWords", uid)
    cross join lateral (
      ${next(sql<boolean>`wanted.service <> 'expert'`)}
      union all
      ${next(
        sql<boolean>`wanted.service = 'expert' and e."doctorateVerifiedAt" is not null and (${of.subfield}::text is null or e.fields ? ${of.subfield})`,
      )}
    ) ready
    order by ready."weeklyWords" desc, ready.uid`.execute(db);
  for (const { service, ...row } of rows) byService.get(service)!.push(settingsOf(row as Selectable<EditorsTable>));
  return byService;
}
