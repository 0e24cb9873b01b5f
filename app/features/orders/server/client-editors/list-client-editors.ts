import { sql } from "kysely";
import { type Reader, database } from "#app/platform/server/core/database.ts";
import type { KnownEditor, ListedEditor } from "#app/features/accounts/rules/client-editors.ts";

/** How many of a client's orders an editor has taken. */
const worked = (userId: string) =>
  sql<number>`(select count(*)::int from orders o where o."userId" = ${userId} and o."assignedTo" = u.uid)`;

/** The editors on a client's list: preferred, then backup, then blocked. */
export const listClientEditors = (userId: string, db: Reader = database()): Promise<ListedEditor[]> =>
  db
    .selectFrom("client_editors as c")
    .innerJoin("users as u", "u.uid", "c.editorId")
    .leftJoin("editors as e", "e.uid", "c.editorId")
    .select(["u.uid", "u.displayName", "c.kind", worked(userId).as("orders")])
    .select((eb) => eb.fn.coalesce("e.headline", sql<string>`''`).as("headline"))
    .where("c.userId", "=", userId)
    .orderBy(sql`array_position(array['preferred','backup','blocked'], c.kind)`)
    .orderBy("u.displayName")
    .limit(200)
    .execute();

/** Editors who have worked for a client and are not on the list yet, most orders first. */
export const listKnownEditors = (userId: string, db: Reader = database()): Promise<KnownEditor[]> =>
  db
    .selectFrom("users as u")
    .select(["u.uid", "u.displayName", worked(userId).as("orders")])
    .where("u.uid", "in", (eb) =>
      eb
        .selectFrom("orders")
        .select("assignedTo")
        .where("userId", "=", userId)
        .where("assignedTo", "is not", null)
        .$castTo<{ assignedTo: string }>(),
    )
    .where("u.uid", "not in", (eb) => eb.selectFrom("client_editors").select("editorId").where("userId", "=", userId))
    .orderBy("orders", "desc")
    .orderBy("u.displayName")
    .limit(200)
    .execute();

/** Whether an editor has ever taken one of a client's orders. */
export const hasWorkedFor = async (editorId: string, userId: string, db: Reader): Promise<boolean> =>
  (await db
    .selectFrom("orders")
    .select("id")
    .where("userId", "=", userId)
    .where("assignedTo", "=", editorId)
    .limit(1)
    .executeTakeFirst()) !== undefined;
