import { dayOf } from "#app/platform/rules/core/day.ts";
import { type RawBuilder, sql } from "kysely";
import { type Actor, uidOf } from "#app/platform/rules/core/actor.ts";
import { notFound } from "#app/platform/rules/core/errors.ts";
import { isId, newId } from "#app/platform/rules/core/ids.ts";
import type { ListPage } from "#app/platform/rules/core/list-query.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { database } from "#app/platform/server/core/database.ts";
import { contains } from "#app/platform/server/lists/contains.ts";
import { listPage, sqlList } from "#app/platform/server/lists/list.ts";
import { ordered } from "#app/platform/server/lists/order.ts";
import { accountChoices } from "#app/features/payments/rules/ledger/account-choice.ts";
import { BY_HAND } from "#app/features/payments/rules/ledger/chart-of-accounts.ts";
import { authorityChoices } from "#app/features/tax/server/registrations.ts";
import { approvalsAt } from "#app/features/pricing/server/read-approvals.ts";
import type { EntryQuery, EntryRow } from "../../rules/lists/entry-list.ts";
import { allowDuty } from "../allow-duty.ts";
import { manualKey, openFrom, reversalFor } from "./manual-entries.ts";

/** A page of the journal entries by hand. @throws refused without the duty */
export async function listEntries(actor: Actor, query: EntryQuery): Promise<ListPage<EntryRow>> {
  allowDuty(actor, "money", "the books");
  const where: RawBuilder<unknown>[] = [];
  if (query.filters.state) where.push(sql`m.state = ${query.filters.state}`);
  if (query.q) where.push(contains(query.q, [sql`m.memo`, sql`m.reason`]));
  const by = { day: sql`m.day`, sum: sql`m."sumMinor"`, made: sql`m."createdAt"` }[query.sort];
  return listPage(
    sqlList<EntryRow>({
      select: sql`m.id, m.day, m.memo, m."sumMinor", m.currency, m.state, m."createdAt",
        case when m.state in ('waiting', 'booked') and not exists (select from manual_entries r
          where r."reversesId" = m.id and r.state = 'booked') then m."takeBackOn" end as "takeBackOn",
        c."displayName" as "createdBy", d."displayName" as "decidedBy"`,
      from: sql`manual_entries m left join users c on c.uid = m."createdBy" left join users d on d.uid = m."decidedBy"`,
      where,
      order: ordered(by, query.desc, sql`m.id`),
    }),
    query,
  );
}

/** What the form of a new entry needs. @throws refused without the duty */
export async function readNewEntry(actor: Actor) {
  allowDuty(actor, "money", "the books");
  const at = now();
  return {
    entryId: newId("manualEntry"),
    today: dayOf(at),
    openFrom: await openFrom(database()),
    accounts: accountChoices(BY_HAND, await authorityChoices()).map(({ value, label, code }) => ({
      value,
      label: `${code} ${label}`,
    })),
    twoAboveMinor: (await approvalsAt(at)).entries.twoAboveMinor,
  };
}

/** One entry by hand, with what this person may do about it. @throws refused without the duty; not-found */
export async function readEntry(actor: Actor, id: string) {
  allowDuty(actor, "money", "the books");
  const db = database();
  const row = isId("manualEntry", id)
    ? await db
        .selectFrom("manual_entries as m")
        .leftJoin("users as c", "c.uid", "m.createdBy")
        .leftJoin("users as d", "d.uid", "m.decidedBy")
        .selectAll("m")
        .select(["c.displayName as maker", "d.displayName as decider"])
        .where("m.id", "=", id)
        .executeTakeFirst()
    : undefined;
  if (!row) throw notFound("journal entry");
  const { file, createdBy, decidedBy, ...entry } = row;
  const [journal, reversal] = await Promise.all([
    db.selectFrom("journal_entries").select(["id", "seq"]).where("key", "=", manualKey(row)).executeTakeFirst(),
    reversalFor(id, db),
  ]);
  const isMine = createdBy === uidOf(actor);
  const isAlone = createdBy === decidedBy;
  return {
    ...entry,
    isByClock: createdBy === null && entry.maker === null,
    /** The second person, if there was one. */
    decider: isAlone ? null : entry.decider,
    hasFile: file !== null,
    journal: journal ?? null,
    reversal: reversal ?? null,
    isMine,
    mayReverse: entry.state === "booked" && entry.reversesId === null && !reversal,
    today: dayOf(now()),
    openFrom: await openFrom(db),
  };
}
export type ReadEntry = Awaited<ReturnType<typeof readEntry>>;
