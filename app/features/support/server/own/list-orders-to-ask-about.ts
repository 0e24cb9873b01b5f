import { sql } from "kysely";
import type { Person } from "#app/platform/rules/core/actor.ts";
import { database } from "#app/platform/server/core/database.ts";

export type OrderToAskAbout = { id: string; number: string; title: string };

const MOST = 200;

/**
 * The orders a user can open a ticket about, newest first: an author's own except drafts, or those an editor has or
 * had.
 */
export async function listOrdersToAskAbout({ uid }: Person, as: "client" | "editor"): Promise<OrderToAskAbout[]> {
  const rows = await database()
    .selectFrom("orders as o")
    .select(["o.id", "o.number", "o.title"])
    .where("o.status", "<>", "draft")
    .where((e) =>
      as === "client"
        ? e("o.userId", "=", uid)
        : e.or([
            e("o.assignedTo", "=", uid),
            e.exists(
              e
                .selectFrom("facts as f")
                .select("f.id")
                .whereRef("f.orderId", "=", "o.id")
                .where("f.kind", "=", "order.assigned")
                .where(sql<boolean>`f.data->>'editorId' = ${uid}`),
            ),
          ]),
    )
    .orderBy("o.createdAt", "desc")
    .limit(MOST)
    .execute();
  return rows.map((o) => ({ ...o, title: o.title || "Untitled manuscript" }));
}
