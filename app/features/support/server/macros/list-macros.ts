import { sql } from "kysely";
import type { Actor } from "#app/platform/rules/core/actor.ts";
import { refused } from "#app/platform/rules/core/errors.ts";
import { database } from "#app/platform/server/core/database.ts";
import { canTicket } from "../../rules/ticket.ts";
import type { MacroView } from "../../rules/ticket-view.ts";

/** The macros that can be inserted, by title. @throws refused unless staff */
export async function listMacros(actor: Actor): Promise<MacroView[]> {
  if (!canTicket.handle(actor)) throw refused("Only support can use macros.");
  const rows = await database()
    .selectFrom("macros")
    .select(["id", "title", "body", "category", "updatedAt"])
    .where("archivedAt", "is", null)
    .orderBy(sql`lower(title)`)
    .limit(500)
    .execute();
  return rows.map((m) => ({
    ...m,
    category: m.category as MacroView["category"],
    updatedAt: m.updatedAt,
  }));
}
