import { DUTIES } from "#app/platform/rules/core/duties.ts";
import { type Reader, database } from "#app/platform/server/core/database.ts";
import { anyRoleSql, roleSql } from "#app/features/accounts/server/people/role-sql.ts";

const SHOWN = 50;

/** The query of `listStaffOpenings`. */
export const staffOpeningsOf = (db: Reader, orderId: string) =>
  db
    .selectFrom("file_views as v")
    .innerJoin("orders as o", "o.id", "v.orderId")
    .innerJoin("auth_user as a", "a.id", "v.viewerId")
    .leftJoin("users as u", "u.uid", "v.viewerId")
    .leftJoin("files as f", "f.id", "v.fileId")
    .select(["v.id", "v.at", "f.name as file"])
    .select(roleSql("admin").as("admin"))
    .where("v.orderId", "=", orderId)
    .whereRef("v.viewerId", "is distinct from", "o.userId")
    .whereRef("v.viewerId", "is distinct from", "o.assignedTo")
    .where(anyRoleSql(DUTIES.care))
    .orderBy("v.at", "desc")
    .limit(SHOWN);
type Row = Awaited<ReturnType<ReturnType<typeof staffOpeningsOf>["execute"]>>[number];

export type StaffOpening = { id: number; at: Date; file: string | null; role: "support" | "admin" };
export const openingView = (row: Row): StaffOpening => ({
  id: row.id,
  at: row.at,
  file: row.file,
  role: row.admin ? "admin" : "support",
});

/** When our staff opened an order's files, newest first, as shown to its author. */
export const listStaffOpenings = async (orderId: string): Promise<StaffOpening[]> =>
  (await staffOpeningsOf(database(), orderId).execute()).map(openingView);
