import { type RawBuilder, sql } from "kysely";
import { dayOf } from "#app/platform/rules/core/day.ts";
import { type Actor } from "#app/platform/rules/core/actor.ts";
import { may } from "#app/platform/rules/core/duties.ts";
import { refused } from "#app/platform/rules/core/errors.ts";
import { type ListPage } from "#app/platform/rules/core/list-query.ts";
import { DAY, after } from "#app/platform/rules/core/time.ts";
import { database } from "#app/platform/server/core/database.ts";
import { contains } from "#app/platform/server/lists/contains.ts";
import { allOf, type List, listPage, queryList } from "#app/platform/server/lists/list.ts";
import { orderedNotNull, notNull, nullsLast } from "#app/platform/server/lists/order.ts";
import {
  DOCUMENT_KINDS,
  EXPIRES_SOON_DAYS,
  KYC_STATES,
  type KycState,
  isDocumentKind,
  isKycState,
} from "../../rules/kyc/kyc.ts";
import { kycOverview } from "../../rules/kyc/kyc-overview.ts";
import { kycState, nextExpiry, waitingSince } from "./kyc-sql.ts";
import { listKycDocumentsOf } from "./list-kyc-documents.ts";
import type { KycListQuery, KycQueueQuery, KycQueueRow, KycRow } from "../../rules/lists/kyc-list.ts";

const editors = () => database().selectFrom("editors as e").innerJoin("users as u", "u.uid", "e.uid");

function conditions(query: KycListQuery, now: Date): RawBuilder<boolean> {
  const today = dayOf(now);
  const all: RawBuilder<unknown>[] = [];
  if (query.q) all.push(sql`(${contains(query.q, [sql`u."displayName"`, sql`u.email`])} or e.uid = ${query.q})`);
  if (query.filters.state) all.push(sql`${kycState(today)} = ${query.filters.state}`);
  // "Expiring" includes expired documents, because someone must act.
  if (query.filters.show === "expiring")
    all.push(
      sql`(${nextExpiry(today)} <= ${dayOf(after(now, EXPIRES_SOON_DAYS * DAY))} or ${kycState(today)} = 'expired')`,
    );
  if (query.filters.show === "waiting") all.push(sql`${waitingSince()} is not null`);
  return allOf(all);
}

/** All editors that match, with their documents and expiry dates. @throws refused unless admin */
export function kycList(actor: Actor, query: KycListQuery, now: Date): List<KycRow> {
  if (!may(actor, "people")) throw refused("Only an admin can see all editors' documents.");
  const today = dayOf(now);
  const by = {
    name: sql`lower(u."displayName")`,
    state: sql`array_position(${[...KYC_STATES]}::text[], ${kycState(today)})`,
    expiry: nextExpiry(today),
    waiting: waitingSince(),
  }[query.sort];
  const found = editors().where(conditions(query, now));
  const shown = (list: typeof found) =>
    list
      .select([
        "e.uid",
        "u.displayName",
        "u.email",
        "e.kycStatus",
        "e.identityApprovedAt",
        "e.agreementSignedAt",
        "e.doctorateVerifiedAt",
      ])
      .select([kycState(today).as("state"), nextExpiry(today).as("nextExpiry"), waitingSince().as("waitingSince")]);
  const order =
    query.sort === "name"
      ? orderedNotNull(by, query.desc, sql`u.uid`)
      : [nullsLast(by, query.desc), notNull(sql`e.uid`)];
  return queryList(found, order, shown, async (rows): Promise<KycRow[]> => {
    const documents = Map.groupBy(await listKycDocumentsOf(rows.map((r) => r.uid)), (d) => d.uid);
    return rows.map((r) => ({
      uid: r.uid,
      displayName: r.displayName,
      email: r.email,
      state: isKycState(r.state) ? r.state : "not_started",
      nextExpiry: r.nextExpiry,
      waitingSince: r.waitingSince,
      overview: kycOverview(r, documents.get(r.uid) ?? [], now),
    }));
  });
}

/** A page of all editors with their documents and expiry dates. @throws refused unless admin */
export const listKyc = async (actor: Actor, query: KycListQuery, now: Date): Promise<ListPage<KycRow>> =>
  listPage(kycList(actor, query, now), query);

const queue = () =>
  database()
    .selectFrom("kyc_documents as d")
    .innerJoin("users as u", "u.uid", "d.uid")
    .innerJoin("editors as e", "e.uid", "d.uid")
    .where("d.status", "in", ["submitted", "in_review"])
    .where("d.replacedAt", "is", null);

function queueConditions(query: KycQueueQuery): RawBuilder<boolean> {
  const all: RawBuilder<unknown>[] = [];
  if (query.q) all.push(contains(query.q, [sql`u."displayName"`, sql`u.email`]));
  if (query.filters.kind) all.push(sql`d.kind = ${query.filters.kind}`);
  if (query.filters.status) all.push(sql`d.status = ${query.filters.status}`);
  return allOf(all);
}

/** All documents to review that match, longest wait first. @throws refused unless staff */
export function kycQueueList(actor: Actor, query: KycQueueQuery): List<KycQueueRow> {
  if (!may(actor, "care")) throw refused("Only staff can see the review queue.");
  const by = {
    waiting: sql`d."submittedAt"`,
    name: sql`lower(u."displayName")`,
    kind: sql`array_position(${[...DOCUMENT_KINDS]}::text[], d.kind)`,
  }[query.sort];
  const found = queue().where(queueConditions(query));
  const shown = (list: typeof found) =>
    list.select([
      "d.id",
      "d.uid",
      "u.displayName",
      "u.email",
      "d.kind",
      "d.status",
      "d.submittedAt",
      "e.level",
      "e.kycStatus",
    ]);
  const order = [notNull(by, query.desc), notNull(sql`d."submittedAt"`), notNull(sql`d.id`)];
  return queryList(found, order, shown, (rows): KycQueueRow[] =>
    rows.flatMap((r) =>
      isDocumentKind(r.kind) ? [{ ...r, kind: r.kind, status: r.status as KycState, submittedAt: r.submittedAt }] : [],
    ),
  );
}

/** A page of documents to review. @throws refused unless staff */
export const listKycQueue = async (actor: Actor, query: KycQueueQuery): Promise<ListPage<KycQueueRow>> =>
  listPage(kycQueueList(actor, query), query);
