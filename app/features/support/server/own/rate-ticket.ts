import { z } from "zod";
import { conflict } from "#app/platform/rules/core/errors.ts";
import { command } from "#app/platform/server/core/command.ts";
import { mayRateNow } from "../../rules/rating.ts";
import { canTicket } from "../../rules/ticket.ts";
import { TicketId } from "../../rules/ticket-input.ts";
import { changeTicketRow } from "../tickets/move-ticket.ts";
import { lockOwnTicket, ticketFact } from "../tickets/ticket-row.ts";

/** Saves the owner's rating, 1 to 5: after resolution, and again within 7 days of the first rating. */
export const rateTicket = command({
  input: z.object({
    ticketId: TicketId,
    rating: z.coerce
      .number("Choose a rating from 1 to 5.")
      .int("Choose a rating from 1 to 5.")
      .min(1, "Choose a rating from 1 to 5.")
      .max(5, "Choose a rating from 1 to 5."),
    comment: z
      .string()
      .transform((text) => text.replaceAll("\r\n", "\n").trim())
      .pipe(z.string().max(2_000, "Shorten this to 2,000 characters or fewer."))
      .optional(),
  }),
  load: (input, ctx) => lockOwnTicket(ctx, input.ticketId),
  allow: (actor, ticket) => canTicket.own(actor, ticket) || "Only the person who opened a ticket can rate it.",
  async run({ input: { rating, comment }, thing: ticket, ...ctx }): Promise<{ changed: boolean }> {
    if (ticket.rating === rating && (ticket.ratingComment ?? "") === (comment ?? "")) return { changed: false };
    if (!mayRateNow(ticket, ctx.now))
      throw ticket.ratedAt
        ? conflict("rating_over", "You can change a rating for 7 days only.", "Your earlier rating is kept.")
        : conflict("not_resolved", "You can rate this ticket once it's resolved.", "Until then, reply on the ticket.");
    const first = ticket.ratedAt === null;
    const moved = await changeTicketRow(ctx, ticket, {
      rating,
      ratingComment: comment || null,
      ratedAt: ticket.ratedAt ?? ctx.now,
    });
    if (first || ticket.rating !== rating) await ticketFact(ctx, moved, "ticket.rated", { rating });
    return { changed: true };
  },
});
