import { type RawBuilder, sql } from "kysely";
import { dayOf } from "#app/platform/rules/core/day.ts";
import { type Actor, uidOf } from "#app/platform/rules/core/actor.ts";
import { may } from "#app/platform/rules/core/duties.ts";
import { notFound } from "#app/platform/rules/core/errors.ts";
import type { ListPage } from "#app/platform/rules/core/list-query.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { database } from "#app/platform/server/core/database.ts";
import { contains } from "#app/platform/server/lists/contains.ts";
import { listPage, sqlList } from "#app/platform/server/lists/list.ts";
import { ordered } from "#app/platform/server/lists/order.ts";
import type { OwnPolicy } from "#app/features/policy-profiles/rules/own-policy.ts";
import {
  type RuleLine,
  profileFaults,
  profileName,
  profileText,
  ruleLines,
} from "#app/features/policy-profiles/rules/profile.ts";
import { newestProfile } from "#app/features/policy-profiles/server/profile-rows.ts";
import { policyVersionName, whyOutdated } from "#app/features/policy/rules/version-flow.ts";
import type { ProfileQuery, ProfileRow } from "../../rules/lists/profile-list.ts";
import { diffTexts, shortened } from "../../rules/text-diff.ts";
import { allowDuty } from "../allow-duty.ts";

const MOST = 100;
const today = (): string => dayOf(now());

const NAME = sql`(n.content ->> 'institution') || case when n.content ->> 'unit' = '' then ''
  else ' (' || (n.content ->> 'unit') || ')' end`;

/** The state of a profile, from `a`, its newest approved version, and `n`, its newest version or open draft. */
const stateOf = (day: string) => sql`case when p.proposed then 'waiting' when a.id is null then 'draft'
  when a.content ->> 'offered' = 'false' then 'withdrawn' when a.content ->> 'reviewOn' <= ${day} then 'due'
  else 'offered' end`;

const PROFILES = sql`(select "profileId", bool_or(status = 'proposed') as proposed
    from policy_profile_versions where status <> 'discarded' group by "profileId") p
  left join lateral (select * from policy_profile_versions v where v."profileId" = p."profileId"
    and v.status = 'approved' order by v.version desc limit 1) a on true
  join lateral (select * from policy_profile_versions v where v."profileId" = p."profileId"
    and v.status <> 'discarded' order by (v.status = 'approved') desc, v.version desc nulls last, v."draftedAt" desc
    limit 1) n on true
  cross join lateral (select count(*)::int as orders from order_policies o join policy_profile_versions v
    on v.id = o."versionId" where v."profileId" = p."profileId") c`;

/** A page of profiles. @throws refused unless the content team or admin */
export async function listPolicyProfiles(actor: Actor, query: ProfileQuery): Promise<ListPage<ProfileRow>> {
  allowDuty(actor, "legalDrafts", "the policy profiles");
  const state = stateOf(today());
  const where: RawBuilder<unknown>[] = [];
  if (query.filters.state) where.push(sql`${state} = ${query.filters.state}`);
  if (query.q) where.push(contains(query.q, [NAME, sql`n.content ->> 'policy'`]));
  const by = {
    name: sql`fold_text(${NAME})`,
    read: sql`a."readOn"`,
    review: sql`a.content ->> 'reviewOn'`,
    orders: sql`c.orders`,
  }[query.sort];
  return listPage(
    sqlList<ProfileRow>({
      select: sql`p."profileId", ${NAME} as name, n.content ->> 'policy' as policy, ${state} as state, a.version,
        a."readOn", a.content ->> 'reviewOn' as "reviewOn", c.orders`,
      from: PROFILES,
      where,
      order: ordered(by, query.desc, sql`p."profileId"`),
    }),
    query,
  );
}

/** A policy that a client described, and that isn't a profile yet. */
export type NamedPolicy = { orderId: string; institution: string; url: string };

/** What clients of paid orders said about policies that aren't listed, newest first. @throws refused */
export async function listNamedPolicies(actor: Actor): Promise<NamedPolicy[]> {
  allowDuty(actor, "legalDrafts", "the policy profiles");
  const rows = await database()
    .selectFrom("order_policies as p")
    .innerJoin("orders as o", "o.id", "p.orderId")
    .select(["p.orderId", "p.own"])
    .where("p.own", "is not", null)
    .where("o.paidAt", "is not", null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom("policy_profile_versions as v")
            .select("v.id")
            .whereRef("v.fromOrder", "=", "p.orderId")
            .where("v.status", "<>", "discarded"),
        ),
      ),
    )
    .orderBy("p.keptAt", "desc")
    .limit(20)
    .execute();
  return rows.map(({ orderId, own }) => {
    const { institution, url } = own as OwnPolicy;
    return { orderId, institution, url };
  });
}

const versionRows = () =>
  database()
    .selectFrom("policy_profile_versions as v")
    .leftJoin("users as d", "d.uid", "v.draftedBy")
    .leftJoin("users as c", "c.uid", "v.decidedBy")
    .leftJoin("users as r", "r.uid", "v.readBy")
    .selectAll("v")
    .select(["d.displayName as drafter", "c.displayName as decider", "r.displayName as reader"]);
type Named = Awaited<ReturnType<ReturnType<typeof versionRows>["execute"]>>[number];

/** A version's status, as on its badge. */
export type ProfileVersionState = "draft" | "waiting" | "in effect" | "replaced" | "discarded" | "canceled";

function stateOfVersion(row: Pick<Named, "status" | "version">, newest: number | null): ProfileVersionState {
  if (row.status === "proposed") return "waiting";
  if (row.status !== "approved") return row.status;
  return row.version === newest ? "in effect" : "replaced";
}

const line = (row: Named, newest: number | null) => ({
  id: row.id,
  version: row.version,
  state: stateOfVersion(row, newest),
  reason: row.reason,
  effectiveAt: row.effectiveAt?.toISOString() ?? null,
  drafter: row.drafter,
  decider: row.decider,
  reader: row.reader,
  readOn: row.readOn,
  note: row.decisionNote,
});
export type ProfileVersionLine = ReturnType<typeof line>;

/** A profile with its drafts and versions, newest first. @throws refused, not-found */
export async function readProfilePage(actor: Actor, profileId: string) {
  allowDuty(actor, "legalDrafts", "the policy profiles");
  const all = await versionRows()
    .where("v.profileId", "=", profileId)
    .where("v.status", "<>", "discarded")
    .orderBy("v.version", (o) => o.desc().nullsFirst())
    .orderBy("v.draftedAt", "desc")
    .limit(MOST)
    .execute();
  const newest = all.find((row) => row.status === "approved") ?? null;
  const shown = newest ?? all[0];
  if (!shown) throw notFound("policy profile");
  const isOpen = (row: Named) => row.status === "draft" || row.status === "proposed";
  return {
    profileId,
    name: profileName(shown.content),
    content: shown.content,
    lines: ruleLines(shown.content.kinds),
    version: newest?.version ?? null,
    readOn: shown.readOn,
    reader: shown.reader,
    reviewDue: newest !== null && newest.content.reviewOn !== null && newest.content.reviewOn <= today(),
    ownDraft: all.find((row) => isOpen(row) && row.draftedBy === uidOf(actor))?.id ?? null,
    open: all.filter(isOpen).map((row) => line(row, newest?.version ?? null)),
    history: all.filter((row) => row.version !== null).map((row) => line(row, newest?.version ?? null)),
  };
}

/** A draft or version: its content, what it changes, and what's still open. @throws refused, not-found */
export async function readProfileVersionPage(actor: Actor, versionId: string) {
  allowDuty(actor, "legalDrafts", "the policy profiles");
  const row = await versionRows().where("v.id", "=", versionId).executeTakeFirst();
  if (!row) throw notFound("policy profile");
  const newest = await newestProfile(database(), row.profileId);
  const before =
    row.version === null
      ? newest
      : ((await versionRows()
          .where("v.profileId", "=", row.profileId)
          .where("v.version", "=", row.basedOn)
          .executeTakeFirst()) ?? null);
  const open = row.status === "draft" || row.status === "proposed";
  return {
    ...line(row, newest?.version ?? null),
    profileId: row.profileId,
    name: profileName(row.content),
    content: row.content,
    lines: ruleLines(row.content.kinds) satisfies RuleLine[],
    revision: row.revision,
    own: row.draftedBy === uidOf(actor),
    decides: may(actor, "legal") as boolean,
    unclaimed: row.draftedBy === null && row.status === "draft",
    today: today(),
    outdated: open ? whyOutdated(row.basedOn, newest?.version ?? 0, policyVersionName) : null,
    faults: open ? profileFaults(row.content, row.readOn) : [],
    /** Compared with the version before; null for a first one. */
    changes: before ? shortened(diffTexts(profileText(before.content), profileText(row.content))) : null,
    before: before?.version ?? null,
  };
}
export type ProfileVersionView = Awaited<ReturnType<typeof readProfileVersionPage>>;
