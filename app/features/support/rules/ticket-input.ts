import { z } from "zod";
import { TICKET_CATEGORIES, TICKET_LIMITS, TICKET_PRIORITIES } from "./ticket.ts";

const lines = (text: string): string => text.replaceAll("\r\n", "\n").trim();

/** Fields of ticket forms and how they're parsed. */
export const TicketId = z.string().max(64);
export const TicketSubject = z
  .string()
  .transform((text) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trim())
  .pipe(
    z
      .string()
      .min(1, "Enter a short subject.")
      .max(TICKET_LIMITS.subject, `Shorten the subject to ${TICKET_LIMITS.subject} characters or fewer.`),
  );
export const TicketBody = z
  .string()
  .transform(lines)
  .pipe(
    z
      .string()
      .min(1, "Write a message.")
      .max(
        TICKET_LIMITS.message,
        `Shorten this to ${TICKET_LIMITS.message.toLocaleString("en-US")} characters or fewer.`,
      ),
  );
/** As a form sends it: any text. */
export const TicketCategoryField = z.string().pipe(z.enum(TICKET_CATEGORIES, "Choose a topic."));
export const TicketPriorityField = z.enum(TICKET_PRIORITIES, "Choose a priority.");
export const AttachmentIds = z
  .array(z.string().max(64))
  .max(TICKET_LIMITS.attachments, `You can attach up to ${TICKET_LIMITS.attachments} files to a message.`)
  .optional();
export const ClientKey = z.string().max(64).optional();
