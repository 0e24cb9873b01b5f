import { z } from "zod";
import { TICKET_CATEGORIES, TICKET_LIMITS, TICKET_PRIORITIES } from "./ticket.ts";

const lines = (text: string): string => text.replaceAll("\r\n", "\n").trim();

/** The fields of the forms on tickets, as they are parsed everywhere. */
export const TicketId = z.string().max(64);
export const TicketSubject = z
  .string()
  .transform((text) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trim())
  .pipe(
    z
      .string()
      .min(1, "Say in a few words what it is about.")
      .max(TICKET_LIMITS.subject, `Keep the subject to ${TICKET_LIMITS.subject} characters.`),
  );
export const TicketBody = z
  .string()
  .transform(lines)
  .pipe(
    z
      .string()
      .min(1, "Write something first.")
      .max(TICKET_LIMITS.message, `Keep it to ${TICKET_LIMITS.message.toLocaleString("en-US")} characters.`),
  );
/** As a form sends it: any text. */
export const TicketCategoryField = z.string().pipe(z.enum(TICKET_CATEGORIES, "Choose what it is about."));
export const TicketPriorityField = z.enum(TICKET_PRIORITIES, "Choose a priority.");
export const AttachmentIds = z
  .array(z.string().max(64))
  .max(TICKET_LIMITS.attachments, `A message takes at most ${TICKET_LIMITS.attachments} files.`)
  .optional();
export const ClientKey = z.string().max(64).optional();
