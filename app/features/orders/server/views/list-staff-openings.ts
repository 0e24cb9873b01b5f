import { sql } from "kysely";
import { database } from "#app/platform/server/core/database.ts";

const SHOWN = 50;

/** When our staff opened an order's files, newest first: what its author is shown. */
export async function listStaffOpenings(
  orderId: string,
): Promise<{ id: number; at: string; file: string | null; role: "support" | "admin" }[]> {
  const rows = await database()
    .selectFrom("file_views as v")
    .innerJoin("orders as o", "o.id", "v.orderId")
    .innerJoin("auth_user as a", "a.id", "v.viewerId")
    .leftJoin("users as u", "u.uid", "v.viewerId")
    .leftJoin("files as f", "f.id", "v.fileId")
    .select(["v.id", "v.at", "f.name as file"])
    .select(
      sql<boolean>`(coalesce(u.role = 'admin', false) or coalesce(u."isAdmin", false) or coalesce(a.claims->>'admin' = 'true', false))`.as(
        "admin",
      ),
    )
    .where("v.orderId", "=", orderId)
    .whereRef("v.viewerId", "is distinct from", "o.userId")
    .whereRef("v.viewerId", "is distinct from", "o.assignedTo")
    .where(
      sql<boolean>`(u.role = 'admin' or u."isAdmin" or a.claims->>'admin' = 'true' or a.claims->>'support' = 'true')`,
    )
    .orderBy("v.at", "desc")
    .limit(SHOWN)
    .execute();
  return rows.map((r) => ({ id: r.id, at: r.at.toISOString(), file: r.file, role: r.admin ? "admin" : "support" }));
}
