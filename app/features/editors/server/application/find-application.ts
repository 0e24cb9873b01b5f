import type { Selectable } from "kysely";
import { type NotNull, sql } from "kysely";
import type { EditorApplicationsTable } from "#db/schema.ts";
import { type ListPage } from "#app/platform/rules/core/list-query.ts";
import { type List, listPage, queryList } from "#app/platform/server/lists/list.ts";
import { ordered, orderedNotNull } from "#app/platform/server/lists/order.ts";
import { contains } from "#app/platform/server/lists/contains.ts";
import { type Reader, type Tx, database, lockName } from "#app/platform/server/core/database.ts";
import { FIELDS } from "#app/features/pricing/rules/taxonomy.ts";
import { type ApplicationAnswers, answersOf, degreeLine } from "../../rules/application.ts";
import type { ApplicationStatus } from "../../rules/application-flow.ts";
import type { ApplicationQuery, ApplicationRow } from "../../rules/lists/application-list.ts";

export type Application = Omit<Selectable<EditorApplicationsTable>, "status" | "answers"> & {
  status: ApplicationStatus;
  answers: ApplicationAnswers;
};

const read = (row: Selectable<EditorApplicationsTable>): Application => ({
  ...row,
  status: row.status as ApplicationStatus,
  answers: answersOf(row.answers),
});

/** A user's own application in any state, or null. */
export async function findOwnApplication(uid: string, reader: Reader = database()): Promise<Application | null> {
  const row = await reader.selectFrom("editor_applications").selectAll().where("uid", "=", uid).executeTakeFirst();
  return row ? read(row) : null;
}

/** A user's application, locked for this transaction even if none exists yet. */
export async function lockApplication(tx: Tx, uid: string): Promise<Application | null> {
  await lockName(tx, `editor application ${uid}`);
  return findOwnApplication(uid, tx);
}

export type ApplicationForStaff = Application & { displayName: string; email: string; deciderName: string | null };

/** A sent application with its people, for staff, or null. Drafts are private. */
export async function findApplication(uid: string): Promise<ApplicationForStaff | null> {
  const row = await database()
    .selectFrom("editor_applications as a")
    .innerJoin("users as u", "u.uid", "a.uid")
    .leftJoin("users as d", "d.uid", "a.decidedBy")
    .selectAll("a")
    .select(["u.displayName", "u.email", "d.displayName as deciderName"])
    .where("a.uid", "=", uid)
    .where("a.status", "<>", "draft")
    .executeTakeFirst();
  return row ? { ...read(row), displayName: row.displayName, email: row.email, deciderName: row.deciderName } : null;
}

const COLUMNS = { submittedAt: sql`a."submittedAt"`, decidedAt: sql`a."decidedAt"`, name: sql`lower(u."displayName")` };

/**
 * Sent applications, searched by name, email and headline, filtered by status and field.
 * @param query from `readListQuery(search, APPLICATION_LIST)`
 */
export function applicationList(query: ApplicationQuery): List<ApplicationRow> {
  let found = database()
    .selectFrom("editor_applications as a")
    // Everybody who applied has an account; with a left join, counting doesn't read it.
    .leftJoin("users as u", "u.uid", "a.uid")
    .leftJoin("users as d", "d.uid", "a.decidedBy")
    .where("a.status", "<>", "draft");
  if (query.filters.status) found = found.where("a.status", "=", query.filters.status as ApplicationStatus);
  const field = FIELDS.find((f) => f.slug === query.filters.field);
  if (field) found = found.where(sql<boolean>`a.answers->'subfields' ?| ${field.subfields.map((s) => s.slug)}::text[]`);
  if (query.q) {
    found = found.where(contains(query.q, [sql`u."displayName"`, sql`u.email`, sql`a.answers->>'headline'`]));
  }
  const shown = (list: typeof found) =>
    list
      .selectAll("a")
      .select(["u.displayName", "u.email", "d.displayName as deciderName"])
      .$narrowType<{ displayName: NotNull; email: NotNull }>();
  const order = (query.sort === "submittedAt" && !query.q ? orderedNotNull : ordered)(
    COLUMNS[query.sort],
    query.desc,
    sql`a.uid`,
  );
  return queryList(found, order, shown, (rows) =>
    rows.map((row): ApplicationRow => {
      const { status, answers, submittedAt, decidedAt, uid } = read(row);
      const { headline, subfields, services, variants, years } = answers;
      return {
        uid,
        displayName: row.displayName,
        email: row.email,
        status,
        headline,
        degree: degreeLine(answers),
        subfields,
        services,
        variants,
        years,
        submittedAt: submittedAt!,
        decidedAt: decidedAt,
        deciderName: row.deciderName,
      };
    }),
  );
}
/** A page of applications. */
export const listApplications = (query: ApplicationQuery): Promise<ListPage<ApplicationRow>> =>
  listPage(applicationList(query), query);
