import { sql } from "kysely";
import { z } from "zod";
import { conflict, invalid } from "#app/platform/rules/core/errors.ts";
import { command } from "#app/platform/server/core/command.ts";
import { type Reader, database } from "#app/platform/server/core/database.ts";
import { MOST_TAGS, TAG_LIMIT, tagOf } from "../../rules/tags.ts";
import { canTicket } from "../../rules/ticket.ts";
import { TicketId } from "../../rules/ticket-input.ts";
import { lockOwnTicket, ticketFact } from "./ticket-row.ts";

/** Every tag that a ticket has, by name. Reads one row per tag, however many tickets have it. */
export async function listTags(db: Reader = database()): Promise<string[]> {
  const { rows } = await sql<{ tag: string }>`with recursive each as (
      (select tag from ticket_tags order by tag limit 1)
      union all
      select (select t.tag from ticket_tags t where t.tag > each.tag order by t.tag limit 1) from each
      where each.tag is not null
    ) select tag from each where tag is not null limit ${MOST_TAGS.inAll}`.execute(db);
  return rows.map(({ tag }) => tag);
}

/** The tags of a ticket, by name. */
export const tagsOf = async (ticketId: string, db: Reader = database()): Promise<string[]> =>
  (await db.selectFrom("ticket_tags").select("tag").where("ticketId", "=", ticketId).orderBy("tag").execute()).map(
    ({ tag }) => tag,
  );

/**
 * Adds a tag to a ticket, or takes one off. Everyone at the desk may think of a new one, and it's gone when no ticket
 * has it.
 */
export const tagTicket = command({
  input: z.object({ ticketId: TicketId, tag: z.string().max(200), add: z.boolean().default(true) }),
  load: (input, ctx) => lockOwnTicket(ctx, input.ticketId),
  allow: (actor) => canTicket.handle(actor) || "Only support can tag tickets.",
  async run({ input, thing: ticket, ...ctx }): Promise<{ changed: boolean }> {
    const { tx } = ctx;
    const tag = tagOf(input.tag);
    if (tag === null) {
      const words = `Write a tag of up to ${TAG_LIMIT} letters, digits, spaces, and hyphens.`;
      throw invalid("tag", "This can't be a tag.", words, { tag: words });
    }
    if (!input.add) {
      const { numDeletedRows } = await tx
        .deleteFrom("ticket_tags")
        .where("ticketId", "=", ticket.id)
        .where("tag", "=", tag)
        .executeTakeFirstOrThrow();
      if (numDeletedRows === 0n) return { changed: false };
      await ticketFact(ctx, ticket, "ticket.tagged", { tag, added: false });
      return { changed: true };
    }
    const own = await tagsOf(ticket.id, tx);
    if (own.includes(tag)) return { changed: false };
    if (own.length >= MOST_TAGS.ofTicket)
      throw conflict("many_tags", `${ticket.number} has ${MOST_TAGS.ofTicket} tags.`, "Remove one first.");
    const all = await listTags(tx);
    if (all.length >= MOST_TAGS.inAll && !all.includes(tag))
      throw conflict(
        "all_tags",
        `There are ${MOST_TAGS.inAll} tags already.`,
        "Use one of those, or remove one from its tickets first.",
      );
    await tx.insertInto("ticket_tags").values({ ticketId: ticket.id, tag }).execute();
    await ticketFact(ctx, ticket, "ticket.tagged", { tag, added: true });
    return { changed: true };
  },
});
