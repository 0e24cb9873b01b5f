import { type RawBuilder, type Selectable, sql } from "kysely";
import type { EditorsTable } from "#db/schema.ts";
import type { EditorSettings } from "#app/features/editors/rules/editor-for-matching.ts";
import { isEnabled, isReady, settingsOf } from "#app/features/editors/server/find-editor-settings.ts";
import type { Service } from "#app/features/pricing/rules/policy.ts";
import { type EnglishVariant, subfieldsBeside } from "#app/features/pricing/rules/taxonomy.ts";
import { type Reader, database } from "#app/platform/server/core/database.ts";

/** Cursor of one service's editors: the start, or after the last one read. */
export type ReadyAfter = { service: Service; weeklyWords: number; uid: string };
export const FROM_THE_TOP = (service: Service): ReadyAfter => ({ service, weeklyWords: 2 ** 31 - 1, uid: "" });

/** After the cursor, most weekly words first. The first condition lets the index start at the right place. */
const afterCursor = (words: RawBuilder<unknown>, uid: RawBuilder<unknown>) =>
  sql`${words} <= wanted."weeklyWords" and (${words} < wanted."weeklyWords" or ${uid} > wanted.uid)`;

/** The next editors of any subfield. */
const nextOfAny = (offers: RawBuilder<unknown>, only: RawBuilder<unknown>, limit: number) => sql`(
  select e.uid, e."weeklyWords" from editors e
  where ${isReady} and ${only} and ${offers} and ${afterCursor(sql`e."weeklyWords"`, sql`e.uid`)}
  order by e."weeklyWords" desc, e.uid
  limit ${limit})`;

/** The next editors of these subfields: read from each subfield's index, then combined. */
const nextOf = (
  subfields: readonly string[],
  offers: RawBuilder<unknown>,
  only: RawBuilder<unknown>,
  limit: number,
) => sql`(
  select next.uid, next."weeklyWords"
  from unnest(${subfields}::text[]) as f(subfield)
  cross join lateral (
    select e.uid, s."weeklyWords" from editor_subfields s
    -- Looked up one by one in the index's order: PostgreSQL has no statistics on lists in JSON,
    -- expects few matches, and would read everybody.
    cross join lateral (select e.uid from editors e where e.uid = s."editorId" and ${offers} offset 0) e
    where s.subfield = f.subfield and ${only} and ${isEnabled(sql`e.uid`)}
      and ${afterCursor(sql`s."weeklyWords"`, sql`s."editorId"`)}
    order by s."weeklyWords" desc, s."editorId"
    limit ${limit}
  ) next
  group by next.uid, next."weeklyWords"
  order by next."weeklyWords" desc, next.uid
  limit ${limit})`;

/**
 * Ready editors in the field and variant who offer a service, most weekly words first, limited per service, in one
 * query. Expert editing requires a verified doctorate and the exact subfield.
 * @param of.clientUid whose blocked editors are left out; null for a visitor
 */
export async function listReadyEditors(
  of: { subfield: string | null; variant: EnglishVariant | null; clientUid: string | null },
  from: readonly ReadyAfter[],
  limit: number,
  db: Reader = database(),
): Promise<Map<Service, EditorSettings[]>> {
  const byService = new Map<Service, EditorSettings[]>(from.map(({ service }) => [service, []]));
  const offers = sql`e.services ? wanted.service and (${of.variant}::text is null or e.variants ? ${of.variant})
    and not exists (
      select 1 from client_editors c where c."editorId" = e.uid and c."userId" = ${of.clientUid} and c.kind = 'blocked'
    )`;
  // Two branches, because the few editors with a doctorate have their own index.
  const ready =
    of.subfield === null
      ? sql`(${nextOfAny(offers, sql`wanted.service <> 'expert'`, limit)} union all
          ${nextOfAny(offers, sql`wanted.service = 'expert' and e."doctorateVerifiedAt" is not null`, limit)})`
      : sql`(${nextOf(subfieldsBeside(of.subfield), offers, sql`wanted.service <> 'expert'`, limit)} union all
          ${nextOf([of.subfield], offers, sql`wanted.service = 'expert' and s.doctorate`, limit)})`;
  const { rows } = await sql<Selectable<EditorsTable> & { service: Service }>`
    select e.*, wanted.service
    from unnest(${from.map((f) => f.service)}::text[], ${from.map((f) => f.weeklyWords)}::int[],
      ${from.map((f) => f.uid)}::text[])
      as wanted (service, "weeklyWords", uid)
    cross join lateral ${ready} ready
    cross join lateral (select e.* from editors e where e.uid = ready.uid offset 0) e
    order by ready."weeklyWords" desc, ready.uid`.execute(db);
  for (const { service, ...row } of rows) byService.get(service)!.push(settingsOf(row as Selectable<EditorsTable>));
  return byService;
}
