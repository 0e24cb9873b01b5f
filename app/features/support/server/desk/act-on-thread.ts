import { type Actor, type Person } from "#app/platform/rules/core/actor.ts";
import { may } from "#app/platform/rules/core/duties.ts";
import { Problem, conflict, invalid, refused } from "#app/platform/rules/core/errors.ts";
import { takeAttachments } from "#app/features/messages/server/attachments.ts";
import { assignOrderThread } from "#app/features/messages/server/assign-order-thread.ts";
import { markThreadRead } from "#app/features/messages/server/mark-thread-read.ts";
import { settleOrderThread } from "#app/features/messages/server/settle-order-thread.ts";
import { formText } from "#app/platform/rules/text/form-text.ts";
import { type MissedMessages, isOrderThread } from "../../rules/desk.ts";
import { isTicketCategory, isTicketPriority } from "../../rules/ticket.ts";
import { answerOrderSeen, answerTicketSeen } from "./answer-thread.ts";
import { assignTicket } from "../tickets/assign-ticket.ts";
import { changeTicket } from "../tickets/change-ticket.ts";
import { markTicketRead } from "../tickets/mark-ticket-read.ts";
import { mergeTickets } from "../tickets/merge-tickets.ts";
import { noteOnTicket } from "../tickets/note-on-ticket.ts";
import { reopenTicket } from "../tickets/reopen-ticket.ts";
import { snoozeTicket } from "../tickets/snooze-ticket.ts";
import { tagTicket } from "../tickets/tag-ticket.ts";
import { resolveTicket } from "../tickets/resolve-ticket.ts";

/** Results of a thread page's forms. */
export type DeskThreadAnswer = {
  form: string;
  done?: string;
  advice?: string | null;
  error?: ReturnType<Problem["toJSON"]>;
  typed?: string;
  /** The answer wasn't sent because this was written in the meantime. */
  held?: MissedMessages;
};

const AFTER = {
  waiting: "Reply sent. The clock is paused until the customer replies.",
  resolved: "Reply sent. Ticket resolved.",
  open: "Reply sent. The ticket stays open.",
} as const;
type After = keyof typeof AFTER;
const isAfter = (value: string): value is After => Object.hasOwn(AFTER, value);

/** A held answer, as its form shows it: the text is kept, with advice on what to do. */
function heldAnswer(held: MissedMessages, body: string): DeskThreadAnswer {
  const [first] = held.by;
  const who = held.by.every((it) => it.name === first?.name) ? first!.name : `${held.by.length} people`;
  const wrote = held.by.every((it) => it.note)
    ? "left a note"
    : held.by.some((it) => it.role === "support" || it.role === "admin")
      ? "answered"
      : "wrote";
  return {
    form: "answer",
    held,
    typed: body,
    error: conflict(
      "held",
      `${who} ${wrote} before you sent this.`,
      "Your reply wasn't sent. Read the new messages, change your reply if needed, and send it again.",
    ).toJSON(),
  };
}

/** What a form sends, as each kind of thread reads it. */
function sentBy(actor: Person, form: FormData) {
  const text = (name: string) => formText(form, name);
  const key = text("clientKey") || undefined;
  const words = { body: text("body"), ...(key ? { clientKey: key } : {}) };
  const sending = async () => ({
    ...words,
    attachmentIds: await takeAttachments({ uid: actor.uid }, form),
    macroIds: text("macroIds").split(" ").filter(Boolean),
  });
  return { text, intent: text("intent"), words, sending, assigneeId: text("assigneeId") || null };
}

const assignedWords = (actor: Person, assigneeId: string | null): string =>
  assigneeId === actor.uid ? "Assigned to you." : assigneeId ? "Reassigned." : "Unassigned.";

/** A button of an order thread's page. */
async function actOnOrderThread(actor: Person, id: string, form: FormData): Promise<DeskThreadAnswer> {
  const { text, intent, sending, assigneeId } = sentBy(actor, form);
  switch (intent) {
    case "answer": {
      const { held, advice } = await answerOrderSeen(actor, {
        orderId: id,
        seenId: text("seenId"),
        ...(await sending()),
      });
      return held ? heldAnswer(held, text("body")) : { form: intent, advice, done: "Message sent." };
    }
    case "settle":
      await settleOrderThread(actor, { orderId: id });
      return { form: intent, done: "Marked as handled." };
    case "assign":
      await assignOrderThread(actor, { orderId: id, assigneeId });
      return { form: intent, done: assignedWords(actor, assigneeId) };
    case "read":
      await markThreadRead(actor, { orderId: id });
      return { form: intent };
    default:
      throw invalid("nothing-asked", "Unknown action.", "Reload the page and try again.");
  }
}

/**
 * Runs one button of a thread page, for staff.
 * @returns the confirmation, or `to` to redirect @throws Problem to show on the page
 */
export async function actOnThread(
  actor: Actor,
  id: string,
  form: FormData,
): Promise<DeskThreadAnswer & { goTo?: string }> {
  if (!may(actor, "care")) throw refused("Only staff can work with threads.");
  if (isOrderThread(id)) return actOnOrderThread(actor, id, form);
  const { text, intent, words, sending, assigneeId } = sentBy(actor, form);
  switch (intent) {
    case "answer": {
      const wanted = text("after");
      const after: After = isAfter(wanted) ? wanted : "waiting";
      const held = await answerTicketSeen(actor, { ticketId: id, seenId: text("seenId"), ...(await sending()) }, after);
      return held ? heldAnswer(held, text("body")) : { form: intent, done: AFTER[after] };
    }
    case "note":
      await noteOnTicket(actor, { ticketId: id, ...words });
      return { form: intent, done: "Note added. Only staff can see it." };
    case "assign":
      await assignTicket(actor, { ticketId: id, assigneeId });
      return { form: intent, done: assignedWords(actor, assigneeId) };
    case "change": {
      const category = text("category");
      const priority = text("priority");
      await changeTicket(actor, {
        ticketId: id,
        ...(isTicketCategory(category) ? { category } : {}),
        ...(isTicketPriority(priority) ? { priority } : {}),
        ...(form.has("subject") ? { subject: text("subject") } : {}),
        ...(form.has("orderId") ? { orderId: text("orderId") || null } : {}),
      });
      return { form: intent, done: "Ticket updated." };
    }
    case "snooze":
      await snoozeTicket(actor, { ticketId: id, until: text("until") });
      return { form: intent, done: "Snoozed. It comes back automatically, earlier if the customer writes." };
    case "wake":
      await snoozeTicket(actor, { ticketId: id, until: null });
      return { form: intent, done: "Snooze ended." };
    case "tag":
    case "untag":
      await tagTicket(actor, { ticketId: id, tag: text("tag"), add: intent === "tag" });
      return { form: intent };
    case "resolve":
      await resolveTicket(actor, { ticketId: id });
      return { form: intent, done: "Ticket resolved." };
    case "reopen":
      await reopenTicket(actor, { ticketId: id });
      return { form: intent, done: "Ticket reopened." };
    case "merge": {
      const intoId = text("intoId");
      await mergeTickets(actor, { fromId: id, intoId });
      return { form: intent, goTo: intoId };
    }
    case "read":
      await markTicketRead(actor, { ticketId: id });
      return { form: intent };
    default:
      throw invalid("nothing-asked", "Unknown action.", "Reload the page and try again.");
  }
}
