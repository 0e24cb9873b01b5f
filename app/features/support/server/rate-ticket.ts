import { z } from "zod";
import { conflict } from "#app/platform/rules/errors.ts";
import { command } from "#app/platform/server/command.ts";
import { mayRateNow } from "../rules/rating.ts";
import { canTicket } from "../rules/ticket.ts";
import { TicketId } from "../rules/ticket-input.ts";
import { changeTicketRow } from "./move-ticket.ts";
import { lockOwnTicket, ticketFact } from "./ticket-row.ts";

/** How we did, 1 to 5, in the words of whoever opened it: once it is resolved, and again within 7 days of the first time. */
export const rateTicket = command({
  input: z.object({
    ticketId: TicketId,
    rating: z.coerce
      .number("Choose from 1 to 5.")
      .int("Choose from 1 to 5.")
      .min(1, "Choose from 1 to 5.")
      .max(5, "Choose from 1 to 5."),
    comment: z
      .string()
      .transform((text) => text.replaceAll("\r\n", "\n").trim())
      .pipe(z.string().max(2_000, "Keep it to 2,000 characters."))
      .optional(),
  }),
  load: (input, deed) => lockOwnTicket(deed, input.ticketId),
  allow: (actor, ticket) => canTicket.own(actor, ticket) || "Only whoever opened a ticket rates it.",
  async run({ input: { rating, comment }, thing: ticket, ...deed }): Promise<{ changed: boolean }> {
    if (ticket.rating === rating && (ticket.ratingComment ?? "") === (comment ?? "")) return { changed: false };
    if (!mayRateNow(ticket, deed.now))
      throw ticket.ratedAt
        ? conflict(
            "rating_over",
            "A rating can be changed for 7 days, and they are over.",
            "It stands as it was given.",
          )
        : conflict("not_resolved", "It can be rated once it is resolved.", "Until then, write on the ticket.");
    const first = ticket.ratedAt === null;
    const moved = await changeTicketRow(deed, ticket, {
      rating,
      ratingComment: comment || null,
      ratedAt: ticket.ratedAt ?? deed.now,
    });
    if (first || ticket.rating !== rating) await ticketFact(deed, moved, "ticket.rated", { rating });
    return { changed: true };
  },
});
