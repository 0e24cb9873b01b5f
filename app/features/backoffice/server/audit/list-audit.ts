import { type RawBuilder, sql } from "kysely";
import type { Actor } from "#app/platform/rules/core/actor.ts";
import { type ListPage, readDay } from "#app/platform/rules/core/list-query.ts";
import { formatMoney } from "#app/platform/rules/core/money.ts";
import { database } from "#app/platform/server/core/database.ts";
import { factWords } from "#app/platform/server/core/facts.ts";
import { type List, between, listPage, sqlList } from "#app/platform/server/lists/list.ts";
import { orderedNotNull } from "#app/platform/server/lists/order.ts";
import { type AuditArea, kindsOfArea } from "../../rules/audit/audit-areas.ts";
import { auditLine } from "../../rules/audit/audit-line.ts";
import type { AuditPerson, AuditQuery, AuditRow } from "../../rules/audit/audit-list.ts";
import { type AuditObject, auditObject, isPersonId } from "../../rules/audit/audit-object.ts";
import { allowDuty } from "../allow-duty.ts";
import { type AuditSearch, resolveAuditSearch } from "./resolve-audit-search.ts";

export type FactRow = {
  id: string;
  kind: string;
  at: Date;
  actorId: string | null;
  actorRole: string;
  orderId: string | null;
  subjectId: string | null;
  impersonatorId: string | null;
  data: Record<string, unknown>;
};
const COLUMNS = sql`f.id, f.kind, f.at, f."actorId", f."actorRole", f."orderId", f."subjectId", f."impersonatorId",
  f.data`;

/** People by id, for naming them. */
export async function peopleOf(uids: readonly (string | null)[]): Promise<Map<string, AuditPerson>> {
  const wanted = [...new Set(uids.filter((uid): uid is string => uid !== null && isPersonId(uid)))];
  const found = wanted.length
    ? await database()
        .selectFrom("users as u")
        .leftJoin("editors as e", "e.uid", "u.uid")
        .select(["u.uid", "u.displayName", "e.uid as editorId"])
        .where("u.uid", "in", wanted)
        .execute()
    : [];
  const named = new Map(
    found.map((it) => [it.uid, { uid: it.uid, name: it.displayName, isEditor: it.editorId !== null }]),
  );
  return new Map(wanted.map((uid) => [uid, named.get(uid) ?? { uid, name: null, isEditor: false }]));
}

/** Facts as lines of the trail, with names and numbers. */
export async function auditRows(facts: readonly FactRow[]): Promise<(AuditRow & { currency: string })[]> {
  const people = await peopleOf(facts.flatMap((f) => [f.actorId, f.subjectId, f.impersonatorId]));
  const ids = [...new Set(facts.flatMap((f) => f.orderId ?? []))];
  const orders = new Map(
    (ids.length
      ? await database().selectFrom("orders").select(["id", "number", "currency"]).where("id", "in", ids).execute()
      : []
    ).map((it) => [it.id, it]),
  );
  return facts.map((f) => {
    const order = f.orderId === null ? undefined : orders.get(f.orderId);
    const currency = order?.currency ?? (typeof f.data.currency === "string" ? f.data.currency : "USD");
    return {
      id: f.id,
      at: f.at.toISOString(),
      kind: f.kind,
      ...auditLine(factWords(), f, (amountMinor) => formatMoney(amountMinor, currency)),
      actor: people.get(f.actorId ?? "") ?? null,
      actorRole: f.actorRole,
      impersonator: people.get(f.impersonatorId ?? "") ?? null,
      about: f.subjectId === f.actorId ? null : (people.get(f.subjectId ?? "") ?? null),
      order: order ? { id: order.id, number: order.number } : null,
      object: f.subjectId === null ? null : auditObject(f.subjectId),
      currency,
    };
  });
}

const all = (where: readonly RawBuilder<unknown>[]): RawBuilder<unknown> => sql.join(where, sql` and `);
const either = (branches: readonly RawBuilder<unknown>[]): RawBuilder<unknown> =>
  sql`(${sql.join(branches, sql` union all `)}) f`;
const branch = (...where: readonly RawBuilder<unknown>[]): RawBuilder<unknown> =>
  sql`select * from facts where ${all(where)}`;

/**
 * Facts by people and about them. Merges branches that each follow an index in order of time, so that a page reads only
 * its own rows.
 */
function ofPeople(people: readonly string[], side: AuditQuery["filters"]["side"]): RawBuilder<unknown> {
  const did = people.map((uid) => branch(sql`"actorId" = ${uid}`));
  const about = people.map((uid) =>
    side === "about"
      ? branch(sql`"subjectId" = ${uid}`)
      : branch(sql`"subjectId" = ${uid}`, sql`("actorId" is null or "actorId" <> all(${people}::text[]))`),
  );
  // What staff did in someone's name counts for both.
  const behind = people.map((uid) =>
    branch(
      sql`"impersonatorId" = ${uid}`,
      sql`("actorId" is null or "actorId" <> all(${people}::text[]))`,
      ...(side === "did" ? [] : [sql`("subjectId" is null or "subjectId" <> all(${people}::text[]))`]),
    ),
  );
  return either([...(side === "about" ? [] : [...did, ...behind]), ...(side === "did" ? [] : about)]);
}

const onObject = (id: string) =>
  sql`("orderId" = ${id} or "subjectId" = ${id} or (fact_objects(data) @> array[${id}]::text[]
    and fact_objects(data) <> '{}'))`;

/** Whether people are in a fact, for facts that were found another way. */
const hasPeople = (people: readonly string[], side: AuditQuery["filters"]["side"]) => {
  const did = sql`(f."actorId" = any(${people}::text[]) or f."impersonatorId" = any(${people}::text[]))`;
  const about = sql`f."subjectId" = any(${people}::text[])`;
  return side === "did" ? did : side === "about" ? about : sql`(${did} or ${about})`;
};

/** The requested kinds: one, those of an area, or all (null). */
function kindsAsked({ kind, area }: AuditQuery["filters"]): readonly string[] | null {
  const ofArea = area === "" ? null : kindsOfArea(factWords(), area as AuditArea);
  // Another area was chosen after the kind: the kind no longer counts.
  return kind !== "" && (ofArea === null || (ofArea as string[]).includes(kind)) ? [kind] : ofArea;
}

/** Every fact that matches, for its page and its file. @throws refused unless admin */
export async function auditList(actor: Actor, query: AuditQuery): Promise<List<AuditRow>> {
  allowDuty(actor, "operations", "the audit trail");
  const { filters } = query;
  const search: AuditSearch | null = query.q === "" ? {} : await resolveAuditSearch(query.q);
  const kinds = kindsAsked(filters);
  const where = between(sql`f.at`, readDay(filters.from), readDay(filters.to));
  const people = [...new Set([...(filters.person ? [filters.person] : []), ...(search?.people ?? [])])];
  const objects = [filters.object, search?.object].filter((id): id is string => Boolean(id));
  let from: RawBuilder<unknown> = sql`facts f`;
  if (search === null) where.push(sql`false`);
  if (search?.fact) where.push(sql`f.id = ${search.fact}`);
  // An object's facts are few and far apart, so they're found first and then sorted.
  if (objects.length > 0) {
    from = sql`(select * from facts where ${all(objects.map(onObject))} offset 0) f`;
    if (people.length > 0) where.push(hasPeople(people, filters.side));
  } else if (people.length > 0) from = ofPeople(people, filters.side);
  else if (kinds !== null && !search?.fact) from = either(kinds.map((kind) => branch(sql`kind = ${kind}`)));
  if (kinds !== null && (objects.length > 0 || people.length > 0 || search?.fact))
    where.push(sql`f.kind = any(${kinds}::text[])`);
  const order = orderedNotNull(sql`f.at`, query.desc, sql`f.seq`);
  return sqlList<FactRow, AuditRow>({ select: COLUMNS, from, where, order }, auditRows);
}

/** A page of the audit trail, and who is asked for by id. @throws refused unless admin */
export async function listAudit(
  actor: Actor,
  query: AuditQuery,
): Promise<
  ListPage<AuditRow> & { person: AuditPerson | null; object: (AuditObject & { number: string | null }) | null }
> {
  const list = await auditList(actor, query);
  const { person, object } = query.filters;
  const asked = object === "" ? null : auditObject(object);
  const order = asked
    ? await database().selectFrom("orders").select("number").where("id", "=", object).executeTakeFirst()
    : undefined;
  return {
    ...(await listPage(list, query)),
    person: person === "" ? null : ((await peopleOf([person])).get(person) ?? null),
    object: asked && { ...asked, number: order?.number ?? null },
  };
}
