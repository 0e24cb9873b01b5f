import { type Actor, isStaff } from "#app/platform/rules/core/actor.ts";
import { Problem, invalid, refused } from "#app/platform/rules/core/errors.ts";
import { isId } from "#app/platform/rules/core/ids.ts";
import { readListQuery } from "#app/platform/rules/core/list-query.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { formText } from "#app/platform/rules/core/form-text.ts";
import { THREADS_LIST } from "../rules/ticket-view.ts";
import { isTicketCategory, isTicketPriority } from "../rules/ticket.ts";
import { assignTicket } from "./assign-ticket.ts";
import { changeTicket } from "./change-ticket.ts";
import { countDeskThreads } from "./desk-counts.ts";
import { listDeskStaff } from "./desk-staff.ts";
import { listMacros } from "./list-macros.ts";
import { listThreads } from "./list-threads.ts";
import { resolveTicket } from "./resolve-ticket.ts";
import { removeMacro } from "./remove-macro.ts";
import { saveMacro } from "./save-macro.ts";

/** The queue, or the macros page at the same URL. @throws refused unless staff */
export async function readDeskQueue(actor: Actor, search: URLSearchParams) {
  if (!isStaff(actor)) throw refused("Only staff can see the queue.");
  if (search.get("view") === "macros")
    return { view: "macros" as const, macros: await listMacros(actor), edit: search.get("edit") };
  const [list, counts, staff] = await Promise.all([
    listThreads(actor, readListQuery(search, THREADS_LIST)),
    countDeskThreads(actor, now()),
    listDeskStaff(actor),
  ]);
  return { view: "queue" as const, list, counts, staff, me: actor.uid };
}
export type DeskQueuePage = Awaited<ReturnType<typeof readDeskQueue>>;

export type DeskQueueAnswer = {
  form: string;
  done?: string;
  /** For bulk actions: tickets left unchanged, and why. */
  left?: { id: string; why: string }[];
  error?: ReturnType<Problem["toJSON"]>;
  typed?: Record<string, string>;
};

/** The most tickets one form can change: a page of the queue. */
const AT_ONCE = 100;

/** Runs a command on each ticket separately, so one that changed in the meantime doesn't block the rest. */
async function onEach(
  ids: readonly string[],
  change: (ticketId: string) => Promise<unknown>,
  done: string,
): Promise<DeskQueueAnswer> {
  const left: { id: string; why: string }[] = [];
  for (const id of ids) {
    try {
      await change(id);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      left.push({ id, why: error.message });
    }
  }
  const n = ids.length - left.length;
  return { form: "bulk", ...(n > 0 ? { done: `${n} ${n === 1 ? "ticket" : "tickets"} ${done}` } : {}), left };
}

/**
 * Handles the queue's forms: a bulk action on selected tickets, or saving or removing a macro.
 * @throws Problem to show on the form
 */
export async function actOnQueue(actor: Actor, form: FormData): Promise<DeskQueueAnswer> {
  if (!isStaff(actor)) throw refused("Only staff can work with the queue.");
  const text = (name: string) => formText(form, name);
  const intent = text("intent");
  if (intent === "save-macro") {
    const id = text("id");
    const category = text("category");
    await saveMacro(actor, {
      ...(id ? { id } : {}),
      title: text("title"),
      body: text("body"),
      category: isTicketCategory(category) ? category : null,
    });
    return { form: intent, done: "Macro saved." };
  }
  if (intent === "remove-macro") {
    await removeMacro(actor, { id: text("id") });
    return { form: intent, done: "Macro removed." };
  }
  const ids = [...new Set(form.getAll("id").filter((id): id is string => isId("ticket", id)))];
  if (ids.length === 0)
    throw invalid("nothing-ticked", "No tickets selected.", "Select one or more tickets and try again.");
  if (ids.length > AT_ONCE)
    throw invalid("too-many", `You can change up to ${AT_ONCE} tickets at once.`, "Select fewer tickets.");
  switch (intent) {
    case "take":
      return onEach(ids, (ticketId) => assignTicket(actor, { ticketId, assigneeId: actor.uid }), "assigned to you.");
    case "resolve":
      return onEach(ids, (ticketId) => resolveTicket(actor, { ticketId }), "resolved.");
    case "change": {
      const category = text("category");
      const priority = text("priority");
      const change = {
        ...(isTicketCategory(category) ? { category } : {}),
        ...(isTicketPriority(priority) ? { priority } : {}),
      };
      if (Object.keys(change).length === 0)
        throw invalid(
          "nothing-chosen",
          "No category or priority chosen.",
          "Choose a category or priority for the selected tickets.",
        );
      return onEach(ids, (ticketId) => changeTicket(actor, { ticketId, ...change }), "changed.");
    }
    default:
      throw invalid("nothing-asked", "Unknown action.", "Reload the page and try again.");
  }
}
